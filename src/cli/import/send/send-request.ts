// The request of a bulk: within the rate limit, and journaled before it goes.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { deadlineOf } from '../../shared/creation.ts';
import { type SentLine, sinceOf, type Unanswered } from '../recover/journal.ts';
import type { RecordClock } from '../recover/record-clock.ts';
import { createdAtMs, type ItemAnswer } from '../report/row-result.ts';
import type { ImportRun, SendingRun } from '../run.ts';
import { requestsPerMinute } from '../service.ts';
import { answersOf } from './answers.ts';
import type { Bulk } from './bulk.ts';
import { classifyFailure } from './failure.ts';

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
