// One bulk from start to end: sent within the rate limit, journaled before and after, reconciled if its response is lost.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import type { LateRecord } from '../../session/history/session-history.ts';
import type { Defer } from '../../shared/parallel-map.ts';
import { CliError } from '../../terminal/exit.ts';
import { type ImportJournal, RESOLUTION_MS, type SentLine, sinceOf, type Unanswered } from '../recover/journal.ts';
import { findSuperseded, reconcile } from '../recover/reconcile.ts';
import type { RecordClock } from '../recover/record-clock.ts';
import { createdAtMs, failedRow, type ItemAnswer, type RowResult } from '../report/row-result.ts';
import type { ImportRun, SendingRun } from '../run.ts';
import { answersOf } from './answers.ts';
import { type Bulk, placesOf } from './bulk.ts';
import { classifyFailure, reasonText } from './failure.ts';

/** `leave`: to be called once the results are on the disk; until then records may not be looked up alone. */
interface Received {
  readonly is: 'answered';
  readonly answers: readonly ItemAnswer[];
  readonly leave: () => void;
}
interface RefusedBulk {
  readonly is: 'refused';
  readonly error: unknown;
}
interface Failed {
  readonly is: 'not_sent' | 'unknown';
  readonly error: unknown;
}

/**
 * Refused by the rate for so long without a break, waits included, something else is wrong: a quota, or another program at
 * full speed.
 */
const RATE_PATIENCE_MS = 900_000;
/**
 * A request that we gave up on may still be under way, or be worked on. A service that has not started with it after twice
 * the time an attempt may take is taken to have dropped it: only then are rows without a match key sent again.
 */
const ARRIVES_WITHIN = 2;
const BACKOFF_MS = 1_000;
const BACKOFF_CAP_MS = 20_000;

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
    if (isResent && failures === 0) dropUndecided(found);
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

/** Whether it changes one record. Doing that twice is the same as once: nothing has to be looked up. */
const isOfRecord = ({ plan }: ImportRun, { recordId }: Bulk): boolean => plan.change !== undefined || recordId !== null;

/** Without a record: one that is there is never sent again. */
const isUndecided = ({ status, id }: RowResult) => status === 'uncertain' && id === null;

const settled = (result: RowResult): RowResult =>
  result.status === 'uncertain' ? { ...result, status: 'created', error: '' } : result;

function dropUndecided(found: Map<number, RowResult>): void {
  for (const [place, result] of found) if (isUndecided(result)) found.delete(place);
}

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
  const listed = results.map((result): RowResult => (isUndecided(result) ? result : settled(result)));
  return new Map([...listed.entries()].filter(([, result]) => !isUndecided(result)));
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

/** Sends until there is an answer or a failure that is more than the rate. */
async function send(
  run: SendingRun,
  bulk: Bulk,
  places: readonly number[],
  unanswered: Unanswered | null,
): Promise<Received | RefusedBulk | Failed> {
  if (places.length === 0) return { is: 'answered', answers: [], leave: () => {} };
  let refusedAt: number | null = null;
  for (let attempt = (unanswered?.attempts ?? 0) + 1; ; attempt += 1) {
    try {
      return await sendOnce(run, bulk, places, attempt);
    } catch (error) {
      run.cancellation.signal.throwIfAborted();
      const verdict = classifyFailure(error, isOfRecord(run, bulk));
      if (verdict === 'stop') throw error;
      if (verdict !== 'rate_limited') return { is: verdict, error };
      // The pacer knows how long: the next attempt waits there. Told, for it was not our own rate that had to be kept.
      const waitMs = (error instanceof ApiError ? error.retryAfterMs : undefined) ?? BACKOFF_CAP_MS;
      refusedAt ??= run.session.io.now();
      if (run.session.io.now() + waitMs - refusedAt > RATE_PATIENCE_MS) throw error;
      run.progress.wait('rate limit reached (429)', waitMs);
    }
  }
}

async function sendOnce(run: SendingRun, bulk: Bulk, places: readonly number[], attempt: number): Promise<Received> {
  const { service, journal, requestLock, clock, tally } = run;
  const { now } = run.session.io;
  const { signal } = run.cancellation;
  const { number, items, lines, rows, recordId } = bulk;
  const sentRows = {
    recordId,
    items: places.map((place) => items[place] ?? {}),
    lines: places.map((place) => lines[place] ?? 0),
  };
  const queuedAt = now();
  let goneAt: number | null = null;
  let sent: SentLine | null = null;
  const inside = { leave: () => {} };
  // Halting takes back what waits for its turn, and lets what is under way end.
  const waiting = new AbortController();
  const onCancel = () => {
    if (goneAt === null) waiting.abort(signal.reason);
  };
  signal.addEventListener('abort', onCancel, { once: true });
  try {
    signal.throwIfAborted();
    const onTurn = async (timeoutMs: number) => {
      inside.leave = await requestLock.share(signal);
      const at = now();
      goneAt = at;
      const deadline = service.isInProcess ? at : at + ARRIVES_WITHIN * timeoutMs;
      const serverAt = service.lastAnswerAt();
      sent = { sent: number, attempt, rows, items: items.length, at, deadline, serverAt };
      await journal.sent(sent);
    };
    const turn = { onTurn, signal: waiting.signal };
    const answers = await answersOf(run, { ...sentRows, wasSent: attempt > 1 }, turn);
    if (answers === null) throw incomplete();
    learnClock(clock, answers, sent, service.lastAnswerAt() ?? now());
    return { is: 'answered', answers, leave: inside.leave };
  } catch (error) {
    inside.leave();
    throw error;
  } finally {
    signal.removeEventListener('abort', onCancel);
    tally.pacedMs += (goneAt ?? now()) - queuedAt;
    tally.answeredMs += goneAt === null ? 0 : now() - goneAt;
  }
}

/** A record that this very request created tells how the service's clocks differ. */
function learnClock(
  clock: RecordClock,
  answers: readonly ItemAnswer[],
  sent: SentLine | null,
  receivedAt: number,
): void {
  const created = answers.find((answer) => answer.outcome === 'CREATED' && createdAtMs(answer) !== null);
  const createdAt = created === undefined ? null : createdAtMs(created);
  if (createdAt !== null && sent !== null) clock.created(createdAt, sinceOf(sent), receivedAt);
}

function incomplete(): ReplyError {
  return new ReplyError({
    method: 'POST',
    path: 'bulk',
    fault: 'no_data',
    status: 200,
    message: 'the response to a bulk request does not cover all of its items',
    body: '',
  });
}

/** Puts the results together and on the disk. */
async function finish(
  { journal, claimed, proof, clock, session, entity }: SendingRun,
  bulk: Bulk,
  sending: Received | RefusedBulk,
  found: ReadonlyMap<number, RowResult>,
  unanswered: Unanswered | null,
): Promise<readonly RowResult[]> {
  try {
    const answers = sending.is === 'answered' ? sending.answers.values() : null;
    const refusal = sending.is === 'answered' ? '' : reasonText(sending.error);
    const foundLater: LateRecord[] = [];
    const results = placesOf(bulk).map((place) => {
      const looked = found.get(place);
      const answer = looked === undefined ? answers?.next().value : undefined;
      const result = looked ?? (answer === undefined ? failedRow(refusal) : ownResult(answer, unanswered, clock));
      // A request without an answer made it: the history has not heard of it.
      if (result.status === 'created' && result.id !== null && answer?.status !== 'created')
        foundLater.push({ id: result.id, item: bulk.items[place] ?? {} });
      return result;
    });
    if (foundLater.length > 0) await session.history.found(entity.kind, foundLater);
    await journal.done(bulk.number, results);
    learn(proof, bulk, results);
    claimed.add(results.map(({ id }) => id));
    return results;
  } finally {
    if (sending.is === 'answered') sending.leave();
  }
}

/**
 * A record that a lost request of this bulk made is found again by its keys: for the row it was created, though the
 * service's last word is that nothing changed.
 */
function ownResult(answer: ItemAnswer, unanswered: Unanswered | null, clock: RecordClock): RowResult {
  if (unanswered === null || answer.status !== 'unchanged') return answer;
  const createdAt = createdAtMs(answer);
  if (createdAt === null) return answer;
  const isOurs = clock.lag !== 'unrelated' && clock.ageOf(createdAt, sinceOf(unanswered)) === 'newer';
  return isOurs ? { ...answer, status: 'created' } : answer;
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
