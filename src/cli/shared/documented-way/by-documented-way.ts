// A route that the interface does not show, or documented requests in its place where the service does not have it.

import { documentedWayText } from '../../../client/compatibility/documented-ways.ts';
import type { Route } from '../../../contract/routes/route.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { isPassing } from '../watch/follow.ts';

/** The documented requests cannot do this. Thrown before anything is written. */
export class NoDocumentedWay extends CliError {
  override readonly name = 'NoDocumentedWay';

  constructor(message: string, hint?: string) {
    super('notFound', 'not_possible', `not possible with this service: ${message}`, { hint });
  }
}

interface Ways<T> {
  readonly undocumented: () => Promise<T>;
  /** `note` says, once, that it is done this way: to be called before anything is written or printed. */
  readonly documented: (note: () => Promise<void>) => Promise<T>;
  /** How long the definition of the service may be waited for, milliseconds, or null; after that, or where it cannot be read now, the route is tried. */
  readonly patienceMs?: number | null;
}

async function isServedWithin({ io, client }: Session, route: Route, patienceMs: number | null): Promise<boolean> {
  // A poll that fails is not a failed run: the service is asked again.
  const asking = (await client()).serves(route).catch((error: unknown) => {
    if (isPassing(error)) return true;
    throw error;
  });
  if (patienceMs === null) return await asking;
  const over = new AbortController();
  const late = io.sleep(patienceMs, AbortSignal.any([io.interrupt, over.signal])).then(() => true);
  try {
    return await Promise.race([asking, late]);
  } finally {
    over.abort();
    late.catch(() => {});
    asking.catch(() => {});
  }
}

export async function byDocumentedWay<T>(session: Session, route: Route, ways: Ways<T>): Promise<T> {
  const { undocumented, documented, patienceMs } = ways;
  const isServed =
    patienceMs === undefined ? (await session.client()).serves(route) : isServedWithin(session, route, patienceMs);
  if (await isServed) return await undocumented();
  return await documented(() => session.print.note(documentedWayText(route)));
}
