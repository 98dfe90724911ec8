// contacts update --csv and contacts delete --csv: the records that a file names, each once, whatever happens on the way.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { reachForEachTest } from '../../opened.ts';

const reach = reachForEachTest();

const person = (at: number, professionalEmail: string) => ({
  firstName: 'Ada',
  lastName: `Nr${at}`,
  professionalEmail,
  jobTitle: 'CTO',
  mergeWithExisting: false,
});

beforeEach(async () => {
  const contacts = [1, 2, 3, 4].map((at) => person(at, `ada${at}@x.example`));
  await reach.world.call('POST', '/v1/contacts/bulk', {
    body: { contacts: [...contacts, person(5, 'Ada4@x.example')] },
  });
});

const writesIn = (requests: readonly string[]) => requests.filter((one) => /^(PATCH|DELETE)/.test(one));
const titles = async () =>
  JSON.parse((await reach.run('contacts list --json --fields id,jobTitle')).stdout).map(
    ({ id, jobTitle }: { id: number; jobTitle: string }) => `${id} ${jobTitle}`,
  );

const UPDATES = 'ID,Title,Email\n1,CEO,\n2,,new@x.example\n99,CFO,\nx,CFO,\n,CFO,\n1,COO,\n3,,\n';

test('update by id: empty cells change nothing, every row has its result, unknown ids fail, the others continue', async () => {
  reach.write('u.csv', UPDATES);
  const ran = await reach.run('contacts update --csv u.csv --by id --results r.csv --rejects j.csv --json');
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
    1,
    { state: 'finished', rows: 7, updated: 2, failed: 1, rejected: 4, skipped: 0 },
  ]);
  expect(reach.read('r.csv')).toBe(
    [
      'line,status,id,outcome,matchedBy,companyId,appUrl,error,warnings',
      '2,updated,1,,,,https://app.reach.invalid/contacts/1,,',
      '3,updated,2,,,,https://app.reach.invalid/contacts/2,,',
      '4,failed,,,,,,there is no contact 99,',
      '5,rejected,,,,,,"id: must be the number of a record, not ""x""",',
      '6,rejected,,,,,,no id,',
      '7,rejected,,,,,,"same id as line 2, but another Title ""COO""",',
      '8,rejected,,,,,,nothing to update besides the id,',
      '',
    ].join('\n'),
  );
  expect(reach.read('j.csv').split('\n').length).toBe(7);
  expect(await titles()).toEqual(['1 CEO', '2 CTO', '3 CTO', '4 CTO', '5 CTO']);
  const again = await reach.run('contacts update --csv u.csv --by id --json');
  expect([again.code, writesIn(again.requests)]).toEqual([0, []]);
  expect(again.stderr).toMatch(
    /^already updated at .* \(update .*\), 5 of 7 rows not, nothing sent; use --again to send it again$/m,
  );
});

test('update by email: cases do not count; an email of several contacts is rejected with their ids', async () => {
  reach.write('u.csv', 'Email,Title\nADA1@x.example,CEO\nada4@X.example,CEO\nnobody@x.example,CEO\n');
  const ran = await reach.run('contacts update --csv u.csv --by email --results r.csv --json');
  expect([ran.code, writesIn(ran.requests)]).toEqual([1, ['PATCH /v1/contacts/1']]);
  expect(reach.read('r.csv').split('\n').slice(1, 4)).toEqual([
    '2,updated,1,,,,https://app.reach.invalid/contacts/1,,',
    '3,rejected,,,,,,"2 contacts have this email: 4, 5",',
    '4,failed,,,,,,there is no contact with the email nobody@x.example,',
  ]);
});

test('delete by id and by email', async () => {
  reach.write('d.csv', 'id,Anything\n1,a\n99,b\n');
  const byId = await reach.run('contacts delete --csv d.csv --by id --yes --json');
  expect([byId.code, JSON.parse(byId.stdout)]).toMatchObject([1, { rows: 2, deleted: 1, failed: 1 }]);
  reach.write('e.csv', 'Work email,Name\nada2@x.example,Ada\nada4@x.example,Ada\n');
  const byEmail = await reach.run('contacts delete --csv e.csv --by email --yes --json --results r.csv');
  expect([byEmail.code, JSON.parse(byEmail.stdout)]).toMatchObject([1, { rows: 2, deleted: 1, rejected: 1 }]);
  expect(reach.read('r.csv')).toContain('3,rejected,,,,,,"2 contacts have this email: 4, 5"');
  expect(await titles()).toEqual(['3 CTO', '4 CTO', '5 CTO']);
});

test('a number that stays as it is stored is no change of the record', async () => {
  await reach.run('contacts update 1 -f mobilePhone=+353861234567');
  await reach.run('contacts update 2 -f mobilePhone=+353861234568');
  reach.write('u.csv', 'id,Mobile,Title\n1,353861234567,CEO\n2,353861234568,CTO\n');
  const ran = await reach.run(
    'contacts update --csv u.csv --by id --json --fields rows,updated,unchanged,cellsLeftOut',
  );
  expect([ran.code, ran.stdout, writesIn(ran.requests)]).toEqual([
    1,
    '{"rows":2,"updated":1,"unchanged":1,"cellsLeftOut":2}\n',
    ['PATCH /v1/contacts/1'],
  ]);
});

test('companies are updated by id', async () => {
  await reach.run('companies create -f name=Engines');
  reach.write('c.csv', 'id,Industry\n1,Steam\n');
  const ran = await reach.run('companies update --csv c.csv --by id --json --fields rows,updated');
  expect([ran.code, ran.stdout]).toEqual([0, '{"rows":1,"updated":1}\n']);
});

describe('a dry run looks up every record and changes none', () => {
  test.each([
    [
      'update --csv f.csv --by id',
      { updated: 2, failed: 1, rejected: 4, skipped: 0 },
      { method: 'PATCH', path: '/v1/contacts/1', body: { jobTitle: 'CEO' } },
    ],
    [
      'delete --csv f.csv --by id --trust-ids',
      { deleted: 3, failed: 1, rejected: 2, skipped: 1 },
      { method: 'DELETE', path: '/v1/contacts/1', body: null },
    ],
  ])('%s', async (command, counts, firstRequest) => {
    reach.write('f.csv', UPDATES);
    const ran = await reach.run(`contacts ${command} --dry-run --json`);
    expect([ran.code, writesIn(ran.requests), JSON.parse(ran.stdout)]).toMatchObject([
      1,
      [],
      { ...counts, firstRequest },
    ]);
    expect(ran.stderr).toContain('f.csv:4: there is no contact 99\n');
  });
});

describe('refused before anything is sent', () => {
  test.each([
    ['update', "error: missing required argument 'id'"],
    ['update 1 --csv f.csv --by id', 'error: --csv names the contacts and their fields: give no other'],
    ['update --csv f.csv', 'error: --by is missing'],
    ['update --csv f.csv --by name', 'error: --by name: must be id or email'],
    ['update --csv f.csv --by email', 'error: --by email: no column of the file has it: id, Title'],
    ['delete --csv two.csv --by id --yes', 'error: --by id: several columns may be it: id, contactId'],
    ['delete --csv s25-hidden-rows.xlsx --by email --yes', 'error: 1 hidden row would be deleted, too'],
    [
      'delete --csv s14-cover-sheet.xlsx --by id --map "This workbook holds contacts=id" --yes',
      'error: the workbook has several sheets: "Read me", "People"',
    ],
    ['delete', "error: missing required argument 'ids'"],
    ['delete 1 --csv f.csv --by id', 'error: --csv names the contacts: give no ids'],
    [
      'delete --csv f.csv --by id',
      'error: cannot ask "Delete the contacts of 1 row permanently (profile local)?" here',
    ],
    ['update --csv none.csv --by id', 'error: cannot read none.csv: no such file'],
  ])('contacts %s', async (command, message) => {
    reach.write('f.csv', 'id,Title\n1,CEO\n');
    reach.write('two.csv', 'id,contactId\n1,2\n');
    for (const name of ['s25-hidden-rows.xlsx', 's14-cover-sheet.xlsx'])
      reach.write(name, readFileSync(join(import.meta.dirname, 'cases', name)));
    const ran = await reach.run(`contacts ${command}`);
    expect([ran.code, ran.stderr.match(/^error: .*/m)?.[0], writesIn(ran.requests)]).toEqual([2, message, []]);
  });
});

describe.each(['before', 'after'])('the process dies at each request, %s it is done', (when) => {
  test.each([
    ['update --csv f.csv --by id', 'updated', ['1 CEO', '2 CEO', '3 CEO', '4 CTO', '5 CTO']],
    ['delete --csv f.csv --by email --yes', 'deleted', ['4 CTO', '5 CTO']],
  ])('%s', async (command, status, left) => {
    reach.write('f.csv', 'id,Email,Title\n1,ada1@x.example,CEO\n2,ada2@x.example,CEO\n3,ada3@x.example,CEO\n');
    const line = `contacts ${command} --results r.csv --max-retries 0 --parallel 1`;
    for (let at = 2; ; at += 1) {
      const ran = await reach.clock.run(reach.run(line, { dies: { at, after: when === 'after' } }));
      if (ran.code === 0) break;
      expect(ran.code).toBe(7);
      expect(at).toBeLessThan(20);
    }
    expect(await titles()).toEqual(left);
    const rows = reach.read('r.csv').split('\n').slice(1, -1);
    expect(rows.map((row) => row.split(',')[1])).toEqual([status, status, status]);
  });
});

test('an update that was interrupted continues with --resume, under its own verb', async () => {
  reach.write('f.csv', 'id,Title\n1,CEO\n2,CEO\n');
  await reach.clock.run(
    reach.run('contacts update --csv f.csv --by id --max-retries 0 --parallel 1', { dies: { at: 4, after: true } }),
  );
  expect((await reach.run('contacts delete --resume --yes')).stderr).toBe(
    'error: there is no unfinished delete of contacts to resume\n  hint: see reach contacts import --history\n',
  );
  const ran = await reach.run('contacts update --resume --json --fields state,updated');
  expect([ran.code, ran.stdout]).toEqual([0, '{"state":"finished","updated":2}\n']);
});
