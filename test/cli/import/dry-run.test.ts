import { describe, expect, test } from 'vitest';
import { counts, openImport, reach, run, THREE } from './import-world.ts';

openImport();

describe('a dry run', () => {
  test('offline asks no one and keeps nothing', async () => {
    reach.write('in.csv', `${THREE}Ada,Lovelace,more@x.example,too,many\n`);
    const { code, stdout, stderr, requests } = await run('contacts import in.csv --dry-run --json --rejects bad.csv');
    expect([code, JSON.parse(stdout), stderr, requests]).toEqual([
      1,
      {
        file: 'in.csv',
        rows: 4,
        toSend: 2,
        updated: 0,
        rejected: 2,
        skipped: 0,
        requests: 1,
        minutes: 1,
        columns: { 'First name': 'firstName', 'Last name': 'lastName', Email: 'professionalEmail' },
        leftOut: {},
        firstRequest: {
          method: 'POST',
          path: '/v1/contacts/bulk',
          body: {
            contacts: [{ firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@x.example' }, '… and 1 more'],
          },
        },
      },
      [
        'dry run: nothing is sent',
        '3 of 3 columns mapped',
        '2 rows have no match key: importing this file again would create them again',
        'in.csv:3: 4 cells, but the header has 3: is a quote or a delimiter missing?',
        'in.csv:5: 5 cells, but the header has 3: is a quote or a delimiter missing?',
        'the workspace was not read: --against current shows what would change',
        '',
      ].join('\n'),
      [],
    ]);
    expect(reach.read('bad.csv').split('\n').slice(1, 3)).toEqual([
      'Bob,Miller,bob@x.example,3,"4 cells, but the header has 3: is a quote or a delimiter missing?",more',
      'Ada,Lovelace,more@x.example,5,"5 cells, but the header has 3: is a quote or a delimiter missing?",too,many',
    ]);
    expect((await run('contacts import --history --json')).stdout).toBe('[]\n');
  });

  test.each(['current', 'local'])(
    'against %s it reports what would come of each row, by reads alone, and is right',
    async (against) => {
      reach.write(
        'before.csv',
        'First name,Last name,Company,Profile URL,Title\nAda,Lovelace,Acme,network.example/in/ada,CEO\nBob,Miller,Beta,,CTO\n',
      );
      await run('contacts import before.csv');
      reach.write(
        'in.csv',
        [
          'First name,Last name,Company,Profile URL,Title',
          'Ada,Lovelace,Acme,https://www.network.example/in/Ada/,CEO',
          'Bob,Miller,Beta,,Founder',
          'Cy,Noon,Gamma,,',
          ',,,,Intern',
          'Bob,Miller,Beta,,',
          '',
        ].join('\n'),
      );
      const dry = await run(`contacts import in.csv --dry-run --against ${against} --json --results dry.csv`);
      expect(dry.requests.filter((request) => !/^GET|\/search$/.test(request))).toEqual([]);
      await run('contacts import in.csv --results real.csv');
      const statuses = (name: string) =>
        reach
          .read(name)
          .trimEnd()
          .split('\n')
          .slice(1)
          .map((line) => line.split(',').slice(0, 2).join(' '));
      expect(statuses('dry.csv')).toEqual(['2 unchanged', '3 merged', '4 created', '5 created', '6 skipped']);
      expect(statuses('real.csv')).toEqual(statuses('dry.csv'));
      expect(counts(dry.stdout)).toBe('rows 5, created 2, merged 1, unchanged 1, skipped 1');
    },
  );

  test.each([
    [
      'ids that do not exist',
      'id,First name,Last name\n1,Ada,Love\n77,Bob,Low\n',
      '',
      1,
      { created: 0, merged: 0, unchanged: 0, updated: 1, failed: 1 },
      ['in.csv:3: There is no contact 77', 'add --rejects FILE to save these rows with their errors'],
    ],
    [
      'a custom field that is new',
      'First name,Last name,Company,Shoe size\nAda,Love,Acme,38\n',
      ' --custom',
      0,
      { created: 0, merged: 1, unchanged: 0, updated: 0, failed: 0 },
      [],
    ],
    [
      'a list',
      'First name,Last name,Company\nAda,Love,Acme\nBob,Low,Beta\n',
      ' --list Everybody --create-list',
      0,
      { created: 1, merged: 0, unchanged: 1, updated: 0, failed: 0, list: 'Everybody', added: 1 },
      [],
    ],
    [
      'ids that are those of others',
      'id,First name,Last name\n1,Zoe,Zed\n',
      '',
      2,
      null,
      ['the ids of this file are not those of its contacts: 1 of the first 1 contact with these ids is someone else'],
    ],
  ] as const)('against the service: %s', async (_, file, flags, code, wanted, lines) => {
    reach.write('before.csv', 'First name,Last name,Company\nAda,Love,Acme\n');
    await run('contacts import before.csv --list Everybody --create-list');
    reach.write('in.csv', file);
    const dry = await run(`contacts import in.csv --dry-run --against current --json${flags}`);
    const summary: Record<string, unknown> = dry.stdout === '' ? {} : JSON.parse(dry.stdout);
    expect([dry.code, wanted && Object.fromEntries(Object.keys(wanted).map((key) => [key, summary[key]]))]).toEqual([
      code,
      wanted,
    ]);
    for (const line of lines) expect(dry.stderr).toContain(line);
    expect((await run(`contacts import in.csv${flags}`)).code).toBe(code);
  });

  test('offline finds ids that are none', async () => {
    reach.write('in.csv', 'id,First name,Last name\n0b0f3b6e-1c1f-4a5e-9d7f-5f6a7b8c9d0e,Ada,Love\n');
    const { code, stderr, requests } = await run('contacts import in.csv --dry-run');
    expect([code, requests]).toEqual([2, []]);
    expect(stderr).toContain('"0b0f3b6e-1c1f-4a5e-9d7f-5f6a7b8c9d0e" is not one');
  });
});
