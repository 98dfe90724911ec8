// One item creates a record and adds it to the list; a service that was interrupted between the two is corrected here.

import { ApiError } from '../../../client/errors.ts';
import { isOfOne } from '../../shared/one-by-one.ts';
import type { RowResult } from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import { recordsOf } from './search-proof.ts';

/** No list has this id. */
const NO_LIST = 2_000_000_000;
const NO_PATH = new Set([404, 405]);

/** Adds what is not in the list. Gives the rows of which that cannot be known, as uncertain ones. */
export async function addMissingToList(
  run: SendingRun,
  found: ReadonlyMap<number, RowResult>,
): Promise<ReadonlyMap<number, RowResult>> {
  const { list } = run.plan;
  const rows = [...found].filter(([, { id }]) => id !== null);
  if (list === null || rows.length === 0) return new Map();
  const ids = rows.flatMap(([, { id }]) => id ?? []);
  const listed = await listedOf(run, list.id, ids);
  const missing = ids.filter((id) => !listed.has(id));
  if (missing.length === 0) return new Map();
  const why = await notAdded(run, list.id, missing);
  return new Map(
    rows.flatMap(([place, result]) => {
      const reason = why.get(result.id ?? 0);
      const error = `imported, but perhaps not in the list ${list.name}: ${reason}`;
      return reason === undefined ? [] : [[place, { ...result, status: 'uncertain' as const, error }]];
    }),
  );
}

/** Those that are perhaps not in the list, with why. */
async function notAdded({ service, cancellation }: SendingRun, listId: number, ids: readonly number[]) {
  try {
    const failed = await service.addToList(listId, ids, cancellation.signal);
    return new Map(failed.map(({ id, error }) => [id, error]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = NO_PATH.has(error.status) ? 'the service has no known way to add it' : error.message;
    // With one alone, what is wrong with it is the error of the request.
    if (!NO_PATH.has(error.status) && (ids.length > 1 || !isOfOne(error))) throw error;
    return new Map(ids.map((id) => [id, reason]));
  }
}

/** Which of the records a list holds; none where the service does not heed the filter. */
async function listedOf(
  { plan, service, cancellation }: SendingRun,
  listId: number,
  ids: readonly number[],
): Promise<Set<unknown>> {
  const filter = plan.entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  const search = (list: number, most: number) =>
    recordsOf({ service, signal: cancellation.signal }, { id: [...ids], [filter]: [list] }, [], most);
  const members = await search(listId, ids.length);
  if (members === null || members.records.length === 0) return new Set();
  const none = await search(NO_LIST, 0);
  return none?.isAll === true ? new Set(members.records.map(({ id }) => id)) : new Set();
}
