import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { count, file, openTroubledImport, rig, run, statuses, troubles } from './troubled-import.ts';

openTroubledImport();

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

test('a file that changes while it is imported is reported at the end', async () => {
  rig.write('in.csv', file(6));
  const onBulk = (bulk: number) => bulk === 3 && rig.write('in.csv', file(7));
  const { code, stderr } = await run('in.csv', { onBulk, flags: { parallel: '1' } });
  expect(code).toBe(2);
  expect(stderr).toContain('error: in.csv changed while it was being imported\n');
});
