// A write that the interface does not show, or documented requests in its place where the service does not have it.

import { documentedWayText } from '../../../client/compatibility/documented-ways.ts';
import type { Route } from '../../../contract/routes/route.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';

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
}

export async function byDocumentedWay<T>(session: Session, route: Route, ways: Ways<T>): Promise<T> {
  const { undocumented, documented } = ways;
  if (await (await session.client()).serves(route)) return await undocumented();
  return await documented(() => session.print.note(documentedWayText(route)));
}
