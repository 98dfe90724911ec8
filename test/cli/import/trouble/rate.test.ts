import { describe, expect, test } from 'vitest';
import { enforceRateLimits, file, openTroubledImport, rig, run } from './troubled-import.ts';

openTroubledImport();

describe('the rate', () => {
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
