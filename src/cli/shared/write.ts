// A write of one request, or of several of one kind: shown by a dry run, bounded by --expect, asked for; then it is sent.

import type { RequestInput } from '../../client/request.ts';
import type { AnswerOf } from '../../contract/answer.ts';
import type { RequestOf } from '../../contract/endpoint.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Group, Table } from '../../contract/table.ts';
import type { Session } from '../session/session.ts';
import type { View } from '../terminal/formats/cells.ts';
import { approveAt } from './approval.ts';
import { type DryRunOptions, planned, printDryRun } from './dry-run.ts';
import { assertExpected, type ExpectOptions } from './effects/expected.ts';
import type { PlannedCall } from './effects/targets.ts';

export interface WriteOptions extends ExpectOptions {
  readonly dryRun?: true | undefined;
  readonly yes?: true | undefined;
}

interface WriteQuestion extends Pick<DryRunOptions, 'bounds'> {
  /** `Delete folder 3`; nothing is asked without. */
  readonly act?: string | (() => Promise<string>);
  /** What did not happen: `nothing deleted`. */
  readonly declined?: string;
  readonly typed?: string | undefined;
  /** Asks in place of `act`, for questions that show more. */
  readonly ask?: (() => Promise<void>) | undefined;
}

/** Whether to send it now; not after a dry run, which is printed. Exit 6 where it would touch others than expected. Throws Declined. */
export async function isApproved(
  session: Session,
  calls: PlannedCall | readonly PlannedCall[],
  { dryRun, yes, ...expected }: WriteOptions,
  { act, declined = 'nothing changed', typed, ask, bounds }: WriteQuestion = {},
): Promise<boolean> {
  if (dryRun === true) {
    await printDryRun(session, calls, { ...expected, ...(bounds && { bounds }) });
    return false;
  }
  await assertExpected(session, expected, [calls].flat());
  if (yes !== true && ask !== undefined) await ask();
  if (act !== undefined && yes !== true)
    await approveAt(session, typeof act === 'string' ? act : await act(), { declined, typed });
  return true;
}

/** One request; its answer is printed. */
export async function writeRecord<G extends Group, K extends keyof Table[G] & string>(
  session: Session,
  view: View,
  [group, name]: readonly [group: G, name: K],
  input: RequestOf<Table[G][K]> & RequestInput,
  options: WriteOptions,
  asked: WriteQuestion = {},
): Promise<AnswerOf<Table[G][K]> | undefined> {
  if (!(await isApproved(session, planned(routes[group][name], input), options, asked))) return undefined;
  const { data } = await (await session.client()).ask(group, name, input);
  await session.print.record(view, data);
  return data;
}
