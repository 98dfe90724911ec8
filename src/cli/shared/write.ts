// What --dry-run prints: what a command would change, or the requests it would send, built from the same rows and by the same code as
// those it sends.

import { type PlannedRequest, plannedRequest, type RequestInput, routeFor } from '../../client/request.ts';
import type { AnswerOf } from '../../contract/answer.ts';
import { append } from '../../contract/append.ts';
import type { RequestOf } from '../../contract/endpoint.ts';
import { counted } from '../../contract/english.ts';
import type { Route } from '../../contract/routes/route.ts';
import { routes } from '../../contract/routes/routes.ts';
import type { Group, Table } from '../../contract/table.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';
import { harmless, type View, viewOf } from '../terminal/formats/cells.ts';
import { isForPerson } from '../terminal/settings.ts';
import { approveAt, noteUndo } from './approval.ts';
import type { WriteEffects } from './effects/effects.ts';
import { assertExpected, type ExpectOptions } from './effects/expected.ts';
import type { PlannedCall } from './effects/targets.ts';
import type { ChangeRow } from './undo/change-rows.ts';

export const requestView = viewOf('request', 'requests', 'method:word path:word body', {
  id: 'path',
  alsoHas: 'records undo',
});

/** The request of a row: `planned(routes.campaigns.clone, { params: { campaignId }, body })`. */
export const planned = (
  route: Route,
  input: RequestInput = {},
  more: Pick<PlannedCall, 'targets' | 'records'> = {},
): PlannedCall => ({ route, input, ...more });

/**
 * As the service of the profile takes it, under its names; what the user wrote is as it is. Throws what the call would throw
 * before it sends anything.
 */
async function requestsOf(session: Session, call: PlannedCall | PlannedRequest): Promise<readonly PlannedRequest[]> {
  if (!('route' in call)) return [call];
  const { route, input, records } = call;
  const isOurs = route.access === 'ADMIN' || session.profile().baseUrl === null;
  const requests = isOurs ? [plannedRequest(route, input)] : await (await session.client()).planned(route, input);
  return requests.map((request) => ({ ...request, ...(records && { records }) }));
}

/** A call without more to be shown. */
const isPlain = (call: PlannedCall | PlannedRequest): call is PlannedCall =>
  'route' in call && call.records === undefined;

interface DryRunOptions extends ExpectOptions {
  /** What it comes to at most. `size`: how many it goes through, null where that is not known. */
  readonly bounds?: (size: number | null) => Promise<readonly ChangeRow[]>;
}

/**
 * Prints what the requests would change, or with --show-requests, and where they change no workspace, the requests: one as a
 * record, several as a list, one line or record each. A command whose number of requests depends on its arguments passes a list
 * also for one, so that its output keeps one shape.
 */
export async function printDryRun(
  session: Session,
  calls: PlannedCall | PlannedRequest | readonly PlannedCall[],
  { bounds, ...expected }: DryRunOptions = {},
) {
  const { print } = session;
  const all: PlannedRequest[] = [];
  for (const call of [calls].flat()) append(all, await requestsOf(session, call));
  const isList = Array.isArray(calls) || all.length > 1;
  await print.note('dry run: nothing is sent');
  const plain = [calls].flat().filter(isPlain);
  const wantsEffects = session.showRequests !== true && plain.length === [calls].flat().length;
  const effects = wantsEffects ? await (await import('./effects/effects.ts')).effectsOf(session, plain) : null;
  if (wantsEffects) await assertDone(session, plain);
  // Not before: a plan of what is refused would be refused as well.
  if (session.savePlan !== undefined) {
    const { saveCalls } = await import('./effects/save-plan.ts');
    await saveCalls(session, session.savePlan, plain);
  }
  const sent = all.map(({ method, path }) => routeFor(method, path.replace(/\?.*/s, '')));
  const isOpen = effects !== null && effects.changes.length === 0 && (effects.unread ?? effects.additions[0]) != null;
  const undo = await noteUndo(session, sent, effects === null || isOpen ? null : effects.changes);
  if (effects !== null) {
    const { printEffects } = await import('./effects/print-effects.ts');
    await printEffects(session, effects, { undo, bounds: (await bounds?.(effects.through?.count ?? null)) ?? [] });
    await assertExpected(session, expected, plain, effects);
    assertAllThere(effects);
    return;
  }
  const requests = session.showRequests === true ? all : all.map((request) => ({ ...request, ...undo }));
  if (isForPerson(session)) {
    await print.text(all.map((request) => requestText(request, print.paint.stdout.bold)).join('\n'));
  } else if (isList) await print.list(requestView, requests);
  else await print.record(requestView, requests[0]);
  await assertExpected(session, expected, plain);
}

/**
 * Ends as the command itself would. Our own service does the request and takes it back; of another, and of several requests, which
 * build on one another or go on where one is refused, it is read whether what they refer to is there.
 */
async function assertDone(session: Session, calls: readonly PlannedCall[]): Promise<void> {
  const [call] = calls;
  const isOurs = session.profile().baseUrl === null && call !== undefined && calls.length === 1;
  if (isOurs && !isInParts(call.route)) return await (await session.client()).attempt(call.route, call.input);
  await (await import('./effects/references.ts')).checkReferences(session, calls);
}

/** Of members, the command says itself what is wrong with the list or with some of them; a delivery is signed by its sender. */
const isInParts = (route: Route): boolean =>
  route === routes.lists.addMembers || route === routes.lists.removeMembers || route.access === 'WEBHOOK';

/** Ends as the command itself would, which goes on with the others. */
function assertAllThere({ missing, changes, present }: WriteEffects): void {
  const [message, ...others] = missing;
  if (message === undefined) return;
  if (others.length === 0 && changes.length === 0 && present === 0)
    throw new CliError('notFound', 'not_found', message);
  throw new CliError('bad', 'not_found', `${counted(missing.length, 'record')} would be refused, the rest done`);
}

/** As a person reads it: the request line, and below it the body as JSON. */
function requestText({ method, path, body }: PlannedRequest, heading: (text: string) => string): string {
  const head = heading(harmless(`${method} ${path}`));
  return body === null ? `${head}\n` : `${head}\n${harmless(JSON.stringify(body, null, 2))}\n`;
}

// A write of one request, or of several of one kind: shown by a dry run, bounded by --expect, asked for; then it is sent.

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
