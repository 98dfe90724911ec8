// The request of a bulk: within the rate limit, and journaled before it goes.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import type { Item } from '../../../rules/records/search-fields.ts';
import { deadlineOf } from '../../shared/creation.ts';
import { type SentLine, sinceOf, type Unanswered } from '../recover/journal.ts';
import type { RecordClock } from '../recover/record-clock.ts';
import {
  createdAtMs,
  failedRow,
  type ItemAnswer,
  leftOut,
  readAnswers,
  unchangedRow,
  updatedRow,
} from '../report/row-result.ts';
import type { ImportRun, SendingRun } from '../run.ts';
import { requestsPerMinute, type Turn } from '../service.ts';
import { changeRecord, settableOf } from './change-record.ts';

export interface Bulk {
  readonly number: number;
  readonly items: readonly Item[];
  /** Of each item. */
  readonly lines: readonly number[];
  /** Lines where its first and last row begin. */
  readonly rows: readonly [first: number, last: number];
  /** The record that its only item updates. Doing that twice is the same as once: nothing has to be looked up. */
  readonly recordId: number | null;
}

export const placesOf = ({ items }: Bulk): number[] => [...items.keys()];

/** `leave`: to be called once the results are on the disk; until then records may not be looked up alone. */
export interface Received {
  readonly is: 'answered';
  readonly answers: readonly ItemAnswer[];
  readonly leave: () => void;
}
export interface RefusedBulk {
  readonly is: 'refused';
  readonly error: unknown;
}
export interface Failed {
  readonly is: 'not_sent' | 'unknown';
  readonly error: unknown;
}

/**
 * Refused by the rate for so long without a break, waits included, something else is wrong: a quota, or another program at
 * full speed.
 */
const RATE_PATIENCE_MS = 900_000;
export const BACKOFF_CAP_MS = 20_000;

/** Whether it changes one record. Doing that twice is the same as once: nothing has to be looked up. */
export const isOfRecord = ({ plan }: ImportRun, { recordId }: Bulk): boolean =>
  plan.change !== undefined || recordId !== null;

/** Sends until there is an answer or a failure that is more than the rate. */
export async function send(
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
      // Waited for here: where another request of the attempt was refused, no pacer of this one knows of it.
      const waitMs = (error instanceof ApiError ? error.retryAfterMs : undefined) ?? BACKOFF_CAP_MS;
      refusedAt ??= run.session.io.now();
      if (run.session.io.now() + waitMs - refusedAt > RATE_PATIENCE_MS) throw error;
      run.progress.wait('rate limit reached (429)', waitMs);
      run.tally.pacedMs += waitMs;
      await run.session.io.sleep(waitMs, run.cancellation.signal);
    }
  }
}

async function sendOnce(run: SendingRun, bulk: Bulk, places: readonly number[], attempt: number): Promise<Received> {
  const { service, plan, journal, requestLock, clock, tally } = run;
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
    const onTurn = async (timeoutMs: number, isRecorded = false) => {
      inside.leave = await requestLock.share(signal);
      const at = now();
      goneAt = at;
      const deadline = deadlineOf(at, timeoutMs, service.isInProcess);
      const serverAt = service.lastAnswerAt();
      sent = {
        ...{ sent: number, attempt, rows, items: items.length, at, deadline, serverAt },
        ...(!isRecorded && { isUnrecorded: true }),
      };
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
    // Of a service without a rate, what waits for its turn waits for answers.
    const pacedMs = requestsPerMinute(service, plan) === null ? 0 : (goneAt ?? now()) - queuedAt;
    tally.pacedMs += pacedMs;
    tally.answeredMs += now() - queuedAt - pacedMs;
  }
}

/** A record that this very request created shows how the service's clocks differ. */
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

// What the failure of a bulk means: certainly not processed, refused, or unknown.

type FailureKind =
  /** The rate: it waits and goes again, however often. */
  | 'rate_limited'
  /** Certainly not processed, and it may pass. */
  | 'not_sent'
  /** The bulk as a whole: its rows fail, the import goes on. */
  | 'refused'
  /** It may have been processed. */
  | 'unknown'
  /** No bulk can go through as things are. */
  | 'stop';

const REFUSED = new Set([400, 413, 422]);
/** Of a request about one record, also that it is gone, or is not to be changed now. */
const REFUSED_OF_ONE = new Set([...REFUSED, 404, 409, 410]);

function classifyFailure(error: unknown, isOfOne = false): FailureKind {
  if (error instanceof ApiError) {
    if (error.status === 429) return 'rate_limited';
    if ((isOfOne ? REFUSED_OF_ONE : REFUSED).has(error.status)) return 'refused';
    return error.status === 408 || error.status >= 500 ? 'unknown' : 'stop';
  }
  if (error instanceof NetworkError) {
    if (error.sent === 'maybe') return 'unknown';
    return error.passing ? 'not_sent' : 'stop';
  }
  // A redirect was not followed: nothing behind it has seen the bulk.
  if (error instanceof ReplyError) return error.fault === 'redirect' ? 'stop' : 'unknown';
  return 'stop';
}

/** What went wrong, with the request id where there is one. */
export function reasonText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const id = error instanceof ApiError || error instanceof ReplyError ? error.requestId : undefined;
  return id === undefined ? error.message : `${error.message} (request id ${id})`;
}

// What the service answers to one request: about each item of a bulk, or about the record that a row names.

interface SentRows {
  /** The record that the only item updates. */
  readonly recordId: number | null;
  readonly items: readonly Item[];
  readonly lines: readonly number[];
  /** Whether an earlier request for them went out. */
  readonly wasSent: boolean;
}

/** Null where the answer does not cover the items. What a plan does not have is not sent. */
async function answersOf(run: SendingRun, rows: SentRows, turn: Turn): Promise<readonly ItemAnswer[] | null> {
  if (run.gate === null) return await sentAnswers(run, rows, turn);
  const reasons = await run.gate.reasons(rows);
  const items = rows.items.filter((_, at) => reasons[at] === null);
  const answers = items.length === 0 ? [] : await sentAnswers(run, { ...rows, items }, turn);
  if (answers === null) return null;
  const next = answers.values();
  return reasons.flatMap((why): ItemAnswer[] => {
    if (why !== null) return [{ ...leftOut('rejected', why), createdAt: null }];
    const { value } = next.next();
    return value === undefined ? [] : [value];
  });
}

async function sentAnswers(
  { service, plan, settable }: SendingRun,
  { recordId, items, wasSent }: SentRows,
  turn: Turn,
): Promise<readonly ItemAnswer[] | null> {
  const [item = {}] = items;
  if (plan.change !== undefined)
    return [await changeRecord({ service, settable }, plan.entity, plan.change, { recordId, item, wasSent }, turn)];
  if (recordId !== null) {
    const listId = plan.list?.id ?? null;
    const { values, kept } = await settableOf({ service, settable }, { id: recordId }, item, turn.signal);
    if (values !== null) return [updatedRow(recordId, await service.update(recordId, values, listId, turn), kept)];
    const [notAdded] = listId === null ? [] : await service.addToList(listId, [recordId], turn.signal);
    if (notAdded !== undefined) return [{ ...failedRow(notAdded.error), createdAt: null }];
    return [wasSent ? updatedRow(recordId, null, kept) : unchangedRow(recordId, kept)];
  }
  const sent = settable === null ? items : await settable.of(items);
  return readAnswers(plan.entity, await service.bulk(sent, turn), items.length);
}
