// What happens when things go wrong: the service says no, the network fails, the disk is full, someone presses Ctrl-C.

import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Interrupted } from '../../../src/cli/app/io.ts';
import { openRig, type Rig, type RunOptions, type Trouble } from './rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const plain = (text: string) =>
  text
    .replaceAll(rig.home, 'HOME')
    .replace(/20261121-[0-9a-z]{5}/g, 'ID')
    .replace(/req_\w+/g, 'REQUEST');

/** Rows with a page, in bulks of two. */
const rows = (count: number) => Array.from({ length: count }, (_, at) => `Ada,L${at},n.example/in/ada-${at}`);
const file = (count: number) => ['First name,Last name,Profile URL', ...rows(count), ''].join('\n');
const SMALL = { bounds: { bulkItems: 2 } };

/** Troubles one after the other, then none. */
function troubles(...list: readonly Trouble[]): () => Trouble {
  let at = 0;
  return () => list[at++] ?? 'none';
}

async function run(name: string | undefined, options: RunOptions = {}) {
  const ran = await rig.run(name, { ...SMALL, ...options });
  return { ...ran, stderr: plain(ran.stderr) };
}

const count = async () => (await rig.records('contacts')).length;
const statuses = (name: string) =>
  rig
    .read(name)
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1]);

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
    expect(rig.read('out.csv').split('\n')[1]).toBe('2,failed,,,,,,no room');
    expect(rig.read('bad.csv').split('\n')[1]).toBe('Ada,L0,n.example/in/ada-0,2,no room');
  });

  test.each([400, 413, 422])(
    '%d to a whole bulk: its rows fail with that reason, the import goes on',
    async (status) => {
      rig.write('in.csv', file(4));
      const body = JSON.stringify({ status: 'error', message: 'not like this', code: 'invalid' });
      await rig.world.control('POST', '/_local/faults', { endpoint: 'contacts.bulkCreate', times: 1, status, body });
      const { code } = await run('in.csv', { flags: { results: 'out.csv', parallel: '1' } });
      expect([code, statuses('out.csv'), await count()]).toEqual([1, ['failed', 'failed', 'created', 'created'], 2]);
      expect(plain(rig.read('out.csv').split('\n')[1] ?? '')).toBe('2,failed,,,,,,not like this (request id REQUEST)');
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

  test('429 for a quarter of an hour is more than a rate: it stops', async () => {
    rig.write('in.csv', file(2));
    const { code, stderr } = await run('in.csv', { trouble: () => 'rate limited' });
    expect([code, await count()]).toEqual([7, 0]);
    expect(stderr).toContain('error: slow down\n');
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

  test('again and again: it stops after the retries, says so, and goes on later', async () => {
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
    rig.write('before.csv', 'Title\nCEO\nCEO\n');
    await run('before.csv');
    rig.clock.set(rig.clock.now() + 60_000);
    rig.write('in.csv', 'Title\nCEO\nCEO\nCEO\n');
    expect((await run('in.csv', { trouble: troubles('drop before', 'drop after') })).code).toBe(0);
    expect(await count()).toBe(5);
  });
});

describe('Ctrl-C', () => {
  test('lets what is under way end, sends nothing more, and says how to go on', async () => {
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
    await rig.close();
    rig = await openRig({ rateLimits: 'on' });
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

describe('too many errors', () => {
  test('stop it with 1, and it can go on', async () => {
    rig.write(
      'in.csv',
      ['First name,Email', 'A,bad', 'B,b@x.example', 'C,bad', 'D,d@x.example', 'E,bad', 'F,f@x.example', ''].join('\n'),
    );
    const { code, stderr, summary } = await run('in.csv', {
      flags: { maxErrors: '1', parallel: '1' },
      bounds: { bulkItems: 2, bulkRows: 2 },
    });
    expect([code, summary['state']]).toEqual([1, 'stopped']);
    expect(stderr).toContain('error: 2 rows were not imported; --max-errors allows 1\n');
    const rest = await run(undefined, { flags: { resume: true, maxErrors: '3' } });
    expect([rest.code, rest.summary['created'], rest.summary['rejected'], await count()]).toEqual([1, 3, 3, 3]);
  });
});

describe('the journal', () => {
  test('holds neither the key nor what the rows say', async () => {
    rig.write('in.csv', 'First name,Email\nSecretive,hidden@x.example\n');
    const { stdout, stderr } = await run('in.csv', { trouble: troubles('500 after') });
    const [id] = rig.importIds();
    const kept = ['journal.ndjson', 'import.json'].map((name) =>
      readFileSync(join(rig.home, 'state', 'imports', id ?? '', name), 'utf8'),
    );
    for (const text of [...kept, stdout, stderr]) {
      expect(text).not.toContain(rig.world.key);
      expect(text).not.toMatch(/gsk_|Secretive|hidden@/);
    }
  });

  test.each([1, 2, 3, 5])(
    'a full disk at its line %d: nothing more is sent, and it goes on with room',
    async (diskFullAt) => {
      rig.write('in.csv', 'Email,Title\nada@x.example,CEO\n,CEO\n,CEO\n,CEO\nbob@x.example,CEO\n');
      const { code, stderr, summary } = await run('in.csv', { diskFullAt, flags: { parallel: '1' } });
      expect([code, summary['state']]).toEqual([7, 'stopped']);
      expect(stderr).toContain('/journal.ndjson: no space left on the disk\nhint: make it writable or make room;');
      const rest = await run('in.csv');
      expect([rest.code, rest.summary['created'], await count()]).toEqual([0, 5, 5]);
    },
  );

  test('held by another process: exit 6, naming it', async () => {
    rig.write('in.csv', file(4));
    await run('in.csv', { dieAt: 6 });
    const [id] = rig.importIds();
    const lock = join(rig.home, 'state', 'imports', id ?? '', 'lock');
    writeFileSync(lock, JSON.stringify({ pid: 1, since: '2026-11-21T08:00:00.000Z' }));
    const { code, stderr } = await run('in.csv');
    expect([code, stderr]).toEqual([
      6,
      'error: import ID is already running (process 1, since 2026-11-21T08:00:00.000Z)\n' +
        'hint: wait until it ends, or stop it; if process 1 is not reach, delete HOME/state/imports/ID/lock\n',
    ]);
    rmSync(lock);
    expect((await run('in.csv')).code).toBe(0);
  });

  test('damaged: told, nothing is sent', async () => {
    rig.write('in.csv', file(4));
    await run('in.csv', { dieAt: 9 });
    const [id] = rig.importIds();
    appendFileSync(join(rig.home, 'state', 'imports', id ?? '', 'journal.ndjson'), 'nonsense\n{"sent":9}\n');
    const { code, stderr, bulks } = await run('in.csv');
    expect([code, bulks]).toEqual([7, 0]);
    expect(stderr).toMatch(/journal\.ndjson is damaged \(line \d+\)/);
  });

  const flipped = (text: string, at: number) =>
    text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);

  test.each([
    ['journal.ndjson', 'empty', () => ''],
    ['journal.ndjson', 'cut within a line', (text: string) => text.slice(0, text.length / 2)],
    ['journal.ndjson', 'cut between two lines', (text: string) => text.replace(/\n[\s\S]*/, '\n')],
    ['journal.ndjson', 'flipped in its last line', (text: string) => flipped(text, text.length - 30)],
    ['journal.ndjson', 'flipped at its end', (text: string) => flipped(text, text.length - 1)],
    ['journal.ndjson', 'gone', () => null],
    ['import.json', 'empty', () => ''],
    ['import.json', 'cut', (text: string) => text.slice(0, 40)],
    ['import.json', 'gone', () => null],
  ])('%s %s: exit 7 with the choices, nothing is sent, no row is doubled', async (name, _what, damage) => {
    rig.write('in.csv', `Email\n${Array.from({ length: 8 }, (_, at) => `e${at}@x.example`).join('\n')}\n`);
    await run('in.csv', { dieAt: 12 });
    const before = await count();
    const [id] = rig.importIds();
    const path = join(rig.home, 'state', 'imports', id ?? '', name);
    const text = damage(readFileSync(path, 'utf8'));
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
    const { code, stderr, bulks } = await run('in.csv');
    expect([code, bulks, await count()]).toEqual([7, 0, before]);
    expect(stderr).toMatch(/damaged/);
    expect(stderr).toMatch(/hint: restore it from a backup; or check the service, and .*start over with --new/);
    expect((await run('in.csv', { flags: { new: true } })).code).toBe(0);
  });

  test('of a file that was cut otherwise by another version: told, nothing is sent', async () => {
    rig.write('in.csv', file(8));
    await run('in.csv', { dieAt: 9 });
    const [id] = rig.importIds();
    const path = join(rig.home, 'state', 'imports', id ?? '', 'import.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"bulkItems":2', '"bulkItems":3'));
    const { code, stderr, bulks } = await run('in.csv', { flags: { parallel: '1' } });
    expect([code, bulks]).toEqual([6, 0]);
    expect(stderr).toContain('error: the journal of this import does not match the file (bulk 0, lines 2 to 4)\n');
  });
});

describe('an import that is not finished', () => {
  test('is resumed by the same command, under its results', async () => {
    rig.write('in.csv', file(9));
    await run('in.csv', { dieAt: 12, flags: { results: 'out.csv' } });
    const { code, stderr, summary } = await run('in.csv', { flags: { results: 'out.csv' } });
    expect([code, summary['created'], statuses('out.csv').length, await count(), rig.importIds().length]).toEqual([
      0, 9, 9, 9, 1,
    ]);
    expect(stderr).toContain('resuming import ID');
  });

  test('whose file has changed is not touched; --new starts over', async () => {
    rig.write('in.csv', file(4));
    await run('in.csv', { dieAt: 8 });
    rig.write('in.csv', file(5));
    const { code, stderr, bulks } = await run('in.csv');
    expect([code, bulks, stderr]).toEqual([
      2,
      0,
      'error: in.csv has changed since import ID started, and that import is not finished\n' +
        'hint: restore the file and run reach contacts import --resume ID, or start over with --new (rows that were already sent are sent again)\n',
    ]);
    const resumed = await run(undefined, { flags: { resume: true } });
    expect([resumed.code, resumed.bulks]).toEqual([2, 0]);
    expect((await run('in.csv', { flags: { new: true } })).code).toBe(0);
    expect(await count()).toBe(5);
  });

  test('begun with other options is not touched', async () => {
    rig.write('in.csv', file(4));
    await run('in.csv', { dieAt: 8, flags: { limit: '3' } });
    const { code, stderr, bulks } = await run('in.csv');
    expect([code, bulks]).toEqual([2, 0]);
    expect(stderr).toContain('error: import ID of this file is not finished, and was started with another --limit\n');
  });

  test('by standard input is resumed from what was kept of it, which is then gone', async () => {
    const died = await run('-', { stdin: file(6), dieAt: 8 });
    expect(died.code).toBe(null);
    const { code, summary } = await run(undefined, { flags: { resume: true } });
    expect([code, summary['created'], await count()]).toEqual([0, 6, 6]);
    const [id] = rig.importIds();
    expect(() => readFileSync(join(rig.home, 'state', 'imports', id ?? '', 'input.csv'))).toThrow('ENOENT');
  });

  test('into another service is not mixed up with it', async () => {
    rig.write('in.csv', file(4));
    await run('in.csv', { dieAt: 8 });
    const [id = ''] = rig.importIds();
    const { code, stderr } = await run(undefined, { local: true, flags: { resume: id } });
    expect([code, stderr]).toEqual([
      2,
      'error: import ID belongs to env (http://127.0.0.1:9), not to local (the service on this machine)\nhint: use --profile env\n',
    ]);
  });
});

test('a file that changes while it is imported is told at the end', async () => {
  rig.write('in.csv', file(6));
  const onBulk = (bulk: number) => bulk === 3 && rig.write('in.csv', file(7));
  const { code, stderr } = await run('in.csv', { onBulk, flags: { parallel: '1' } });
  expect(code).toBe(2);
  expect(stderr).toContain('error: in.csv changed while it was being imported\n');
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
    await rig.close();
    rig = await openRig({ rateLimits: 'on' });
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

describe('the rate', () => {
  test('30 bulks a minute: at least 99 % of it used over 20 minutes, none refused', async () => {
    await rig.close();
    rig = await openRig({ rateLimits: 'on' });
    const bulks = 30 * 20;
    rig.write('in.csv', file(bulks));
    const began = rig.clock.now();
    const { code, summary } = await run('in.csv', { bounds: { bulkItems: 1, bulkRows: 1 } });
    const minutes = (rig.clock.now() - began) / 60_000;
    const { requests } = await rig.world.control('GET', '/_local/log?pageSize=100');
    expect([code, summary['limitedBy']]).toEqual([0, 'rate limit (30 requests per minute)']);
    expect(requests.filter((request: { status: number }) => request.status === 429)).toEqual([]);
    // The last window's bulks may all go at its beginning.
    expect(19 / minutes).toBeGreaterThanOrEqual(0.99);
  });
});
