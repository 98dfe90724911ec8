import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { count, file, openTroubledImport, rig, run, troubles } from './troubled-import.ts';

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
