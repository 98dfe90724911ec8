// Files and flags that cannot be imported.

import { describe, expect, test } from 'vitest';
import { openImport, reach, run, THREE } from './import-world.ts';

openImport();

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
      'error: no list "Nope"\n  hint: use --create-list to create it; reach list list shows them\n',
    ],
    [
      'several problems with the mapping',
      THREE,
      "in.csv --map 'Mail=email' --map 'Email=emial'",
      2,
      [
        'error: 2 problems with the mapping',
        '  --map Mail=email: the file has no column "Mail"; did you mean "Email"?',
        '  --map Email=emial: there is no field "emial"; the fields: firstName, lastName, jobTitle, professionalEmail, mobilePhone, phones, networkProfileUrl, networkHeadline, contactCountry, contactCRMId, leadCRMId, companyName, companyDomain, companyWebsite, companyIndustry, companyNetworkUrl, numberOfEmployees, companyCountry, companyCRMId, fullName, id',
        '',
      ].join('\n'),
    ],
  ])('%s', async (_, content, argv, code, stderr) => {
    reach.write('in.csv', content);
    const ran = await run(`contacts import ${argv}`);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([code, '', stderr]);
    expect(ran.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });

  test('a header alone is an import of no rows', async () => {
    reach.write('in.csv', 'Email\n');
    const { code, stdout } = await run('contacts import in.csv --json');
    expect([code, JSON.parse(stdout).rows]).toEqual([0, 0]);
  });

  test.each(['', ' --dry-run --against current'])('a list beside one that differs only in case%s', async (flags) => {
    reach.write('in.csv', THREE);
    await run('list create ICP');
    const { code, stderr } = await run(`contacts import in.csv --list icp --create-list${flags}`);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('error: no list "icp"; "ICP" differs from it only in case'),
    ]);
    expect((await run('list list -o id')).stdout).toBe('1\n');
  });

  test('a list of the other kind', async () => {
    reach.write('in.csv', THREE);
    await run('list create Firms --entity companies');
    const { code, stderr } = await run('contacts import in.csv --list 1');
    expect([code, stderr.split('\n').at(-2)]).toEqual([2, 'error: the list "Firms" is a list of companies']);
  });

  test('results that cannot be written are reported before anything is sent', async () => {
    reach.write('in.csv', THREE);
    const { code, stderr, requests } = await run('contacts import in.csv --results nowhere/out.csv');
    expect([code, stderr.split('\n').at(-2), requests]).toEqual([
      2,
      'error: cannot write --results nowhere/out.csv: the folder does not exist',
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
      'contacts import in.csv --rejects rejects.ndjson',
      'error: --rejects rejects.ndjson: it is written as CSV, which its name does not say\n  hint: --rejects rejects.csv\n',
    ],
    ['contacts import in.csv --rejects ./in.csv', 'error: --rejects ./in.csv is the file being imported\n'],
    [
      'contacts import in.csv --changes in.csv --dry-run --against local',
      'dry run: nothing is sent\nerror: --changes in.csv is the file being imported\n',
    ],
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
    [
      'contacts import in.csv --dry-run --expect 2',
      'error: --expect with --dry-run needs --against local or current: outcomes are not known offline\n',
    ],
  ])('%s', async (line, stderr) => {
    reach.write('in.csv', THREE);
    const ran = await run(line);
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', stderr]);
    expect(ran.requests.filter((request) => request.startsWith('POST'))).toEqual([]);
  });
});
