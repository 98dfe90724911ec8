import { describe, expect, test } from 'vitest';
import { Interrupted } from '../../../../src/cli/terminal/io.ts';
import { count, enforceRateLimits, file, openTroubledImport, rig, run, statuses } from './troubled-import.ts';

openTroubledImport();

describe('Ctrl-C', () => {
  test('lets what is under way end, sends nothing more, and says how to continue', async () => {
    rig.write('in.csv', file(20));
    const controller = new AbortController();
    const onBulk = (bulk: number) => {
      if (bulk === 3) controller.abort(new Interrupted('SIGINT'));
    };
    const { code, stderr, summary, bulks } = await run('in.csv', {
      interrupt: controller.signal,
      onBulk,
      flags: { parallel: '3', results: 'out.csv' },
    });
    expect([code, bulks, summary['state'], summary['created'], await count()]).toEqual([130, 3, 'stopped', 6, 6]);
    expect(stderr).toContain(
      'finishing 3 requests (press Ctrl-C again to quit at once); resume with: reach contacts import --resume ID\n',
    );
    expect(statuses('out.csv')).toEqual(Array(6).fill('created'));
    const resumed = await run(undefined, { flags: { resume: true } });
    expect([resumed.code, resumed.summary['created'], await count(), statuses('out.csv').length]).toEqual([
      0, 20, 20, 20,
    ]);
    expect(resumed.stderr).toContain('resuming import ID, started 2026-11-21T');
  });

  test('while bulks wait for the rate: they stay where they are', async () => {
    await enforceRateLimits();
    rig.write('in.csv', file(80));
    const controller = new AbortController();
    const onBulk = (bulk: number) => {
      if (bulk === 30) void rig.clock.sleep(5_000).then(() => controller.abort(new Interrupted('SIGTERM')));
    };
    const { code, stderr, bulks } = await run('in.csv', { interrupt: controller.signal, onBulk });
    expect([code, bulks, await count()]).toEqual([143, 30, 60]);
    expect(stderr).toContain('stopping; resume with: reach contacts import --resume ID\n');
    expect((await run('in.csv')).code).toBe(0);
    expect(await count()).toBe(80);
  });

  test('while it waits after a 429: it stops at once, and no row has failed', async () => {
    rig.write('in.csv', file(2));
    const controller = new AbortController();
    let asked = 0;
    const onBulk = () => {
      asked = rig.clock.now();
      void rig.clock.sleep(1_000).then(() => controller.abort(new Interrupted('SIGINT')));
    };
    const { code, stderr, summary } = await run('in.csv', {
      interrupt: controller.signal,
      onBulk,
      trouble: () => 'rate limited',
    });
    expect([code, summary['state'], summary['rows'], summary['failed']]).toEqual([130, 'stopped', 0, 0]);
    expect(rig.clock.now() - asked).toBeLessThan(2_000);
    expect(stderr).toContain('waiting 2 s: rate limit reached (429)\n');
    expect(stderr).toContain('stopping; resume with: reach contacts import --resume ID\n');
  });
});

describe('the rate', () => {
  test.each([
    ['a service without limits is not waited for', 'off', 5],
    ['what is used of a limit stays so', 'on', 60],
  ] as const)('after a kill: %s', async (_, rateLimits, leastSeconds) => {
    if (rateLimits === 'on') await enforceRateLimits();
    rig.write('in.csv', file(100));
    // A bulk is six events: its request and two lines of the journal.
    expect((await run('in.csv', { dieAt: 6 * 28 })).code).toBe(null);
    const killedAt = rig.clock.now();
    const { code, stderr } = await run('in.csv');
    expect([code, await count()]).toEqual([0, 100]);
    expect((rig.clock.now() - killedAt) / 1_000).toBeGreaterThan(leastSeconds - 5);
    expect((rig.clock.now() - killedAt) / 1_000).toBeLessThan(leastSeconds + 5);
    expect(stderr).not.toContain('429');
  });

  test('30 bulks a minute: at least 99 % of it used over 6 minutes, none refused', async () => {
    await enforceRateLimits();
    const bulks = 30 * 6;
    rig.write('in.csv', file(bulks));
    const began = rig.clock.now();
    const { code, summary } = await run('in.csv', { bounds: { bulkItems: 1, bulkRows: 1 } });
    const minutes = (rig.clock.now() - began) / 60_000;
    const { requests } = await rig.world.control('GET', '/_local/log?pageSize=100');
    expect([code, summary['limitedBy']]).toEqual([0, 'rate limit (30 requests per minute)']);
    expect(requests.filter((request: { status: number }) => request.status === 429)).toEqual([]);
    // The last window's bulks may all go at its beginning.
    expect(5 / minutes).toBeGreaterThanOrEqual(0.99);
  });
});

describe('two processes at once', () => {
  /** The second begins once the first has sent something: locks are waited for on a real disk, which takes no virtual time. */
  async function oneAfterTheOther(first: string, second: string) {
    const begun: Promise<Awaited<ReturnType<typeof run>>>[] = [];
    const onBulk = (bulk: number) => bulk === 1 && begun.push(run(second));
    const one = await run(first, { onBulk });
    return [one, ...(await Promise.all(begun))];
  }

  test('on one file: the second says who imports it', async () => {
    rig.write('in.csv', file(12));
    const both = await oneAfterTheOther('in.csv', 'in.csv');
    expect(both.map(({ code }) => code)).toEqual([0, 6]);
    expect(both[1]?.stderr).toMatch(/^error: import ID is already running \(process \d+, since /);
    expect([await count(), rig.importIds().length]).toEqual([12, 1]);
  });

  test('on two files with one key: the rate is shared, no row fails', async () => {
    await enforceRateLimits();
    rig.write('one.csv', file(100));
    rig.write('two.csv', file(200).replaceAll('ada-', 'eve-'));
    const both = await oneAfterTheOther('one.csv', 'two.csv');
    expect(both.map(({ code, summary }) => [code, summary['failed']])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await count()).toBe(300);
  });
});
