// Until every command is declared with what it does.

import type { CommandUnknownOpts as Command } from 'commander';
import { withDryRun } from '../../../app/command.ts';
import type { Session } from '../../../app/session.ts';
import { withFields } from '../../fields/fields.ts';

export interface RecordFlags {
  readonly field?: readonly string[];
  readonly fieldJson?: readonly string[];
  readonly input?: string;
  readonly dryRun?: boolean;
}

/** Until every create and update is declared as one that writes. */
export function recordOptions(command: Command): Command {
  return withDryRun(withFields(command));
}

/** Prints a request instead of sending it. */
export async function printDryRun(session: Session, method: string, path: string, body: unknown): Promise<void> {
  await session.print.note('dry run: nothing is sent');
  await session.print.record({ noun: 'request', plural: 'requests', id: 'path', columns: [] }, { method, path, body });
}
