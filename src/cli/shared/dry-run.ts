// What --dry-run prints: what a command would change, or the requests it would send, built from the same rows and by the same code as
// those it sends.

import { type PlannedRequest, plannedRequest, type RequestInput, routeFor } from '../../client/request.ts';
import { append } from '../../contract/append.ts';
import { counted } from '../../contract/english.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Change } from '../session/history/recorded-route.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';
import { harmless, viewOf } from '../terminal/formats/cells.ts';
import type { WriteEffects } from './effects/effects.ts';
import { assertExpected, type ExpectOptions } from './effects/expected.ts';
import type { PlannedCall } from './effects/planned-call.ts';

export const requestView = viewOf('request', 'requests', 'method:word path:word body', {
  id: 'path',
  alsoHas: 'records',
});

/** The request of a row: `planned(routes.campaigns.clone, { params: { campaignId }, body })`. */
export const planned = (route: Route, input: RequestInput = {}): PlannedCall => ({ route, input });

/**
 * As the service of the profile takes it, under its names; what the user wrote is as it is. Throws what the call would throw
 * before it sends anything.
 */
async function requestsOf(session: Session, call: PlannedCall | PlannedRequest): Promise<readonly PlannedRequest[]> {
  if (!('route' in call)) return [call];
  const { route, input, ...more } = call;
  const isOurs = route.access === 'ADMIN' || session.profile().baseUrl === null;
  const requests = isOurs ? [plannedRequest(route, input)] : await (await session.client()).planned(route, input);
  return requests.map((request) => ({ ...request, ...more }));
}

/** A call without more to be shown. */
const isPlain = (call: PlannedCall | PlannedRequest): call is PlannedCall =>
  'route' in call && Object.keys(call).length === 2;

/**
 * Prints what the requests would change, or with --show-requests, and where they change no workspace, the requests: one as a
 * record, several as a list, one line or record each. A command whose number of requests depends on its arguments passes a list
 * also for one, so that its output keeps one shape.
 */
export async function printDryRun(
  session: Session,
  calls: PlannedCall | PlannedRequest | readonly PlannedCall[],
  expected: ExpectOptions = {},
) {
  const { print, settings, io } = session;
  const all: PlannedRequest[] = [];
  for (const call of [calls].flat()) append(all, await requestsOf(session, call));
  const isList = Array.isArray(calls) || all.length > 1;
  await print.note('dry run: nothing is sent');
  const plain = [calls].flat().filter(isPlain);
  if (session.savePlan !== undefined) {
    const { saveCalls } = await import('./effects/save-plan.ts');
    await saveCalls(session, session.savePlan, plain);
  }
  const wantsEffects = session.showRequests !== true && plain.length === [calls].flat().length;
  const effects = wantsEffects ? await (await import('./effects/effects.ts')).effectsOf(session, plain) : null;
  await noteUndo(session, all, effects?.changes ?? []);
  if (effects !== null) {
    const { printEffects } = await import('./effects/print-effects.ts');
    await printEffects(session, effects);
    await assertExpected(session, expected, plain);
    assertAllThere(effects);
    return;
  }
  if (settings.output === 'table' && settings.fields === null && io.stdout.isTTY) {
    await print.text(all.map((request) => requestText(request, print.paint.stdout.bold)).join('\n'));
  } else if (isList) await print.list(requestView, all);
  else await print.record(requestView, all[0]);
  await assertExpected(session, expected, plain);
}

/** Ends as the command itself would, which goes on with the others. */
function assertAllThere({ missing, changes, present }: WriteEffects): void {
  const [message, ...others] = missing;
  if (message === undefined) return;
  if (others.length === 0 && changes.length === 0 && present === 0)
    throw new CliError('notFound', 'not_found', message);
  throw new CliError('bad', 'not_found', `${counted(missing.length, 'record')} would be refused, the rest done`);
}

/** Says whether undo would take it back. */
async function noteUndo({ print, history }: Session, requests: readonly PlannedRequest[], changes: readonly Change[]) {
  const sent = requests.map(({ method, path }) => routeFor(method, path.replace(/\?.*/s, '')));
  const text = await history.undoText(sent, changes);
  if (text !== null) await print.note(text);
}

/** As a person reads it: the request line, and below it the body as JSON. */
function requestText({ method, path, body }: PlannedRequest, heading: (text: string) => string): string {
  const head = heading(harmless(`${method} ${path}`));
  return body === null ? `${head}\n` : `${head}\n${harmless(JSON.stringify(body, null, 2))}\n`;
}
