import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { count, file, openTroubledImport, rig, run, statuses, troubles } from './troubled-import.ts';

openTroubledImport();

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
    'a full disk at its line %d: nothing more is sent, and it continues with room',
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

  test('damaged: reported, nothing is sent', async () => {
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

  test('of a file that was cut otherwise by another version: reported, nothing is sent', async () => {
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

  test.each(['none', 'drop after', 'arrives late'] as const)(
    'whose file has changed is given up by --supersede, and nothing is there twice; last request: %s',
    async (trouble) => {
      // Without a match key: a row that is sent again is a contact that is there twice.
      const people = (count: number) =>
        `First name,Email\n${Array.from({ length: count }, (_, at) => `Ada ${at},ada${at}@x.example\n`).join('')}`;
      rig.write('in.csv', people(6));
      const died = await run('in.csv', {
        ...{ dieAt: 14, flags: { parallel: '1', results: 'out.csv' } },
        trouble: troubles('none', trouble),
      });
      expect(died.code).toBe(null);
      rig.write('in.csv', people(9));
      const { code, stderr } = await run('in.csv', { flags: { supersede: true, results: 'out.csv' } });
      const emails = (await rig.records('contacts')).map((contact) => contact['professionalEmail']);
      expect([code, emails.toSorted()]).toEqual([0, Array.from({ length: 9 }, (_, at) => `ada${at}@x.example`)]);
      expect(stderr).toContain('import ID given up: ');
      expect(statuses('out.csv').toSorted().at(-1)).toBe('unchanged');
      expect(readdirSync(rig.home).filter((name) => name.includes('out.csv'))).toEqual(['out.csv']);
    },
  );

  test('given up by --supersede, the folder of its results may be gone', async () => {
    rig.write('in.csv', file(6));
    mkdirSync(join(rig.home, 'reports'));
    await run('in.csv', { dieAt: 8, flags: { results: 'reports/out.csv' } });
    rmSync(join(rig.home, 'reports'), { recursive: true });
    rig.write('in.csv', file(7));
    const { code, summary } = await run('in.csv', { flags: { supersede: true } });
    expect([code, summary['rows'], await count()]).toEqual([0, 7, 7]);
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

describe.each(['id,Mobile,Title', 'Profile URL,Mobile,Title'])(
  'of numbers that stay as they are stored: %s',
  (header) => {
    const person = (at: number) => `https://n.example/in/kept-${at}`;
    const isById = header.startsWith('id');
    const lines = (first: number) =>
      ['353861234567,CEO', '353861000000,CTO', '+353861000001,CTO', '861234567,CFO'].map(
        (rest, at) => `${isById ? first + at : person(first + at)},${rest}`,
      );

    test('each run reports them, whenever it is killed', async () => {
      for (let dieAt = 1, first = 1; ; dieAt += 1, first += 4) {
        const contacts = ['+353861234567', '+353861234567', '+353861234567', '0861234567'].map((mobilePhone, at) => ({
          ...{ networkProfileUrl: person(first + at), mobilePhone, jobTitle: 'CTO' },
        }));
        await rig.world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
        // They are older than the import.
        await rig.clock.run(rig.clock.sleep(60_000));
        rig.write('in.csv', [header, ...lines(first), ''].join('\n'));
        const options = { flags: { results: 'out.ndjson', parallel: '1', update: true as const } };
        const died = await run('in.csv', { ...options, dieAt });
        if (died.code === null) await run('in.csv', options);
        const results = rig
          .read('out.ndjson')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line));
        const kept = 'Mobile: left out, the stored number has the plus sign, zeros or last digits that it lacks: ';
        expect(results.map(({ warnings }) => warnings)).toEqual([
          [`${kept}"353861234567"`],
          [`${kept}"353861000000"`],
          [],
          [`${kept}"861234567"`],
        ]);
        const changed = isById ? 'updated' : 'merged';
        // A merge that is sent once more finds its values there.
        if (isById || died.code !== null)
          expect(results.map(({ status }) => status)).toEqual([changed, 'unchanged', changed, changed]);
        if (died.code !== null) return expect(died.summary).toMatchObject({ cellsLeftOut: 3, unchanged: 1 });
      }
    });
  },
);

test('a file that changes while it is imported is reported at the end', async () => {
  rig.write('in.csv', file(6));
  const onBulk = (bulk: number) => bulk === 3 && rig.write('in.csv', file(7));
  const { code, stderr } = await run('in.csv', { onBulk, flags: { parallel: '1' } });
  expect(code).toBe(2);
  expect(stderr).toContain('error: in.csv changed while it was being imported\n');
});
