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
      expect(counts(dry.stdout)).toBe('rows 5, created 2, merged 1, unchanged 1, failed undefined, skipped 1');
    },
  );

  test('of companies, too', async () => {
    reach.write('before.csv', 'Name,Domain,Website\nAcme,acme.example,\nBeta,,https://beta.example\n');
    await run('companies import before.csv');
    reach.write('in.csv', 'Name,Domain,Website\n,WWW.acme.example,\nBeta GmbH,,beta.example/\nAcme,,\nGamma,,\n');
    await run('companies import in.csv --dry-run --against current --results dry.csv');
    await run('companies import in.csv --results real.csv');
    const statuses = (name: string) =>
      reach
        .read(name)
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 5).join(' '));
    expect(statuses('dry.csv')).toEqual([
      '2 unchanged 1  DOMAIN',
      '3 merged 2  WEBSITE',
      '4 unchanged 1  NAME',
      '5 created   ',
    ]);
    expect(statuses('real.csv').map((line) => line.replace(/(MERGED|CREATED)\w* ?/, ' ').replace(/ +/g, ' '))).toEqual(
      statuses('dry.csv').map((line) => line.replace(/ +/g, ' ').replace('created ', 'created 3 ')),
    );
  });
});
