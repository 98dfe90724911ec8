// --expect and --save-plan: a command that would touch other records than the user thinks sends nothing.

import { type Command, Option, type OptionValues } from 'commander';
import { counted } from '../../../contract/english.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { wholeNumber } from '../../terminal/settings.ts';
import type { WriteEffects } from './effects.ts';
import type { PlannedCall } from './targets.ts';

const MOST = 1_000_000_000;

/** `--expect`, declared once. */
export const withExpect = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) => command.option('--expect <n>', 'send nothing (exit 6) unless exactly so many records would be touched');

/** `--expect` and `--save-plan`. */
export const withSafeguards = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  withExpect(command).addOption(
    new Option(
      '--save-plan <file>',
      'a dry run that saves what it found: reach run-plan FILE does exactly that',
    ).implies({
      dryRun: true,
    }),
  );

export interface ExpectOptions {
  readonly expect?: string;
}

/** Null where any number will do. Throws UsageError. */
export const expectedOf = ({ expect }: ExpectOptions): number | null =>
  expect === undefined ? null : wholeNumber(expect, '--expect', 0, MOST);

/** Exit 6 where another number of records would be touched, or null: it is not known before. */
export function assertTouched(expected: number | null, touched: number | null, noun = 'record'): void {
  if (expected === null || touched === expected) return;
  const found = touched === null ? 'it is not known before how many records' : counted(touched, noun);
  const message = `--expect ${expected}: ${found} would be touched`;
  throw new CliError('conflict', 'conflict', message, {
    hint: 'nothing was sent; a dry run without --expect shows what would change',
  });
}

/** The same, of requests that are about to be sent. `known`: their effects, where they were read. */
export async function assertExpected(
  session: Session,
  options: ExpectOptions,
  calls: readonly PlannedCall[],
  known?: WriteEffects | null,
): Promise<void> {
  const expected = expectedOf(options);
  if (expected === null) return;
  const { touchedOf } = await import('./effects.ts');
  assertTouched(expected, await touchedOf(session, calls, known));
}
