import { describe, expect, test } from 'vitest';
import type { Trouble } from './network.ts';
import { count, file, openTroubledImport, rig, run, statuses, troubles } from './troubled-import.ts';

openTroubledImport();

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

  test('no one there at all: it stops after the retries', async () => {
    rig.write('in.csv', file(3));
    const { code, stderr } = await run('in.csv', { trouble: () => 'refused', maxRetries: 2 });
    expect([code, await count()]).toEqual([7, 0]);
    expect(stderr).toContain('error: nothing at http://service.test\n');
    expect((await run('in.csv')).code).toBe(0);
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
