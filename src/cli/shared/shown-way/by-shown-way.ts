// A path that the interface does not show, or what it shows in its place. Where nothing confirms the path, a write goes the
// way that is shown; what that cannot do is tried once by the path: a service that does not have it changes nothing.

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
  readonly chosen: () => Promise<T>;
  /** `note` says, once, that it is done this way: to be called before anything is written or printed. */
  readonly shown: (note: () => Promise<void>) => Promise<T>;
  /** A read that says less than the path would: where nothing confirms the path, it is tried first. */
  readonly isLess?: true;
}

/** `with this service, which has no PATCH /v1/contacts/{contactId}: merged by …` */
export function wayText({ method, path }: Route, served: 'no' | 'unknown'): string {
  const why = served === 'no' ? 'which has no' : 'where nothing confirms';
  return `with this service, ${why} ${method} ${path}: ${own(SHOWN_WAYS, `${method} ${path}`)}`;
}

const isAbsent = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 405);

export async function byShownWay<T>(session: Session, route: Route, { chosen, shown, isLess }: Ways<T>): Promise<T> {
  const served = await (await session.client()).serves(route);
  if (served === 'yes') return await chosen();
  const byShown = () => shown(() => session.print.note(wayText(route, served)));
  if (served === 'no') return await byShown();
  const [first, second] = isLess === true ? [chosen, byShown] : [byShown, chosen];
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof NoShownWay) && !(isLess === true && isAbsent(error))) throw error;
    return await second();
  }
}
