import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError, ReplyError, type ReplyFault } from '../../../src/client/errors.ts';
import {
  DEFAULT_RETRY,
  type RetryPolicy,
  retryReason,
  type Wait,
  waitMsAfter,
  withRetries,
} from '../../../src/client/retry/retry.ts';
import { NetworkError, type NetworkFault } from '../../../src/client/transport/transport.ts';
import { codeOfStatus } from '../../../src/contract/envelope.ts';
import { virtualClock } from '../../clock.ts';

const asked = { method: 'GET', path: '/v1/x', body: '' };
const answered = (status: number, retryAfterMs?: number) =>
  new ApiError({ ...asked, status, code: codeOfStatus(status), message: `${status}`, retryAfterMs });
const lost = (sent: 'no' | 'maybe', fault: NetworkFault = 'lost', code = 'X') =>
  new NetworkError({ fault, code, sent, message: 'lost' });
const wrong = (fault: ReplyFault) => new ReplyError({ ...asked, fault, status: 200, message: fault });

test.each<[string, ApiError | ReplyError | NetworkError, string | null, string | null]>([
  ['400', answered(400), null, null],
  ['401', answered(401), null, null],
  ['403', answered(403), null, null],
  ['404', answered(404), null, null],
  ['408', answered(408), 'timeout', null],
  ['409', answered(409), null, null],
  ['413', answered(413), null, null],
  ['422', answered(422), null, null],
  ['429', answered(429), 'rate_limited', 'rate_limited'],
  ['500', answered(500), 'server_error', null],
  ['502', answered(502), 'server_error', null],
  ['503', answered(503), 'server_error', null],
  ['504', answered(504), 'server_error', null],
  ['not sent', lost('no', 'refused'), 'network', 'network'],
  ['name not found', lost('no', 'unknown_host'), 'network', 'network'],
  ['connection cut', lost('maybe'), 'network', null],
  ['no answer in time', lost('maybe', 'timeout'), 'network', null],
  ['proxy down', lost('no', 'proxy', 'PROXY_502'), 'network', 'network'],
  ['proxy wants a password', lost('no', 'proxy', 'PROXY_407'), null, null],
  ['untrusted certificate', lost('no', 'untrusted'), null, null],
  ['no TLS', lost('no', 'tls'), null, null],
  ['answer too large', lost('maybe', 'too_large'), null, null],
  ['200, JSON cut short', wrong('cut'), 'cut_reply', null],
  ['200, no JSON', wrong('not_json'), null, null],
  ['200, no data', wrong('no_data'), null, null],
  ['3xx', wrong('redirect'), null, null],
])('what is repeated: %s: of a read and of a write', (_, error, read, write) => {
  expect([retryReason(error, 'read'), retryReason(error, 'write')]).toEqual([read, write]);
});

describe('how long it waits', () => {
  const most = () => 1 - Number.EPSILON;
  test.each([
    ['full jitter, at most', 500, most, [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000]],
    ['full jitter, at least', 500, () => 0, [0, 0, 0, 0, 0, 0, 0, 0]],
    ['429 that does not say, at most', 429, most, [4000, 8000, 16_000, 32_000, 40_000]],
    ['429 that does not say, at least', 429, () => 0, [2000, 4000, 8000, 16_000, 20_000]],
  ])('%s', (_, status, random, waits) => {
    expect(waits.map((_, at) => waitMsAfter(answered(status), at + 1, random))).toEqual(waits);
  });

  test('as long as the service asks, whatever the attempt', () => {
    expect([1, 2, 3].map((number) => waitMsAfter(answered(503, 7_000), number, most))).toEqual([7000, 7000, 7000]);
  });
});

/** Runs a script of outcomes; each attempt takes `takesMs`. */
async function play(
  script: readonly (ApiError | ReplyError | NetworkError | 'ok')[],
  {
    effect = 'read',
    takesMs = 100,
    ...input
  }: { effect?: 'read' | 'write'; takesMs?: number } & Partial<RetryPolicy> = {},
) {
  const clock = virtualClock({ now: 0 });
  const waits: Wait[] = [];
  const allowed: number[] = [];
  let at = 0;
  const work = withRetries(
    async (attempt) => {
      allowed.push(attempt.begin());
      await clock.sleep(takesMs);
      const outcome = script[at++] ?? 'ok';
      if (outcome !== 'ok') throw outcome;
      return `ok at attempt ${attempt.number} of ${attempt.of}`;
    },
    { effect, policy: { ...DEFAULT_RETRY, ...input }, clock, onWait: (wait) => waits.push(wait) },
  );
  const end = await clock.run(
    work.then(
      (value) => ({ value, error: null }),
      (error: unknown) => ({ value: null, error }),
    ),
  );
  return { ...end, waits, allowed, ms: clock.now() };
}

test('a write is not made again once it may have been processed', async () => {
  const error = answered(500);
  expect(await play([error], { effect: 'write' })).toMatchObject({ error, waits: [], ms: 100 });
  expect(error).toMatchObject({ attempts: 1, hint: 'the request may have been processed' });
});

test('a write that was certainly not processed is made again', async () => {
  const { value } = await play([lost('no', 'refused'), answered(429, 10)], { effect: 'write' });
  expect(value).toBe('ok at attempt 3 of 5');
});

test('after the last attempt the failure says how many there were', async () => {
  const errors = Array.from({ length: 5 }, () => answered(502, 1000));
  const { error, waits } = await play(errors);
  expect(error).toBe(errors[4]);
  expect(error).toMatchObject({ attempts: 5, hint: 'tried 5 times' });
  expect(waits).toHaveLength(4);
});

test('each wait names its reason, the attempt it is for and the failure before it', async () => {
  const errors = [answered(503, 10), lost('maybe')];
  const { waits } = await play(errors);
  expect(waits).toEqual([
    { reason: 'server_error', waitMs: 10, attempt: 2, of: 5, error: errors[0] },
    { reason: 'network', waitMs: expect.any(Number), attempt: 3, of: 5, error: errors[1] },
  ]);
});

test('without retries the failure says that it was tried once', async () => {
  const { error } = await play([answered(500)], { retries: 0 });
  expect(error).toMatchObject({ attempts: 1, hint: 'tried once' });
});

test('a hint of the failure stays in front of the number of attempts', async () => {
  const error = answered(500);
  error.hint = 'ask the operator';
  await play([error], { retries: 0 });
  expect(error.hint).toBe('ask the operator; tried once');
});

test('a wait that ends exactly at the deadline is not begun', async () => {
  const { error, waits } = await play([answered(429, 900)], { deadlineMs: 1000 });
  expect(waits).toEqual([]);
  expect(error).toMatchObject({ hint: expect.stringContaining('longer than the time left') });
});

test('what fails before the first attempt begins is thrown as it is', async () => {
  const error = answered(503, 10);
  const work = withRetries(() => Promise.reject(error), {
    effect: 'read',
    policy: DEFAULT_RETRY,
    clock: virtualClock(),
  });
  await expect(work).rejects.toBe(error);
  expect(error.hint).toBeUndefined();
});

test('a Retry-After beyond the deadline fails at once, and says so', async () => {
  const { error, waits, ms } = await play([answered(429, 120_000)]);
  expect(error).toMatchObject({
    status: 429,
    attempts: 1,
    hint: 'the service asks to wait 120 s, longer than the time left (--request-timeout)',
  });
  expect([waits, ms]).toEqual([[], 100]);
});

test('when the time is spent there is no further attempt', async () => {
  const { error, ms } = await play([answered(500), answered(500), answered(500)], { takesMs: 900, deadlineMs: 1000 });
  expect(error).toMatchObject({ hint: 'the 1 s allowed are spent (--request-timeout)' });
  expect(ms).toBeLessThanOrEqual(2000);
});

test('no attempt and no wait goes beyond the deadline', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.constantFrom(408, 500, 503).map((status) => answered(status)),
          fc.integer({ min: 0, max: 30_000 }).map((ms) => answered(429, ms)),
          fc.constant(null).map(() => lost('maybe')),
        ),
        { minLength: 12, maxLength: 12 },
      ),
      fc.integer({ min: 1, max: 30_000 }),
      fc.integer({ min: 0, max: 10 }),
      async (script, deadlineMs, retries) => {
        const { ms, allowed, waits } = await play(script, { takesMs: 0, deadlineMs, retries });
        expect(ms).toBeLessThan(deadlineMs);
        expect(allowed.every((one) => one > 0 && one <= deadlineMs)).toBe(true);
        expect(waits.length).toBeLessThanOrEqual(retries);
        expect(allowed).toHaveLength(waits.length + 1);
      },
    ),
  );
});

test('waiting for its turn before the first attempt does not count, after it does', async () => {
  const clock = virtualClock({ now: 0 });
  const refused = [answered(429, 1000), answered(429, 1000)];
  const begun: number[] = [];
  const work = withRetries(
    async (attempt) => {
      await clock.sleep(45_000);
      begun.push(attempt.begin());
      throw refused[attempt.number - 1];
    },
    { effect: 'read', policy: DEFAULT_RETRY, clock },
  );
  await expect(clock.run(work)).rejects.toBe(refused[1]);
  expect(begun).toEqual([60_000, 14_000]);
  expect(refused[1]).toMatchObject({ attempts: 2, hint: 'the 60 s allowed are spent (--request-timeout)' });
});

test('the signal ends it at any moment, with its reason', async () => {
  const clock = virtualClock();
  const reason = new Error('stop');
  const stop = new AbortController();
  let attempts = 0;
  const work = withRetries(
    async (attempt) => {
      attempt.begin();
      attempts += 1;
      throw answered(503, 10_000);
    },
    { effect: 'read', policy: DEFAULT_RETRY, clock, signal: stop.signal },
  );
  const ended = expect(work).rejects.toBe(reason);
  await clock.advance(5_000);
  stop.abort(reason);
  await ended;
  expect(attempts).toBe(1);
  expect(clock.sleepers).toBe(0);
  const never = withRetries(async () => 'x', { effect: 'read', policy: DEFAULT_RETRY, clock, signal: stop.signal });
  await expect(never).rejects.toBe(reason);
});

test('what is not a failure of the interface is thrown as it is', async () => {
  const clock = virtualClock();
  const bug = new TypeError('bug');
  const work = withRetries(
    async (attempt) => {
      attempt.begin();
      throw bug;
    },
    { effect: 'read', policy: DEFAULT_RETRY, clock },
  );
  await expect(work).rejects.toBe(bug);
  expect(Object.keys(bug)).toEqual([]);
});
