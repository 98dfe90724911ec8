// Records of a run, one by one. The interface tells how many are where, so another service may not tell which.

import type { Listing, ListOptions } from '../../../client/answers/pages.ts';
import { ApiError } from '../../../client/errors.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import type { View } from '../../output/formats/cells.ts';
import type { Filtered } from '../limit/filtered.ts';
import { type LimitOptions, printListing } from '../limit/limit.ts';

interface Run {
  /** Reads the run itself: it may be the run that is not there. */
  readonly read: () => Promise<unknown>;
  /** What tells something all the same. */
  readonly hint: string;
}

const ABSENT = [404, 405];

/** Prints the records up to the limit, and returns how many. */
export async function printRunRecords(
  session: Session,
  view: View,
  options: LimitOptions,
  open: (options: ListOptions) => Listing<unknown> & Partial<Pick<Filtered<unknown>, 'notes'>>,
  { read, hint }: Run,
): Promise<number> {
  try {
    return await printListing(session, view, options, open);
  } catch (error) {
    if (!(error instanceof ApiError) || !ABSENT.includes(error.status)) throw error;
    await read();
    const message = 'this service tells how many records of a run are where, and not which';
    throw new CliError('notFound', 'not_found', message, {
      hint: `${hint}; if it does tell, reach profile sync finds where`,
    });
  }
}
