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
});
