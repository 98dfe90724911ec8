// A path that the interface does not show, or what it shows in its place. Where nothing confirms the path, a write goes the
// way that is shown; what that cannot do is tried once by the path: a service that does not have it changes nothing.

import type { Serves } from '../../../client/adapt.ts';
import { ApiError } from '../../../client/errors.ts';
import type { Route } from '../../../client/routes/route.ts';
import { own } from '../../../contract/dictionary.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { SHOWN_WAYS } from './ways.ts';

/** What the interface shows cannot do this. Thrown before anything is written. */
export class NoShownWay extends CliError {
  override readonly name = 'NoShownWay';

  constructor(message: string, hint?: string) {
    super('notFound', 'not_possible', `not possible with this service: ${message}`, { hint });
  }
}

interface Ways<T> {
  readonly undocumented: () => Promise<T>;
  /** `note` says, once, that it is done this way: to be called before anything is written or printed. */
  readonly shown: (note: () => Promise<void>) => Promise<T>;
  /** A read that says less than the path would: where nothing confirms the path, it is tried first. */
  readonly isLess?: true;
  /** How long the definition of the service may be waited for, milliseconds; then nothing confirms the path. */
  readonly patienceMs?: number | null;
}

/** `with this service, which has no PATCH /v1/contacts/{contactId}: merged by …` */
export function wayText({ method, path }: Route, served: 'no' | 'unknown'): string {
  const why = served === 'no' ? 'which has no' : 'where nothing confirms';
  return `with this service, ${why} ${method} ${path}: ${own(SHOWN_WAYS, `${method} ${path}`)}`;
}

const isAbsent = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 405);

async function servedWithin({ io, client }: Session, route: Route, patienceMs: number | null): Promise<Serves> {
  const asking = (await client()).serves(route);
  if (patienceMs === null) return await asking;
  const over = new AbortController();
  const late = io.sleep(patienceMs, AbortSignal.any([io.interrupt, over.signal])).then((): Serves => 'unknown');
  try {
    return await Promise.race([asking, late]);
  } finally {
    over.abort();
    late.catch(() => {});
    asking.catch(() => {});
  }
}

export async function byShownWay<T>(session: Session, route: Route, ways: Ways<T>): Promise<T> {
  const { undocumented, shown, isLess, patienceMs = null } = ways;
  const served = await servedWithin(session, route, patienceMs);
  if (served === 'yes') return await undocumented();
  const byShown = () => shown(() => session.print.note(wayText(route, served)));
  if (served === 'no') return await byShown();
  const [first, second] = isLess === true ? [undocumented, byShown] : [byShown, undocumented];
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof NoShownWay) && !(isLess === true && isAbsent(error))) throw error;
    return await second();
  }
}
