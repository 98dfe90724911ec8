// One bulk from start to end: sent, its results journaled, reconciled if its response is lost.

import type { BulkCreation } from '../../session/history/creations.ts';
import type { LateRecord } from '../../session/history/session-history.ts';
import type { Defer } from '../../shared/parallel-map.ts';
import { CliError } from '../../terminal/exit.ts';
import { type ImportJournal, RESOLUTION_MS, sinceOf, type Unanswered } from '../recover/journal.ts';
import { findSuperseded, reconcile } from '../recover/reconcile.ts';
import type { RecordClock } from '../recover/record-clock.ts';
import { createdAtMs, failedRow, type ItemAnswer, type RowResult } from '../report/row-result.ts';
import type { ImportRun, SendingRun } from '../run.ts';
import {
  BACKOFF_CAP_MS,
  type Bulk,
  type Failed,
  isOfRecord,
  placesOf,
  type Received,
  type RefusedBulk,
  reasonText,
  send,
} from './send-request.ts';

const BACKOFF_MS = 1_000;

/**
 * The results of a bulk, in order. When it resolves they are on the disk. Throws what stops the import, or the cancellation's
 * reason; what is known of the bulk is then in the journal.
 */
export async function sendBulk(run: SendingRun, bulk: Bulk, defer: Defer): Promise<readonly RowResult[]> {
  const { journal, request, session } = run;
  const known = openAt(run, bulk);
  if (known === 'done') return await doneResults(run, bulk);
  const { supersededSince } = run.header;
  let unanswered = known && { ...known, ...earliest(known, supersededSince) };
  let isSettled = known === null;
  // Looked for first: they may be there by now, or have been all the time.
  const isResent = request.resendUncertain && hasEarlierResults(journal, bulk);
  const found = await knownResults(journal, bulk);
  if (known === null && supersededSince !== undefined && !isOfRecord(run, bulk))
    await findSuperseded(run, bulk.items, supersededSince, found);
  for (let failures = 0; ; ) {
    if (!isSettled && unanswered !== null && !isOfRecord(run, bulk))
      await reconcile(run, bulk.items, unanswered, found, defer);
    if (isResent && failures === 0) for (const [place, result] of found) if (isUndecided(result)) found.delete(place);
    isSettled = true;
    const places = placesOf(bulk).filter((place) => !found.has(place));
    const sending = await send(run, bulk, places, unanswered);
    if (sending.is === 'answered' || sending.is === 'refused')
      return await finish(run, bulk, sending, found, unanswered);
    failures += 1;
    if (sending.is === 'unknown') {
      unanswered = unansweredOf(journal, bulk);
      isSettled = false;
    }
    if (failures > session.settings.maxRetries) throw gaveUp(bulk, sending, failures);
    await backOff(run, sending, failures);
  }
}

/** A record of the bulk may be one that the import before it made. */
const earliest = (unanswered: Unanswered, since: number | undefined) =>
  since !== undefined && since < sinceOf(unanswered) ? { serverAt: since + RESOLUTION_MS } : {};

/** Without a record: one that is there is never sent again. */
const isUndecided = ({ status, id }: RowResult) => status === 'uncertain' && id === null;

function hasEarlierResults(journal: ImportJournal, { number }: Pick<Bulk, 'number'>): boolean {
  const { is } = journal.state(number);
  return is === 'uncertain' || is === 'reopened';
}

/** The rows of a bulk that an earlier run decided, where it left others uncertain. */
async function knownResults(journal: ImportJournal, { number, items }: Bulk): Promise<Map<number, RowResult>> {
  if (!hasEarlierResults(journal, { number })) return new Map();
  const results = await journal.results(number);
  if (results.length !== items.length) return new Map();
  // One with a record lacks no more than its place in the list, which is looked at again.
  const settled = ({ status, ...result }: RowResult): RowResult =>
    status === 'uncertain' ? { ...result, status: 'created', error: '' } : { ...result, status };
  const known = [...results.entries()].filter(([, result]) => !isUndecided(result));
  return new Map(known.map(([place, result]) => [place, settled(result)]));
}

/** What the journal knows before the bulk is touched. A bulk that was cut otherwise than now must not be continued. */
function openAt({ journal, request }: ImportRun, bulk: Bulk): Unanswered | null | 'done' {
  const state = journal.state(bulk.number);
  if (state.is === 'unknown') return null;
  if (state.is === 'done') return 'done';
  if (state.is === 'uncertain' && !request.resendUncertain) return 'done';
  const { rows, items } = state.unanswered;
  if (rows[0] !== bulk.rows[0] || rows[1] !== bulk.rows[1] || items !== bulk.items.length) throw otherwiseCut(bulk);
  return state.unanswered;
}

/** The results of a bulk that an earlier run brought to its end. Throws CliError where the journal does not have them. */
export async function doneResults({ journal, proof }: ImportRun, bulk: Bulk): Promise<readonly RowResult[]> {
  const { is } = journal.state(bulk.number);
  if (is === 'unknown' || is === 'unanswered') throw otherwiseCut(bulk);
  const results = await journal.results(bulk.number);
  if (results.length !== bulk.items.length) throw otherwiseCut(bulk);
  learn(proof, bulk, results);
  return results;
}

function learn(proof: ImportRun['proof'], bulk: Bulk, results: readonly RowResult[]): void {
  if (bulk.recordId === null && proof.isLearning) proof.learn(bulk.items, results);
}

function otherwiseCut({ number, rows }: Bulk): CliError {
  const where = `bulk ${number}, lines ${rows[0]} to ${rows[1]}`;
  return new CliError('conflict', 'journal_mismatch', `the journal of this import does not match the file (${where})`, {
    hint: 'it was started by another version of reach, or its journal is incomplete: start over with --new',
  });
}

function unansweredOf(journal: ImportJournal, { number }: Bulk): Unanswered | null {
  const state = journal.state(number);
  return 'unanswered' in state ? state.unanswered : null;
}

/** Puts the results together and on the disk. */
async function finish(
  { journal, service, claimed, proof, clock, session, entity }: SendingRun,
  bulk: Bulk,
  sending: Received | RefusedBulk,
  found: ReadonlyMap<number, RowResult>,
  unanswered: Unanswered | null,
): Promise<readonly RowResult[]> {
  try {
    const answers = sending.is === 'answered' ? sending.answers.values() : null;
    const refusal = sending.is === 'answered' ? '' : reasonText(sending.error);
    const foundLater: LateRecord[] = [];
    const creations = unanswered?.isRecorded === true ? await session.history.creations(entity.name, bulk.items) : null;
    const results = placesOf(bulk).map((place) => {
      const looked = found.get(place);
      const answer = looked === undefined ? answers?.next().value : undefined;
      const creation = creations?.[place];
      const last = looked ?? answer ?? failedRow(refusal);
      const result = { ...last, status: statusOf(last, answer ?? null, creation, { unanswered, clock }) };
      // A request without an answer made it: the history does not have it yet.
      if (result.status === 'created' && result.id !== null && answer?.status !== 'created')
        foundLater.push({ id: result.id, item: bulk.items[place] ?? {} });
      return result;
    });
    if (foundLater.length > 0) await session.history.found(entity.name, foundLater);
    await journal.done(bulk.number, results, session.io.now(), service.limits());
    learn(proof, bulk, results);
    claimed.add(results.map(({ id }) => id));
    return results;
  } finally {
    if (sending.is === 'answered') sending.leave();
  }
}

/**
 * For the row it was created where a lost request of this bulk created it, though the service's last word is that it was there. The
 * history knows whether one was to create it; where it does not, the clocks of both sides must agree that it is newer.
 */
function statusOf(
  { status }: RowResult,
  answer: ItemAnswer | null,
  creation: BulkCreation | null | undefined,
  { unanswered, clock }: { readonly unanswered: Unanswered | null; readonly clock: RecordClock },
): RowResult['status'] {
  if (answer === null) return status === 'created' && creation === null ? 'unchanged' : status;
  if (unanswered === null || (status !== 'unchanged' && status !== 'merged')) return status;
  const createdAt = createdAtMs(answer);
  const age = createdAt === null ? 'unknown' : clock.ageOf(createdAt, sinceOf(unanswered));
  const isNew =
    creation === undefined
      ? status === 'unchanged' && clock.lag !== 'unrelated' && age === 'newer'
      : creation !== null && age !== 'older';
  return isNew ? 'created' : status;
}

function gaveUp({ rows }: Bulk, { is, error }: Failed, failures: number): unknown {
  if (is !== 'unknown') return error;
  const what = `the rows of lines ${rows[0]} to ${rows[1]} were sent ${failures} times without a response`;
  return new CliError('later', 'no_answer', `${what}: ${reasonText(error)}`, {
    hint: 'nothing is lost: run the same command again, it first looks up what was imported',
  });
}

async function backOff(
  { session, progress, cancellation }: SendingRun,
  { is, error }: Failed,
  failures: number,
): Promise<void> {
  const most = Math.min(BACKOFF_CAP_MS, BACKOFF_MS * 2 ** (failures - 1));
  const waitMs = Math.round(most * (0.5 + session.io.random() / 2));
  progress.wait(`${is === 'unknown' ? 'no response' : 'not sent'}: ${reasonText(error)}`, waitMs);
  await session.io.sleep(waitMs, cancellation.signal);
}
