// argv and a file in, everything out: exit code, both streams, the files, and what the service was asked.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';
import type { RunOptions } from '../world.ts';

const reach = reachForEachTest();

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(reach.home, name), text);
const read = (name: string) => readFileSync(join(reach.home, name), 'utf8');

/** Ids are drawn, and folders are temporary. */
const plain = (text: string) => text.replaceAll(reach.home, 'HOME').replace(/20261121-[0-9a-z]{5}/g, 'ID');

async function run(line: string, options?: RunOptions) {
  const ran = await reach.clock.run(reach.run(line, options));
  return { ...ran, stdout: plain(ran.stdout), stderr: plain(ran.stderr) };
}

/** The counts of a summary, those that are not 0. */
function counts(stdout: string): string {
  const summary: Record<string, unknown> = JSON.parse(stdout);
  const names = ['rows', 'created', 'merged', 'unchanged', 'failed', 'rejected', 'skipped'];
  return names.flatMap((name) => (summary[name] === 0 ? [] : [`${name} ${summary[name]}`])).join(', ');
}

const THREE =
  'First name,Last name,Email\nAda,Lovelace,ada@x.example\nBob,Miller,not an address\nCy,Noon,cy@x.example\n';

describe('from a file to the service', () => {
  test('the whole of it', async () => {
    write('three.csv', THREE);
    const { code, stdout, stderr, requests } = await run(
      'contacts import three.csv --results out.csv --rejects bad.csv',
    );
    expect([code, stdout, stderr]).toEqual([
      1,
      [
        'id\tID',
        'state\tfinished',
        'file\tthree.csv',
        'list\t',
        'rows\t3',
        'created\t2',
        'merged\t0',
        'unchanged\t0',
        'updated\t0',
        'failed\t0',
        'uncertain\t0',
        'rejected\t1',
        'skipped\t0',
        'seconds\t0',
        'rowsPerSecond\t0',
        'limitedBy\t',
        'results\tout.csv',
        'rejects\tbad.csv',
        '',
      ].join('\n'),
      '3 of 3 columns mapped\n2 rows have no match key: importing this file again would create them again\nthree.csv:3: Email (professionalEmail): must be an email address, not "not an address"\n',
    ]);
    expect(requests).toEqual(['GET /v1/contacts/fields', 'POST /v1/contacts/bulk']);
    expect(read('out.csv')).toBe(
      [
        'line,status,id,outcome,matchedBy,companyId,appUrl,error',
        '2,created,1,CREATED,,,https://app.reach.invalid/contacts/1,',
        '3,rejected,,,,,,"Email (professionalEmail): must be an email address, not ""not an address"""',
        '4,created,2,CREATED,,,https://app.reach.invalid/contacts/2,',
        '',
      ].join('\n'),
    );
    expect(read('bad.csv')).toBe(
      [
        'First name,Last name,Email,_line,_error',
        'Bob,Miller,not an address,3,"Email (professionalEmail): must be an email address, not ""not an address"""',
        '',
      ].join('\n'),
    );
  });

  test('rejects, fixed, can be imported as they are', async () => {
    write('three.csv', THREE.replaceAll(',', ';').replace('Bob', '=Bob'));
    await run('contacts import three.csv --rejects bad.csv');
    expect(read('bad.csv').startsWith("\uFEFFFirst name;Last name;Email;_line;_error\n'=Bob;")).toBe(true);
    write('bad.csv', read('bad.csv').replace('not an address', 'bob@x.example'));
    const { stdout } = await run('contacts import bad.csv --custom --json');
    expect(counts(stdout)).toBe('rows 1, created 1');
    const { stdout: shown } = await run('contacts show 3 --json');
    expect(JSON.parse(shown)).toMatchObject({ firstName: '=Bob', professionalEmail: 'bob@x.example' });
    expect(Object.keys(JSON.parse(shown)).filter((key) => key.startsWith('_'))).toEqual([]);
  });

  test('results as ndjson, by the name of the file', async () => {
    write('three.csv', THREE);
    await run('contacts import three.csv --results out.ndjson');
    expect(
      read('out.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toEqual(['created', 'rejected', 'created']);
  });

  test('spreadsheets: semicolons, CRLF, windows-1252, quoted line breaks, a blank row at the end', async () => {
    write(
      'excel.csv',
      Buffer.from(
        'Vorname;Nachname;E-Mail;Firma\r\nJ\xfcrgen;Wei\xdf;j@x.example;"Nord\r\nlicht"\r\n;;;\r\n',
        'latin1',
      ),
    );
    const { code, stdout, stderr } = await run('contacts import excel.csv --json');
    expect([code, counts(stdout), stderr]).toEqual([
      0,
      'rows 1, created 1',
      '4 of 4 columns mapped\n1 blank row skipped\n',
    ]);
    const { stdout: shown } = await run('contacts show 1 --json');
    expect(JSON.parse(shown)).toMatchObject({
      firstName: 'Jürgen',
      lastName: 'Weiß',
      company: { name: 'Nord\r\nlicht' },
    });
  });

  test('standard input, which is not kept once it is in', async () => {
    const cut = await run('contacts import -', { stdin: 'First name,Last name\nAda,"Love\nlace' });
    expect([cut.code, cut.stderr.match(/^error: .*/m)?.[0]]).toEqual([
      3,
      'error: -:2:5: the quote that opens cell 2 is never closed',
    ]);
    const { code, stdout } = await run('contacts import - --json', { stdin: THREE });
    expect([code, counts(stdout)]).toEqual([1, 'rows 3, created 2, rejected 1']);
    const again = await run('contacts import - --json --results again.csv', { stdin: THREE });
    expect([again.code, counts(again.stdout), again.requests]).toEqual([0, 'rows 3, created 2, rejected 1', []]);
    expect(again.stderr).toMatch(
      /^already imported at .* \(import ID\), nothing sent; use --again to send it again\n$/,
    );
    expect(read('again.csv').split('\n').length).toBe(5);
    const { stdout: history } = await run('contacts import --history --json');
    expect(JSON.parse(history).length).toBe(1);
  });

  test('custom fields, a list, and rows that merge', async () => {
    write('one.csv', 'First name,Last name,Company,Tier\nAda,Lovelace,Acme,gold\nBob,Miller,Acme,\n');
    await run('contacts import one.csv --custom --list Demo --create-list');
    write('two.csv', 'First name,Last name,Company,Tier\nAda,Lovelace,Acme,silver\nBob,Miller,Acme,\nCy,Noon,Acme,\n');
    const { code, stdout } = await run('contacts import two.csv --list Demo --json --results out.csv');
    expect([code, counts(stdout)]).toEqual([0, 'rows 3, created 1, merged 1, unchanged 1']);
    expect(
      read('out.csv')
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(1, 5).join(' ')),
    ).toEqual(['merged 1 MERGED_UPDATED NAME_COMPANY', 'unchanged 2 MERGED_NOOP NAME_COMPANY', 'created 3 CREATED ']);
    const { stdout: list } = await run('list show Demo --json');
    expect(JSON.parse(list)).toMatchObject({ size: 3 });
  });

  test('companies', async () => {
    write('co.csv', 'Company,Website,Employees\nAcme,acme.example,12\nAcme,,\nBeta,https://beta.example,many\n');
    const { code, stdout } = await run('companies import co.csv --json --results out.csv');
    expect([code, counts(stdout)]).toEqual([1, 'rows 3, created 1, rejected 1, skipped 1']);
    expect(read('out.csv').split('\n').slice(2, 4)).toEqual([
      '3,skipped,,,,,,same name as line 2',
      '4,rejected,,,,,,"Employees (numberOfEmployees): must be a number of at least 0, not ""many"""',
    ]);
    const { stdout: shown } = await run('companies show 1 --json');
    expect(JSON.parse(shown)).toMatchObject({ name: 'Acme', website: 'https://acme.example', numberOfEmployees: 12 });
  });

  test('doubles are sent where nothing is merged', async () => {
    write('twice.csv', 'First name,Last name,Company\nAda,Lovelace,Acme\nAda,Lovelace,Acme\n');
    expect(counts((await run('contacts import twice.csv --no-merge --json')).stdout)).toBe('rows 2, created 2');
    expect(counts((await run('contacts import twice.csv --json')).stdout)).toBe('rows 2, unchanged 1, skipped 1');
  });

  test('the first rows', async () => {
    write('three.csv', THREE);
    expect(counts((await run('contacts import three.csv --limit 1 --json')).stdout)).toBe('rows 1, created 1');
  });

  test('the mapping on a terminal, as a table', async () => {
    write('three.csv', `${THREE.replaceAll('\n', ',x\n').replace(',x\n', ',Notes\n')}`);
    const { stderr } = await run('contacts import three.csv --yes', { tty: true });
    expect(stderr.split('\u001b[K').join('').split('\n').slice(0, 6)).toEqual([
      'Column      Imported as        First value',
      '─'.repeat(44),
      'First name  firstName          Ada',
      'Last name   lastName           Lovelace',
      'Email       professionalEmail  ada@x.example',
      'not imported, no matching field: Notes',
    ]);
  });
});

describe('the same file again', () => {
  test('sends nothing; --again sends it', async () => {
    write('three.csv', THREE);
    await run('contacts import three.csv');
    reach.clock.set(reach.clock.now() + 3_600_000);
    const again = await run('contacts import three.csv');
    expect([again.code, again.requests, again.stderr]).toEqual([
      0,
      [],
      'already imported at 2026-11-21T09:00:00.000Z (import ID), nothing sent; use --again to send it again\n',
    ]);
    const earnest = await run('contacts import three.csv --again --json');
    expect(counts(earnest.stdout)).toBe('rows 3, created 2, rejected 1');
  });

  test('with other options it is another import', async () => {
    write('three.csv', THREE);
    await run('contacts import three.csv --limit 1');
    expect(counts((await run('contacts import three.csv --json')).stdout)).toBe('rows 3, created 2, rejected 1');
  });
});

describe('what cannot be imported', () => {
  test.each<[string, string | Uint8Array, string, number, string]>([
    [
      'nothing',
      '',
      'in.csv',
      3,
      'error: in.csv: the file holds no header line\n  hint: its first line must name the columns\n',
    ],
    ['no such file', '', 'other.csv', 2, 'error: cannot read other.csv: no such file\n'],
    ['a folder', '', '.', 2, 'error: cannot read .: it is a directory\n'],
    [
      'a damaged workbook',
      Buffer.from('PK\u0003\u0004 and so on'),
      'in.csv',
      3,
      'error: in.csv: the workbook is damaged: End of central directory record signature not found. Either not a zip file, or file is truncated.\n  hint: open it and save it again as .xlsx, or as CSV\n',
    ],
    [
      'a quote that is never closed',
      'Email\nada@x.example\n"bob@x.example\n',
      'in.csv',
      3,
      'error: in.csv:3:1: the quote that opens cell 1 is never closed\n  hint: close the quote at the end of the cell; a quote that is part of the text is written twice ("")\n',
    ],
    [
      'no column that means anything',
      'Foo,Bar\n1,2\n',
      'in.csv',
      2,
      "error: no column matches a field of contacts: Foo, Bar\n  hint: map one with --map 'Header=field', or import columns as custom fields with --custom; see reach contacts fields\n",
    ],
    [
      'an unknown list',
      THREE,
      'in.csv --list Nope',
      5,
      'error: no list "Nope"\n  hint: use --create-list to create it, or see reach list list\n',
    ],
    [
      'several problems with the mapping',
      THREE,
      "in.csv --map 'Mail=email' --map 'Email=emial'",
      2,
      [
        'error: 2 problems with the mapping',
        '  --map Mail=email: the file has no column "Mail"; did you mean "Email"?',
        '  --map Email=emial: there is no field "emial"; the fields: firstName, lastName, jobTitle, professionalEmail, mobilePhone, phones, networkProfileUrl, networkHeadline, contactCountry, contactCRMId, leadCRMId, companyName, companyDomain, companyWebsite, companyIndustry, companyNetworkUrl, numberOfEmployees, companyCountry, companyCRMId, id',
        '',
      ].join('\n'),
    ],
  ])('%s', async (_, content, argv, code, stderr) => {
    write('in.csv', content);
    const ran = await run(`contacts import ${argv}`);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', stderr]);
    expect(ran.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  test('a header alone is an import of no rows', async () => {
    write('in.csv', 'Email\n');
    const { code, stdout } = await run('contacts import in.csv --json');
    expect([code, JSON.parse(stdout).rows]).toEqual([0, 0]);
  });

  test('a list of the other kind', async () => {
    write('in.csv', THREE);
    await run('list create Firms --entity companies');
    const { code, stderr } = await run('contacts import in.csv --list 1');
    expect([code, stderr.split('\n').at(-2)]).toEqual([2, 'error: the list "Firms" is a list of companies']);
  });

  test('results that cannot be written are told before anything is sent', async () => {
    write('in.csv', THREE);
    const { code, stderr, requests } = await run('contacts import in.csv --results nowhere/out.csv');
    expect([code, stderr.split('\n').at(-2), requests]).toEqual([
      2,
      'error: cannot write --results nowhere/out.csv: no such file',
      ['GET /v1/contacts/fields'],
    ]);
  });
});

describe('wrong use', () => {
  test.each([
    ['contacts import', 'error: no file given\n  hint: give a CSV, JSON or Excel file, or - for standard input\n'],
    ['contacts import --custom in.csv', 'error: no file given\n  hint: give the file first: import in.csv --custom\n'],
    ['contacts import in.csv --limit 0', 'error: --limit 0: must be a whole number from 1 to 1000000000\n'],
    ['contacts import in.csv --parallel 9', 'error: --parallel 9: must be a whole number from 1 to 8\n'],
    [
      'contacts import in.csv --rate fast',
      'error: "fast" is not a valid rate\n  hint: give --rate requests per time, such as 30/60s or 5/s\n',
    ],
    ['contacts import in.csv --against current', 'error: --against needs --dry-run\n'],
    [
      'contacts import in.csv --dry-run --against me',
      "error: option '--against <service>' argument 'me' is invalid. Allowed choices are local, current.\n",
    ],
    ['contacts import in.csv --create-list', 'error: --create-list needs --list NAME\n'],
    [
      'contacts import --resume --map a=b --no-merge',
      'error: --resume does not take --map, --no-merge: the import keeps its own\n',
    ],
    ['contacts import --resume --again', 'error: --resume cannot be combined with --dry-run, --again or --new\n'],
    [
      'contacts import in.csv --rejects ./in.csv --dry-run',
      'dry run: nothing is sent\nerror: --rejects ./in.csv is the file being imported\n',
    ],
    [
      'contacts import in.csv --rejects x.csv --results x.csv --dry-run --against local',
      'dry run: nothing is sent\nerror: --results and --rejects name the same file: x.csv\n',
    ],
    [
      'contacts import in.csv --dry-run --results x.csv',
      'error: --results with --dry-run needs --against local or current: outcomes are not known offline\n',
    ],
  ])('%s', async (line, stderr) => {
    write('in.csv', THREE);
    const ran = await run(line);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', stderr]);
    expect(ran.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});

describe('a dry run', () => {
  test('offline asks no one and keeps nothing', async () => {
    write('in.csv', `${THREE}Ada,Lovelace,more@x.example,too,many\n`);
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
        'in.csv:3: Email (professionalEmail): must be an email address, not "not an address"',
        'in.csv:5: 5 cells, but the header has 3: is a quote or a delimiter missing?',
        '',
      ].join('\n'),
      [],
    ]);
    expect(read('bad.csv').split('\n').slice(1, 3)).toEqual([
      'Bob,Miller,not an address,3,"Email (professionalEmail): must be an email address, not ""not an address"""',
      'Ada,Lovelace,more@x.example,5,"5 cells, but the header has 3: is a quote or a delimiter missing?",too,many',
    ]);
    expect((await run('contacts import --history --json')).stdout).toBe('[]\n');
  });

  test.each(['current', 'local'])(
    'against %s it tells what would come of each row, by reads alone, and is right',
    async (against) => {
      write(
        'before.csv',
        'First name,Last name,Company,Profile URL,Title\nAda,Lovelace,Acme,network.example/in/ada,CEO\nBob,Miller,Beta,,CTO\n',
      );
      await run('contacts import before.csv');
      write(
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
        read(name)
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
    write('before.csv', 'Name,Domain,Website\nAcme,acme.example,\nBeta,,https://beta.example\n');
    await run('companies import before.csv');
    write('in.csv', 'Name,Domain,Website\n,WWW.acme.example,\nBeta GmbH,,beta.example/\nAcme,,\nGamma,,\n');
    await run('companies import in.csv --dry-run --against current --results dry.csv');
    await run('companies import in.csv --results real.csv');
    const statuses = (name: string) =>
      read(name)
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

test('past imports', async () => {
  write('in.csv', THREE);
  mkdirSync(join(reach.home, 'state', 'imports', '20261121-aaaaa'), { recursive: true });
  await run('contacts import in.csv --list Demo --create-list');
  const { stdout } = await run('contacts import --history');
  expect(stdout).toBe('ID\tin.csv\t2026-11-21T09:00:00.000Z\t3\tfinished\tlocal\n');
  expect((await run('companies import --history')).stdout).toBe('');
});
