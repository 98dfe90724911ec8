// Rows that were sent without an answer, and of which no search tells whether they are there.

import { beforeEach, describe, expect, test } from 'vitest';
import type { RunOptions } from './rig.ts';
import type { Trouble } from './trouble/network.ts';
import { count, openTroubledImport, rig, statuses, troubles } from './trouble/troubled-import.ts';

openTroubledImport();

/** Rows by which the service knows no one. */
const FILE = 'Email,Title\nada@x.example,CEO\nbob@x.example,CTO\n';
const MARKED = { results: 'out.csv', rejects: 'bad.csv' };

const lines = (name: string) => rig.read(name).trimEnd().split('\n').slice(1);

/** From now on the service refuses to search; what a removal gives back is to be called. */
const refuseSearches = () =>
  rig.world.control('POST', '/_local/faults', {
    endpoint: 'contacts.search',
    probability: 1,
    status: 400,
    body: JSON.stringify({ status: 'error', message: 'unknown filter' }),
  });
const searchAgain = () => rig.world.control('DELETE', '/_local/faults');

async function run(options: RunOptions = {}) {
  return await rig.run('in.csv', { ...options, flags: { ...MARKED, ...options.flags } });
}

describe.each<[Trouble, number]>([
  ['drop after', 2],
  ['drop before', 0],
])('no search works (%s)', (trouble, held) => {
  beforeEach(async () => {
    rig.write('in.csv', FILE);
    await refuseSearches();
  });

  test('its rows are uncertain: distinguished, in the rejects, never sent again; exit 1', async () => {
    const { code, summary, bulks, stderr } = await run({ trouble: troubles(trouble) });
    expect([code, summary['uncertain'], summary['failed'], bulks, await count()]).toEqual([1, 2, 0, 1, held]);
    expect(statuses('out.csv')).toEqual(['uncertain', 'uncertain']);
    expect(lines('bad.csv')[0]).toBe(
      'ada@x.example,CEO,2,sent without a response: no search of the service shows whether it has the row',
    );
    expect(stderr).toContain('2 rows are uncertain');
    expect(stderr).toContain('--resend-uncertain');
    expect((await run()).bulks).toBe(0);
    expect(await count()).toBe(held);
  });

  test('--resend-uncertain finds those that are there, and sends the others', async () => {
    await run({ trouble: troubles(trouble) });
    await searchAgain();
    const { code, summary } = await run({ flags: { resendUncertain: true } });
    expect([code, summary['created'], summary['uncertain'], await count()]).toEqual([0, 2, 0, 2]);
    expect(statuses('out.csv')).toEqual(['created', 'created']);
    expect((await run({ flags: { resendUncertain: true } })).bulks).toBe(0);
  });

  test('--resend-uncertain that dies, or loses the answer again, duplicates nothing that can be found', async () => {
    await run({ trouble: troubles(trouble) });
    await searchAgain();
    const flags = { resendUncertain: true as const };
    for (const dieAt of [4, 7, 9]) await run({ flags, dieAt, trouble: troubles('drop after') });
    const { code } = await run({ flags, trouble: troubles('drop after', 'drop after') });
    expect([code, await count(), statuses('out.csv')]).toEqual([0, 2, ['created', 'created']]);
  });
});

test('--resend-uncertain sends once what no search can find', async () => {
  rig.write('in.csv', FILE);
  await refuseSearches();
  await run({ trouble: troubles('drop before') });
  const { code, bulks } = await run({ flags: { resendUncertain: true } });
  expect([code, bulks, await count()]).toEqual([0, 1, 2]);
});

test('--resend-uncertain of an import without any, and with flags against it', async () => {
  rig.write('in.csv', FILE);
  await run();
  const again = await run({ flags: { resendUncertain: true } });
  expect([again.code, again.bulks]).toEqual([0, 0]);
  const against = await run({ flags: { resendUncertain: true, again: true } });
  expect([against.code, against.stderr]).toEqual([
    2,
    'error: --resend-uncertain cannot be combined with --dry-run, --again or --new\n',
  ]);
});

describe('a request that may still arrive', () => {
  test('is waited for, and the wait is reported', async () => {
    rig.write('in.csv', FILE);
    const { code, stderr } = await run({ trouble: troubles('drop before') });
    expect([code, await count()]).toEqual([0, 2]);
    expect(stderr).toContain('a request without a response may still arrive (--settle-now does not wait)');
  });

  test('--settle-now: rows that are not there yet are uncertain, and found later', async () => {
    rig.write('in.csv', FILE);
    const before = rig.clock.now();
    const { code, bulks } = await run({ flags: { settleNow: true }, trouble: troubles('arrives last') });
    expect([code, bulks, statuses('out.csv')]).toEqual([1, 1, ['uncertain', 'uncertain']]);
    expect(lines('bad.csv')[0]).toContain('its request may still arrive');
    expect(rig.clock.now() - before).toBeLessThan(50_000);
    const again = await run({ flags: { resendUncertain: true } });
    expect([again.code, again.bulks, await count()]).toEqual([0, 0, 2]);
  });

  test('--settle-now: rows that are there are settled at once', async () => {
    rig.write('in.csv', FILE);
    const { code, bulks } = await run({ flags: { settleNow: true }, trouble: troubles('drop after') });
    expect([code, bulks, statuses('out.csv')]).toEqual([0, 1, ['created', 'created']]);
  });
});
