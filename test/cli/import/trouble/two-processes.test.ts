import { describe, expect, test } from 'vitest';
import { count, enforceRateLimits, file, openTroubledImport, rig, run } from './troubled-import.ts';

openTroubledImport();

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
