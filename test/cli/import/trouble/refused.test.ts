import { describe, expect, test } from 'vitest';
import type { Trouble } from './network.ts';
import { count, file, openTroubledImport, plain, rig, run, statuses, troubles } from './troubled-import.ts';

openTroubledImport();

describe('the service says no', () => {
  test('to one row: it fails, with every reason, the others go in; exit 1', async () => {
    rig.write('in.csv', file(4));
    await rig.world.control('POST', '/_local/faults', {
      endpoint: 'contacts.bulkCreate',
      times: 1,
      body: JSON.stringify({
        status: 'success',
        message: 'OK',
        data: {
          results: [
            { index: 0, success: false, error: { message: 'no room', details: { issues: [] } } },
            {
              index: 1,
              success: true,
              contact: { id: 9, contactOutcome: 'CREATED', createdAt: '2026-11-21T09:00:00.000Z' },
            },
          ],
        },
      }),
    });
    const { code, summary } = await run('in.csv', { flags: { results: 'out.csv', rejects: 'bad.csv', parallel: '1' } });
    expect([code, summary['created'], summary['failed']]).toEqual([1, 3, 1]);
    expect(rig.read('out.csv').split('\n')[1]).toBe('2,failed,,,,,,no room,');
    expect(rig.read('bad.csv').split('\n')[1]).toBe('Ada,L0,n.example/in/ada-0,2,no room');
  });

  test.each([400, 413, 422])(
    '%d to a whole bulk: its rows fail with that reason, the import continues',
    async (status) => {
      rig.write('in.csv', file(4));
      const body = JSON.stringify({ status: 'error', message: 'not like this', code: 'invalid' });
      await rig.world.control('POST', '/_local/faults', { endpoint: 'contacts.bulkCreate', times: 1, status, body });
      const { code } = await run('in.csv', { flags: { results: 'out.csv', parallel: '1' } });
      expect([code, statuses('out.csv'), await count()]).toEqual([1, ['failed', 'failed', 'created', 'created'], 2]);
      expect(plain(rig.read('out.csv').split('\n')[1] ?? '')).toBe('2,failed,,,,,,not like this (request id REQUEST),');
    },
  );

  test.each([
    [401, 4, 'check the key'],
    [403, 4, 'the key is not allowed to do this'],
    [404, 5, ''],
  ])('%d stops at once, and it can be resumed', async (status, exit, hint) => {
    rig.write('in.csv', file(6));
    const body = JSON.stringify({ status: 'error', message: 'no entry' });
    await rig.world.control('POST', '/_local/faults', { endpoint: 'contacts.bulkCreate', times: 1, status, body });
    const { code, stderr, summary, bulks } = await run('in.csv', { flags: { parallel: '1' } });
    expect([code, summary['state'], bulks, await count()]).toEqual([exit, 'stopped', 1, 0]);
    expect(stderr).toContain('stopped; resume with: reach contacts import --resume ID\nerror: no entry\n');
    expect(stderr).toContain(hint);
    expect((await run('in.csv')).code).toBe(0);
    expect(await count()).toBe(6);
  });

  test('429 is waited out, however often: no row fails', async () => {
    rig.write('in.csv', file(6));
    const limited: Trouble[] = Array(40).fill('rate limited');
    const { code, stderr } = await run('in.csv', { trouble: troubles(...limited), maxRetries: 0 });
    expect([code, await count()]).toEqual([0, 6]);
    expect(stderr).toContain('waiting 2 s: rate limit reached (429)');
  });

  test.each([
    ['429 for a quarter of an hour is more than a rate: it stops', 'rate limited', {}, 'slow down'],
    ['no one there at all: it stops after the retries', 'refused', { maxRetries: 2 }, 'nothing at http://service.test'],
  ] as const)('%s', async (_, trouble, limits, message) => {
    rig.write('in.csv', file(3));
    const { code, stderr } = await run('in.csv', { trouble: () => trouble, ...limits });
    expect([code, await count()]).toEqual([7, 0]);
    expect(stderr).toContain(`error: ${message}\n`);
    expect((await run('in.csv')).code).toBe(0);
  });

  test('a wait longer than that is not begun, and our own rate does not count', async () => {
    rig.write('in.csv', file(2));
    const startedAt = rig.clock.now();
    const asked = await run('in.csv', { trouble: () => 'limited for an hour' });
    expect([asked.code, rig.clock.now() - startedAt < 60_000]).toEqual([7, true]);
    rig.write('in.csv', file(150));
    const paced = { flags: { rate: '1/20m', new: true } as const, trouble: troubles('none', 'rate limited') };
    expect((await run('in.csv', paced)).code).toBe(0);
    expect(await count()).toBe(150);
  });
});

describe('too many errors', () => {
  test.each([
    [{}, 'stopped', 3],
    [{ maxErrors: '100' }, 'finished', 7],
  ])('of one kind from the first row stop it after three bulks, unless %j allows them', async (flags, state, bulks) => {
    rig.write('in.csv', file(14));
    const body = JSON.stringify({ status: 'error', message: 'list 7 is full', code: 'unprocessable' });
    await rig.world.control('POST', '/_local/faults', { endpoint: 'contacts.bulkCreate', times: 9, status: 422, body });
    const ran = await run('in.csv', { flags: { ...flags, parallel: '1' } });
    expect([ran.code, ran.summary['state'], ran.bulks]).toEqual([1, state, bulks]);
    const reason = 'error: the first rows all failed for the same reason: list … is full (request id …)\n';
    expect(ran.stderr.includes(reason)).toBe(state === 'stopped');
    expect(ran.stderr).toContain('in.csv:2: list 7 is full\n');
    if (state === 'finished') return;
    const resumed = await run('in.csv', { flags: { parallel: '1' } });
    expect([resumed.code, resumed.summary['state'], resumed.summary['failed']]).toEqual([1, 'stopped', 12]);
  });

  test('stop it with 1, and it can continue', async () => {
    rig.write(
      'in.csv',
      ['First name,Email', 'A,,bad', 'B,b@x.example', 'C,,bad', 'D,d@x.example', 'E,,bad', 'F,f@x.example', ''].join(
        '\n',
      ),
    );
    const { code, stderr, summary } = await run('in.csv', {
      flags: { maxErrors: '1', parallel: '1' },
      bounds: { bulkItems: 2, bulkRows: 2 },
    });
    expect([code, summary['state']]).toEqual([1, 'stopped']);
    expect(stderr).toContain('error: 2 rows were not imported; --max-errors allows 1\n');
    const rest = await run(undefined, { flags: { resume: true, maxErrors: '2' } });
    expect([rest.code, rest.summary['created'], rest.summary['rejected'], await count()]).toEqual([1, 3, 3, 3]);
    // The third is in the last bulk: there is nothing to stop, nor is there in an import that is over.
    const again = await run('in.csv', { flags: { maxErrors: '1' } });
    expect([rest.summary['state'], again.code, again.summary['state']]).toEqual(['finished', 0, 'finished']);
    expect(again.stderr).toMatch(/^already imported at .*, 3 of 6 rows not, nothing sent/m);
  });
});

describe('the answer is lost', () => {
  const LOST: readonly Trouble[] = [
    'drop before',
    'drop after',
    '500 before',
    '500 after',
    'bad gateway',
    'cut answer',
    'arrives late',
  ];

  test.each(LOST)('%s: every row once, each created', async (trouble) => {
    rig.write('in.csv', file(5));
    const { code, summary } = await run('in.csv', {
      trouble: troubles(trouble, trouble),
      flags: { results: 'out.csv' },
    });
    expect([code, summary['created'], statuses('out.csv'), await count()]).toEqual([0, 5, Array(5).fill('created'), 5]);
  });

  test.each(LOST)('%s, rows without any key, some of them equal', async (trouble) => {
    rig.write('in.csv', 'Email,Title\nada@x.example,CEO\n,CEO\n,CEO\n,CEO\nbob@x.example,CEO\n');
    const { code, summary } = await run('in.csv', { trouble: troubles(trouble, 'none', trouble) });
    expect([code, summary['created'], await count()]).toEqual([0, 5, 5]);
  });

  test('rows that were merged keep what the service says of them', async () => {
    rig.write('in.csv', file(2));
    await run('in.csv');
    rig.clock.set(rig.clock.now() + 60_000);
    rig.write('more.csv', file(3).replace('L0', 'Changed'));
    const { summary } = await run('more.csv', {
      flags: { results: 'out.csv' },
      trouble: troubles('drop before', 'drop before'),
    });
    expect([summary['merged'], summary['unchanged'], summary['created']]).toEqual([1, 1, 1]);
  });

  test('again and again: it stops after the retries, says so, and continues later', async () => {
    rig.write('in.csv', file(3));
    const { code, stderr } = await run('in.csv', {
      trouble: () => 'drop after',
      maxRetries: 2,
      flags: { parallel: '1' },
    });
    expect(code).toBe(7);
    expect(stderr).toContain(
      'error: the rows of lines 2 to 3 were sent 3 times without a response: the connection to http://service.test was cut before the answer was complete\n' +
        'hint: nothing is lost: run the same command again, it first looks up what was imported\n',
    );
    expect((await run('in.csv')).code).toBe(0);
    expect(await count()).toBe(3);
  });

  test('a row found by a look-up is in the list, too', async () => {
    rig.write('in.csv', 'Email\nada@x.example\nbob@x.example\n');
    const { code } = await run('in.csv', {
      trouble: troubles('drop after'),
      flags: { list: 'Demo', createList: true },
    });
    const { body } = await rig.world.call('GET', '/v1/lists');
    expect([code, body.data.lists[0].size, await count()]).toEqual([0, 2, 2]);
  });

  test('a record that was there before is not taken for a row', async () => {
    rig.write('before.csv', 'First name\nAda\nAda\n');
    await run('before.csv');
    rig.clock.set(rig.clock.now() + 60_000);
    rig.write('in.csv', 'First name\nAda\nAda\nAda\n');
    expect((await run('in.csv', { trouble: troubles('drop before', 'drop after') })).code).toBe(0);
    expect(await count()).toBe(5);
  });
});
