// Finds out what became of a bulk without a response. Rows with a profile URL are sent again: merging makes that harmless.
// Rows that the service matches by name and company alone are looked up first, because a later row may have renamed their
// company; rows without any key are looked up until their request can no longer arrive. A row of which no search shows
// whether it is there is neither sent again nor given up: it is uncertain.

import { ApiError } from '../../../client/errors.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { companyItem, contactItem } from '../../../rules/records/items.ts';
import { companyKeys, contactKeys, hasMatchKey } from '../../../rules/records/matching.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { untilExpiredMs } from '../../shared/creation.ts';
import { isOfOne } from '../../shared/one-by-one.ts';
import type { Defer } from '../../shared/parallel-map.ts';
import { type RowResult, uncertainRow } from '../report/row-result.ts';
import type { SendingRun } from '../run.ts';
import { findRecords } from './find-records.ts';
import { RESOLUTION_MS, sinceOf, type Unanswered } from './journal.ts';
import { recordsOf } from './search-proof.ts';

type Recovery = 'send_again' | 'look_up' | 'look_up_and_wait';

function recoveryFor(entity: EntityName, merge: boolean): (item: Item) => Recovery {
  return (item) => {
    const keys = entity === 'CONTACT' ? contactKeys(contactItem(item)) : companyKeys(companyItem(item).standard);
    if (!merge || !hasMatchKey(keys)) return 'look_up_and_wait';
    return entity === 'CONTACT' && keys.NETWORK_URL === null ? 'look_up' : 'send_again';
  };
}

const STILL_ON_ITS_WAY = 'its request may still arrive';

/** Adds to `found` the rows that are not to be sent: those whose records exist, and those that cannot be decided. */
export async function reconcile(
  run: SendingRun,
  items: readonly Item[],
  unanswered: Unanswered,
  found: Map<number, RowResult>,
  defer: Defer,
): Promise<void> {
  const { plan, clock, request, progress, cancellation } = run;
  const { io } = run.session;
  const recoveries = items.map(recoveryFor(plan.entity, plan.merge));
  const open = () => [...items.keys()].filter((place) => !found.has(place) && recoveries[place] !== 'send_again');
  let reasons: ReadonlyMap<number, string> = new Map();
  if (open().length > 0) reasons = await lookUp(run, items, unanswered, open(), found);
  if (reasons.size > 0 && clock.lag === null) {
    // Another bulk's answer may tell which of the records are older than this one.
    await defer(clock.known);
    reasons = await lookUp(run, items, unanswered, open(), found);
  }
  const mayArrive = () => open().filter((place) => recoveries[place] === 'look_up_and_wait');
  const waitMs = untilExpiredMs(unanswered, io.now());
  if (waitMs > 0 && mayArrive().length > 0) {
    if (request.settleNow) {
      reasons = new Map([...mayArrive().map((place) => [place, STILL_ON_ITS_WAY] as const), ...reasons]);
    } else {
      progress.wait('a request without a response may still arrive (--settle-now does not wait)', waitMs);
      await io.sleep(waitMs, cancellation.signal);
      reasons = await lookUp(run, items, unanswered, open(), found);
    }
  }
  const missing = await addMissingToList(run, found);
  for (const [place, result] of missing) found.set(place, result);
  for (const [place, reason] of reasons) {
    if (!found.has(place)) found.set(place, uncertainRow(`sent without a response: ${reason}`));
  }
}

/**
 * Rows without a match key that an import before, of an earlier version of the file, may have created: those that are there are
 * not sent again.
 */
export async function findSuperseded(
  run: SendingRun,
  items: readonly Item[],
  since: number,
  found: Map<number, RowResult>,
): Promise<void> {
  const recoveryOf = recoveryFor(run.plan.entity, run.plan.merge);
  const wanted = [...items.entries()]
    .filter(([place, item]) => !found.has(place) && recoveryOf(item) === 'look_up_and_wait')
    .map(([place]) => place);
  if (wanted.length === 0) return;
  const reasons = await lookUp(run, items, { at: since, serverAt: since + RESOLUTION_MS }, wanted, found);
  for (const place of wanted) {
    const result = found.get(place);
    const reason = reasons.get(place);
    if (result !== undefined) found.set(place, { ...result, status: 'unchanged' });
    else if (reason !== undefined) found.set(place, uncertainRow(`the import before may have created it: ${reason}`));
  }
  for (const [place, result] of await addMissingToList(run, found)) found.set(place, result);
}

/** Adds the records that are there. Gives the rows that cannot be decided, with why; all others are not there. */
async function lookUp(
  run: SendingRun,
  items: readonly Item[],
  unanswered: Pick<Unanswered, 'at' | 'serverAt'>,
  wanted: readonly number[],
  found: Map<number, RowResult>,
): Promise<ReadonlyMap<number, string>> {
  const { session, service, journal, requestLock, claimed, cancellation } = run;
  return await requestLock.exclusively(async () => {
    const known = await claimed.known();
    const since = sinceOf(unanswered);
    const receivedAt = service.lastAnswerAt() ?? session.io.now();
    const beganAt = Math.min(journal.learned.beganAt, since);
    const verdicts = await findRecords(run, {
      items: new Map([...items.entries()].filter(([place]) => !found.has(place))),
      wanted,
      since,
      beganAt,
      answeredAt: receivedAt,
      isClaimed: (id) => known.has(id),
    });
    const reasons = new Map<number, string>();
    for (const [place, verdict] of verdicts) {
      if (verdict.is === 'found') found.set(place, verdict.result);
      else if (verdict.is === 'uncertain') reasons.set(place, verdict.reason);
    }
    claimed.add([...found.values()].map(({ id }) => id));
    return reasons;
  }, cancellation.signal);
}

// One item creates a record and adds it to the list; a service that was interrupted between the two is corrected here.

/** No list has this id. */
const NO_LIST = 2_000_000_000;
const NO_PATH = new Set([404, 405]);

/** Adds what is not in the list. Gives the rows of which that cannot be known, as uncertain ones. */
async function addMissingToList(
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
