import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { PEOPLE } from './people.ts';

const reach = reachForEachTest();

beforeEach(async () => {
  const made = await reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts: PEOPLE } });
  expect(made.body.data.summary).toEqual({ total: 3, created: 3, merged: 0, failed: 0 });
});

const AT = '2026-11-21T09:00:00.000Z';

test.each([
  [
    'contacts list',
    `1\tAda\tLovelace\tCTO\tAnalytical Engines\tada@ae.example\t${AT}\n2\tGrace\tHopper\tVP\tHarbor\tgrace@harbor.example\t${AT}\n3\tada\tLOVELACE\t\t\ta.l@other.example\t${AT}\n`,
  ],
  ['contacts list --fields id,company.name', '1\tAnalytical Engines\n2\tHarbor\n3\t\n'],
  ['contact list --limit 1 -o id', '1\n'],
  ['contacts list --fields T-Shirt,lastName -o csv', 'T-Shirt,lastName\nM,Lovelace\n,Hopper\n,LOVELACE\n'],
  [
    'contacts list --fields id,company.domain --json --limit 2',
    '[{"id":1,"company":{"domain":null}},\n{"id":2,"company":{"domain":null}}]\n',
  ],
  ['contacts list --fields id -o ndjson', '{"id":1}\n{"id":2}\n{"id":3}\n'],
  ['contacts list --fields id -o yaml --limit 2', '- id: 1\n- id: 2\n'],
  ['contacts search lovelace -o id', '1\n3\n'],
  ['contacts search --include jobTitle=CTO --include jobTitle=VP -o id', '1\n2\n'],
  ['contacts search --exclude jobTitle= -o id', '1\n2\n'],
  ['contacts search --include companyName=Harbor -o id', '2\n'],
  ['contacts search --include jobTitle=\u200bCTO\u200b -o id', '1\n'],
  ['contacts search --where jobTitle=\u200bCTO -o id', '1\n'],
  ['contacts show \u200bada@ae.example -o id', '1\n'],
  ['contacts update 1 -f jobTitle=\u200bCEO\u200b --fields jobTitle', 'jobTitle\tCEO\n'],
  ['contacts search --include isInCRM=false -o id', '1\n2\n3\n'],
  ['contacts search --include isInCRM=true --json', '[]\n'],
  ['contacts search nobody --json', '[]\n'],
  ['contacts duplicates', '2\t{"fullName":"ada lovelace"}\t1, 3\n'],
  ['duplicates --by fullName,professionalEmail --json', '[]\n'],
  ['companies list --fields id,name', '1\tAnalytical Engines\n2\tHarbor\n'],
  ['companies search --include leadsCount=1.. -o id', '1\n2\n'],
])('a list in a pipe has tabs, no heading, and whole values: %s', async (argv, stdout) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout]).toEqual([0, stdout]);
});

test('a list says on stderr when more is available, and asks for no page beyond its limit', async () => {
  const ran = await reach.run('contacts list --limit 2 -o id');
  expect(ran).toEqual({
    code: 0,
    stdout: '1\n2\n',
    stderr: '2 of 3 contacts shown, more available: use --limit N or --all\n',
    requests: ['GET /v1/contacts?page=1&pageSize=2'],
  });
  expect(await reach.run('contacts list --limit 2 --all')).toMatchObject({
    code: 2,
    stderr: 'error: give only one of --limit and --all\n',
    requests: [],
  });
});

test('on a terminal a list is a table with headings and relative times', async () => {
  await reach.clock.advance(3 * 3_600_000);
  const ran = await reach.run('contacts list --limit 2 -q', { tty: true, columns: 80 });
  expect(ran.stdout).toBe(
    [
      'ID  First     Last      Job title  Company     Email                 Updated',
      '    name      name',
      '─'.repeat(80),
      ' 1  Ada       Lovelace  CTO        Analytical  ada@ae.example        3 hours ago',
      '                                   Engines',
      ' 2  Grace     Hopper    VP         Harbor      grace@harbor.example  3 hours ago',
      '',
    ].join('\n'),
  );
});

test('an invisible character inside an address is refused', async () => {
  for (const verb of ['create -f', 'update 1 -f', 'search --include']) {
    const ran = await reach.run(`contacts ${verb} professionalEmail=a\u200bda@ae.example`);
    expect([ran.code, ran.requests, ran.stderr]).toEqual([
      2,
      [],
      expect.stringContaining('professionalEmail: it holds the invisible character U+200B'),
    ]);
  }
});

test.each([
  [
    'mobilePhone=3.53861E+11',
    'mobilePhone: a number that a spreadsheet shortened: its last digits are lost: "3.53861E+11"',
  ],
  ['firstName=#N/A', 'firstName: an error of a spreadsheet, not a value: "#N/A"'],
  ['jobTitle=####', 'jobTitle: a spreadsheet column too narrow to show its value: "####"'],
])('%s is refused', async (field, problem) => {
  const hint = 'give the value that the cell had; reach api sends any text';
  for (const verb of ['create', 'update 1'])
    expect(await reach.run(`contacts ${verb} -f ${field}`)).toMatchObject({
      ...{ code: 2, requests: [], stderr: `error: ${problem}\n  hint: ${hint}\n` },
    });
});

test('zeros at the end of an id are its own', async () => {
  expect(await reach.run('contacts create -f contactCRMId=12345678901234500')).toMatchObject({ code: 0 });
});

test('a field no one knows is refused, naming the known ones', async () => {
  const ran = await reach.run('contacts list --fields shoeSize');
  expect([ran.code, ran.stdout]).toEqual([2, '']);
  expect(ran.stderr).toMatch(/--fields: there is no field "shoeSize"[\s\S]*hint: known: .*jobTitle/);
});

describe('writing', () => {
  test.each([
    [
      'create -f firstName=Ada -f lastName=Lovelace -f "companyName=Analytical Engines" -f jobTitle=CEO --json --fields id,contactOutcome,contactMatchedBy',
      'merges by match key and says what it did',
      0,
      '{"id":1,"contactOutcome":"MERGED_UPDATED","contactMatchedBy":"NAME_COMPANY"}\n',
    ],
    [
      'update 1 -f jobTitle=CEO -F professionalEmail:=null --json --fields jobTitle,professionalEmail',
      'changes, and null clears',
      0,
      '{"jobTitle":"CEO","professionalEmail":null}\n',
    ],
    [
      'delete 1,99,2 --yes --json',
      'continues after an id that does not exist',
      1,
      '[{"id":1,"deleted":true},\n{"id":99,"deleted":false,"error":"There is no contact 99"},\n{"id":2,"deleted":true}]\n',
    ],
  ])('%s: %s', async (line, _, code, stdout) =>
    expect(await reach.run(`contacts ${line}`)).toMatchObject({ code, stdout }),
  );

  test('create takes a YAML file or standard input, flags win, and puts it in a list by name', async () => {
    await reach.run('list create "ICP DACH"');
    const ran = await reach.run('contacts create --custom --input - -f lastName=Curie --list "ICP DACH" -o id', {
      stdin: 'firstName: Marie\nlastName: Nobody\nZip: "0123"\n',
    });
    expect([ran.code, ran.stdout]).toEqual([0, '4\n']);
    const displayed = await reach.run('contacts show 4 --json --fields firstName,lastName,Zip');
    expect(displayed.stdout).toBe('{"firstName":"Marie","lastName":"Curie","Zip":"0123"}\n');
    expect((await reach.run('contacts list --list "ICP DACH" -o id')).stdout).toBe('4\n');
  });

  test('delete takes ids from a pipe; what is gone is 404', async () => {
    expect((await reach.run('contacts delete - --yes --json', { stdin: '1\n2\n' })).stdout).toBe(
      '[{"id":1,"deleted":true},\n{"id":2,"deleted":true}]\n',
    );
    const again = await reach.run('contacts delete 1 --yes');
    expect([again.code, again.stderr.split('\n')[0]]).toEqual([5, 'error: There is no contact 1']);
    const table = await reach.run('contacts delete - --yes', { stdin: '3\t1\n' });
    expect([table.code, table.stdout]).toEqual([5, '']);
  });

  test('delete stops where the service fails, and says what was not tried', async () => {
    await reach.run('local fault add contacts.delete --status 500 --times 9');
    const ran = await reach.run('contacts delete 1,2,3 --yes --json');
    expect([ran.code, ran.stdout]).toEqual([7, '[]\n']);
    expect(ran.stderr).toContain('stopped at 1, after 0 of 3; not tried: 2, 3\n');
  });

  test.each([
    [
      'contacts create -f firstName=Eve --show-requests --json',
      '{"method":"POST","path":"/v1/contact","body":{"firstName":"Eve"}}\n',
    ],
    [
      'contacts update 1 -f jobTitle=x --show-requests --json',
      '{"method":"PATCH","path":"/v1/contacts/1","body":{"jobTitle":"x"}}\n',
    ],
    ['contacts delete 1 --show-requests --json', '[{"method":"DELETE","path":"/v1/contacts/1","body":null}]\n'],
    [
      'list create X --show-requests --json',
      '{"method":"POST","path":"/v1/lists","body":{"name":"X","entity":"CONTACT"}}\n',
    ],
    [
      'contacts create --input - --custom --show-requests --json',
      '{"method":"POST","path":"/v1/contact","body":{"mobilePhone":"+4930123","No":"0049","listId":5}}\n',
    ],
  ])('%s sends nothing', async (argv, stdout) => {
    const ran = await reach.run(argv, { stdin: 'mobilePhone: +4930123\nNo: 0049\nlistId: 5\n' });
    expect([ran.code, ran.stdout, ran.requests]).toEqual([0, stdout, []]);
  });
});

describe('export', () => {
  const HEADER =
    'firstName,lastName,professionalEmail,jobTitle,networkProfileUrl,mobilePhone,phones,networkHeadline,contactCountry,companyName,companyDomain,companyNetworkUrl,companyIndustry,companyWebsite,contactCRMId,leadCRMId';

  test('has the columns that import takes, and with --custom the own fields', async () => {
    const ran = await reach.run('contacts export --custom --limit 1');
    expect(ran).toMatchObject({
      code: 0,
      stdout: `id,${HEADER},T-Shirt\n1,Ada,Lovelace,ada@ae.example,CTO,,,,,,Analytical Engines,,,,,,,M\n`,
      stderr: '1 contact exported\n',
    });
  });

  test('a cell that a spreadsheet would run is guarded', async () => {
    await reach.run('contacts update 1 -f jobTitle==1+1');
    expect((await reach.run('contacts export --fields jobTitle --limit 1')).stdout).toBe("jobTitle\n'=1+1\n");
    expect((await reach.run('contacts export --fields jobTitle --limit 1 --no-guard')).stdout).toBe('jobTitle\n=1+1\n');
  });

  test.each([
    ['--file out.xls', 'export does not write .xls'],
    ['--file out.xlsx.gz', 'a workbook is packed already'],
    ['--format xlsx', 'a workbook is written to a file'],
    ['--format json --file out.csv', '--format json does not go with out.csv'],
  ])('%s is refused', async (options, error) => {
    const ran = await reach.run(`contacts export ${options}`);
    expect([ran.code, ran.stderr.split('\n')[0], ran.requests]).toEqual([2, `error: ${error}`, []]);
  });

  test('phone numbers and ids are kept by a spreadsheet; JSON is an array', async () => {
    await reach.run('contacts update 1 -f mobilePhone=+353861234567 -f contactCRMId=00123');
    const fields = '--fields id,mobilePhone,contactCRMId --limit 1';
    expect((await reach.run(`contacts export ${fields}`)).stdout).toBe(
      "id,mobilePhone,contactCRMId\n1,'+353861234567,'00123\n",
    );
    expect((await reach.run(`contacts export --format tsv --no-guard ${fields}`)).stdout).toBe(
      'id\tmobilePhone\tcontactCRMId\n1\t+353861234567\t00123\n',
    );
    expect((await reach.run(`contacts export --format json ${fields}`)).stdout).toBe(
      '[\n{"id":1,"mobilePhone":"+353861234567","contactCRMId":"00123"}\n]\n',
    );
  });

  test('by their ids, from a pipe: those that are not there are named, and no filter goes with them', async () => {
    const ids = '--fields id,firstName --contacts';
    expect(await reach.run(`contacts export ${ids} -`, { stdin: '3\n1\n' })).toMatchObject({
      ...{ code: 0, stdout: 'id,firstName\n3,ada\n1,Ada\n', stderr: '2 contacts exported\n' },
    });
    expect(await reach.run(`contacts export ${ids} 2,99`)).toMatchObject({
      ...{ code: 1, stdout: 'id,firstName\n2,Grace\n' },
      stderr: '1 contact exported\nwarning: there is no contact 99\n',
    });
    const narrowed = await reach.run(`contacts export --ids 2 --list Fair`);
    expect([narrowed.code, narrowed.stderr]).toEqual([2, 'error: --contacts names them: leave out --list\n']);
  });

  test('a file is there only when it is whole, filters hold, ndjson by its name', async () => {
    const file = join(reach.home, 'out.ndjson');
    const ran = await reach.run(
      'contacts export --file out.ndjson --include jobTitle=VP --fields id,jobTitle'.split(' '),
    );
    expect([ran.code, ran.stdout, readFileSync(file, 'utf8')]).toEqual([0, '', '{"id":2,"jobTitle":"VP"}\n']);
    writeFileSync(file, 'before');
    await reach.world.control('POST', '/_local/faults', { endpoint: 'contacts.list', status: 500 });
    const failing = reach.run('contacts export --file out.ndjson --max-retries 0');
    expect([(await failing).code, readFileSync(file, 'utf8')]).toEqual([7, 'before']);
  });
});
