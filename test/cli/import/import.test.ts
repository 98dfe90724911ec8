// argv and a file in, everything out: exit code, both streams, the files, and what the service was asked.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { counts, openImport, reach, run, THREE } from './import-world.ts';

openImport();

describe('from a file to the service', () => {
  test('imports a file and writes results and rejects', async () => {
    reach.write('three.csv', THREE);
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
      '3 of 3 columns mapped\n2 rows have no match key: importing this file again would create them again\nthree.csv:3: 4 cells, but the header has 3: is a quote or a delimiter missing?\n',
    ]);
    expect(requests).toEqual(['GET /v1/contacts/fields', 'POST /v1/contacts/bulk']);
    expect(reach.read('out.csv')).toBe(
      [
        'line,status,id,outcome,matchedBy,companyId,appUrl,error,warnings',
        '2,created,1,CREATED,,,https://app.reach.invalid/contacts/1,,',
        '3,rejected,,,,,,"4 cells, but the header has 3: is a quote or a delimiter missing?",',
        '4,created,2,CREATED,,,https://app.reach.invalid/contacts/2,,',
        '',
      ].join('\n'),
    );
    expect(reach.read('bad.csv')).toBe(
      [
        'First name,Last name,Email,_line,_error',
        'Bob,Miller,bob@x.example,3,"4 cells, but the header has 3: is a quote or a delimiter missing?",more',
        '',
      ].join('\n'),
    );
  });

  test('rejects, fixed, can be imported as they are', async () => {
    reach.write('three.csv', THREE.replaceAll(',', ';').replace('Bob', "'=Bob"));
    await run('contacts import three.csv --rejects bad.csv');
    expect(reach.read('bad.csv').startsWith("\uFEFFFirst name;Last name;Email;_line;_error\n'=Bob;")).toBe(true);
    reach.write('bad.csv', reach.read('bad.csv').replace(';more', ''));
    const { stdout } = await run('contacts import bad.csv --custom --json');
    expect(counts(stdout)).toBe('rows 1, created 1');
    const { stdout: displayed } = await run('contacts show 3 --json');
    expect(JSON.parse(displayed)).toMatchObject({ firstName: '=Bob', professionalEmail: 'bob@x.example' });
    expect(Object.keys(JSON.parse(displayed)).filter((key) => key.startsWith('_'))).toEqual([]);
  });

  test('results as ndjson, by the name of the file', async () => {
    reach.write('three.csv', THREE);
    await run('contacts import three.csv --results out.ndjson');
    expect(
      reach
        .read('out.ndjson')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).status),
    ).toEqual(['created', 'rejected', 'created']);
  });

  test('spreadsheets: semicolons, CRLF, windows-1252, quoted line breaks, a blank row at the end', async () => {
    reach.write(
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
      'read as windows-1252: "Jürgen"; another: --encoding\n4 of 4 columns mapped\n1 blank row skipped\n',
    ]);
    const { stdout: displayed } = await run('contacts show 1 --json');
    expect(JSON.parse(displayed)).toMatchObject({
      firstName: 'Jürgen',
      lastName: 'Weiß',
      company: { name: 'Nord licht' },
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
      /^already imported at .* \(import ID\), 1 of 3 rows not, nothing sent; use --again to send it again\n$/,
    );
    expect(reach.read('again.csv').split('\n').length).toBe(5);
    const { stdout: history } = await run('contacts import --history --json');
    expect(JSON.parse(history).length).toBe(1);
  });

  test('custom fields, a list, and rows that merge', async () => {
    reach.write('one.csv', 'First name,Last name,Company,Tier\nAda,Lovelace,Acme,gold\nBob,Miller,Acme,\n');
    await run('contacts import one.csv --custom --list Demo --create-list');
    reach.write(
      'two.csv',
      'First name,Last name,Company,Tier\nAda,Lovelace,Acme,silver\nBob,Miller,Acme,\nCy,Noon,Acme,\n',
    );
    const { code, stdout } = await run('contacts import two.csv --list Demo --json --results out.csv');
    expect([code, counts(stdout)]).toEqual([0, 'rows 3, created 1, merged 1, unchanged 1']);
    expect(
      reach
        .read('out.csv')
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',').slice(1, 5).join(' ')),
    ).toEqual(['merged 1 MERGED_UPDATED NAME_COMPANY', 'unchanged 2 MERGED_NOOP NAME_COMPANY', 'created 3 CREATED ']);
    const { stdout: list } = await run('list show Demo --json');
    expect(JSON.parse(list)).toMatchObject({ size: 3 });
  });

  test('companies', async () => {
    reach.write('co.csv', 'Company,Website,Employees\nAcme,acme.example,12\nAcme,,\nBeta,https://beta.example,many\n');
    const { code, stdout } = await run('companies import co.csv --json --results out.csv');
    expect([code, counts(stdout)]).toEqual([1, 'rows 3, created 2, skipped 1']);
    expect(reach.read('out.csv').split('\n').slice(2, 4)).toEqual([
      '3,skipped,,,,,,same name as line 2,',
      '4,created,2,CREATED,,,https://app.reach.invalid/companies/2,,"Employees: left out, not a number: ""many"""',
    ]);
    const { stdout: displayed } = await run('companies show 1 --json');
    expect(JSON.parse(displayed)).toMatchObject({
      name: 'Acme',
      website: 'https://acme.example',
      numberOfEmployees: 12,
    });
  });

  test('duplicates are sent where nothing is merged', async () => {
    reach.write('twice.csv', 'First name,Last name,Company\nAda,Lovelace,Acme\nAda,Lovelace,Acme\n');
    expect(counts((await run('contacts import twice.csv --no-merge --json')).stdout)).toBe('rows 2, created 2');
    expect(counts((await run('contacts import twice.csv --json')).stdout)).toBe('rows 2, unchanged 1, skipped 1');
  });

  test('the first rows', async () => {
    reach.write('three.csv', THREE);
    expect(counts((await run('contacts import three.csv --limit 1 --json')).stdout)).toBe('rows 1, created 1');
  });

  test('the mapping on a terminal, as a table', async () => {
    reach.write('three.csv', `${THREE.replaceAll('\n', ',x\n').replace(',x\n', ',Notes\n')}`);
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
    reach.write('three.csv', THREE);
    await run('contacts import three.csv');
    reach.clock.set(reach.clock.now() + 3_600_000);
    const again = await run('contacts import three.csv');
    expect([again.code, again.requests, again.stderr]).toEqual([
      0,
      [],
      'already imported at 2026-11-21T09:00:00.000Z (import ID), 1 of 3 rows not, nothing sent; use --again to send it again\n',
    ]);
    const earnest = await run('contacts import three.csv --again --json');
    expect(counts(earnest.stdout)).toBe('rows 3, created 2, rejected 1');
  });

  test('with other options it is another import', async () => {
    reach.write('three.csv', THREE);
    await run('contacts import three.csv --limit 1');
    expect(counts((await run('contacts import three.csv --json')).stdout)).toBe('rows 3, created 2, rejected 1');
  });
});

test('past imports', async () => {
  reach.write('in.csv', THREE);
  mkdirSync(join(reach.home, 'state', 'imports', '20261121-aaaaa'), { recursive: true });
  await run('contacts import in.csv --list Demo --create-list');
  const { stdout } = await run('contacts import --history');
  expect(stdout).toBe('ID\tin.csv\t2026-11-21T09:00:00.000Z\t3\tfinished\tlocal\n');
  expect((await run('companies import --history')).stdout).toBe('');
});
