// What --dry-run prints: the requests a command would send, built from the same rows and by the same code as those it sends.

import { pathAndQuery, type RequestInput } from '../../client/request.ts';
import type { Route } from '../../contract/routes/route.ts';
import type { Session } from '../session/session.ts';
import { harmless, type View } from '../terminal/formats/cells.ts';

/** A request that is not sent. `path` has the query, too; `body` is null where there is none. */
export interface PlannedRequest {
  readonly method: Route['method'];
  readonly path: string;
  readonly body: unknown;
}

const requestView: View = {
  noun: 'request',
  plural: 'requests',
  id: 'path',
  columns: [
    { key: 'method', title: 'method', kind: 'word' },
    { key: 'path', title: 'path', kind: 'word' },
    { key: 'body', title: 'body' },
  ],
};

/** The request of a row: `planned(routes.campaigns.clone, { params: { campaignId }, body })`. */
export function planned(route: Route, input: RequestInput = {}): PlannedRequest {
  return { method: route.method, path: pathAndQuery(route, input), body: input.body ?? null };
}

/**
 * Prints requests instead of sending them: one as a record, several as a list, one line or record each. A command whose
 * number of requests depends on its arguments passes a list also for one, so that its output keeps one shape.
 */
export async function printDryRun(
  session: Pick<Session, 'print' | 'settings' | 'io'>,
  requests: PlannedRequest | readonly PlannedRequest[],
): Promise<void> {
  const { print, settings, io } = session;
  const isList = Array.isArray(requests);
  const all: readonly PlannedRequest[] = isList ? requests : [requests];
  await print.note('dry run: nothing is sent');
  if (settings.output === 'table' && settings.fields === null && io.stdout.isTTY) {
    await print.text(all.map((request) => requestText(request, print.paint.stdout.bold)).join('\n'));
    return;
  }
  if (isList) await print.list(requestView, all);
  else await print.record(requestView, all[0]);
}

/** As a person reads it: the request line, and below it the body as JSON. */
function requestText({ method, path, body }: PlannedRequest, heading: (text: string) => string): string {
  const head = heading(harmless(`${method} ${path}`));
  return body === null ? `${head}\n` : `${head}\n${harmless(JSON.stringify(body, null, 2))}\n`;
}
