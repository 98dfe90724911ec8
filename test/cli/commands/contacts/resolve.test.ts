import { describe, expect, test } from 'vitest';
import { idsLeft, openDuplicates, reach, writesIn } from './resolve-world.ts';

openDuplicates();

const env = { REACH_NO_HISTORY: '' };

describe('a dry run', () => {
  test.each([
    ['oldest', ['1: mobilePhone, networkHeadline, T-Shirt; 2, 3', '4: ; 5']],
    ['newest', ['3: jobTitle, T-Shirt; 1, 2', '5: jobTitle; 4']],
    ['most-complete', ['2: networkHeadline; 1, 3', '4: ; 5']],
  ])('--keep %s sends nothing', async (keep, rows) => {
    const ran = await reach.run(`duplicates resolve --keep ${keep} --dry-run --json`);
    const input = JSON.parse(ran.stdout).map(
      (row: { keep: number; updated: string[]; deleted: number[] }) =>
        `${row.keep}: ${row.updated.join(', ')}; ${row.deleted.join(', ')}`,
    );
    expect([ran.code, input, writesIn(ran.requests)]).toEqual([0, rows, []]);
  });

  test('empty fields are filled from the one changed last; what no update sets is named', async () => {
    const ran = await reach.run('duplicates resolve --keep oldest --dry-run --json --limit 1');
    expect(JSON.parse(ran.stdout)).toEqual([
      {
        group: 1,
        status: 'planned',
        shared: 'ada lovelace',
        keep: 1,
        updated: ['mobilePhone', 'networkHeadline', 'T-Shirt'],
        set: { mobilePhone: '+44 2', networkHeadline: '=poet, "and" more', 'T-Shirt': 'M' },
        deleted: [2, 3],
        lists: [],
        campaigns: [],
        note: 'contact 1 has no company; that of 2 is not carried over',
      },
    ]);
    expect(ran.stderr).toBe(
      'dry run: nothing is sent\nwould change 1 contact, delete 2 contacts\nmore groups available: use --limit N or --all\n',
    );
  });
});

test('merges: fills, deletes, and says how to bring back what it deletes', async () => {
  const ran = await reach.run('contacts duplicates resolve --keep oldest --yes', { env });
  expect([ran.code, ran.stdout]).toEqual([
    0,
    '1\tmerged\tada lovelace\t1\tmobilePhone, networkHeadline, T-Shirt\t2, 3\t\t\tcontact 1 has no company; that of 2 is not carried over\n2\tmerged\talan turing\t4\t\t5\t\t\t\n',
  ]);
  expect(ran.stderr).toMatch(/^2 groups merged: 3 contacts deleted\nto create them again: reach undo \d{8}-\w+\n$/);
  expect(await idsLeft()).toEqual([1, 4, 6]);
  const displayed = await reach.run('contacts show 1 --json --fields jobTitle,mobilePhone,networkHeadline,T-Shirt');
  expect(JSON.parse(displayed.stdout)).toEqual({
    jobTitle: 'CTO',
    mobilePhone: '+44 2',
    networkHeadline: '=poet, "and" more',
    'T-Shirt': 'M',
  });
  const back = await reach.run(`${/undo .*/.exec(ran.stderr)?.[0]} --yes --json --fields created,failed,restored`, {
    env,
  });
  expect(back.stdout).toBe('{"created":3,"failed":0,"restored":1}\n');
  const again = await reach.run('contacts list --json --fields lastName,jobTitle,networkHeadline,T-Shirt');
  const found = JSON.parse(again.stdout);
  expect(found).toHaveLength(6);
  const lovelace = { lastName: 'Lovelace', networkHeadline: null };
  expect(found).toContainEqual({ ...lovelace, jobTitle: 'Countess', 'T-Shirt': 'M' });
  expect(found).toContainEqual({ ...lovelace, jobTitle: 'CTO', 'T-Shirt': null });
});

test('nothing to merge', async () => {
  const ran = await reach.run('duplicates resolve --by professionalEmail --keep oldest --yes --json');
  expect([ran.code, ran.stdout, writesIn(ran.requests)]).toEqual([0, '[]\n', []]);
});

test('lists and campaigns of the others: the survivor joins those it is not in', async () => {
  await reach.run('list create Openers');
  await reach.run('list create Others');
  await reach.run('list add Openers --contacts 1,2');
  await reach.run('list add Others --contacts 3,6');
  reach.write('c.yaml', 'name: Welcome\nsteps:\n  - type: task\n    taskType: CALL\n    title: Call\n');
  await reach.run('campaign create c.yaml');
  await reach.run('campaign add-contact 1 2,3');
  await reach.run('contacts update 2 -f professionalEmail=ada@x.example');
  await reach.run('never-contact add ada@x.example');
  const refused = await reach.run('duplicates resolve --keep oldest --yes --limit 1');
  expect([refused.code, refused.stdout, writesIn(refused.requests)]).toEqual([
    1,
    '1\tskipped\tada lovelace\t\t\t\t\t\tcontact 1 would come into the campaign "Welcome", but for never-contact ada@x.example; --no-campaigns merges without it\n',
    [],
  ]);
  await reach.run('never-contact remove ada@x.example');
  await reach.run('local fault add contacts.update --status 500 --times 1');
  expect((await reach.run('duplicates resolve --keep oldest --yes --limit 1 --max-retries 0')).code).toBe(7);
  await reach.run('never-contact add ada@x.example');
  const resumed = await reach.run('duplicates resolve --resume');
  expect([resumed.code, resumed.stdout]).toEqual([1, refused.stdout.replace('lovelace\t\t', 'lovelace\t1\t')]);
  await reach.run('never-contact remove ada@x.example');
  const ran = await reach.run('duplicates resolve --keep oldest --yes --json --limit 1', { env });
  expect(JSON.parse(ran.stdout)[0]).toMatchObject({ status: 'merged', lists: ['Others'], campaigns: ['Welcome'] });
  expect(writesIn(ran.requests)).toEqual([
    'PATCH /v1/contacts/1',
    'POST /v1/lists/2/members',
    'POST /v1/add-contact-to-campaign',
    'DELETE /v1/contacts/2',
    'DELETE /v1/contacts/3',
  ]);
  expect((await reach.run('contacts list --list Others -o id')).stdout).toBe('1\n6\n');
  expect((await reach.run('contacts search --include campaigns=1 -o id')).stdout).toBe('1\n');
  await reach.run('undo --yes', { env });
  expect((await reach.run('contacts list --list Others -o id')).stdout).toBe('6\n7\n');
});

test('--no-lists and --no-campaigns do not ask for them', async () => {
  const ran = await reach.run('duplicates resolve --keep oldest --yes --no-lists --no-campaigns');
  expect([ran.code, ran.requests.filter((one) => /lists|campaign/.test(one))]).toEqual([0, []]);
});

test.each([
  ['the one that stays', 'PATCH', '/v1/contacts/1', { jobTitle: 'Queen' }, 'contact 1 has changed since (jobTitle)'],
  ['one that goes', 'PATCH', '/v1/contacts/3', { 'T-Shirt': 'XL' }, 'contact 3 has changed since (T-Shirt)'],
  ['one that is gone', 'DELETE', '/v1/contacts/3', undefined, 'contact 3 is no longer there'],
  ['its lists', 'POST', '/v1/lists/1/members', { contactIds: [3] }, 'the lists of contact 3 have changed since'],
])('what changed since it was shown is left alone: %s', async (_, method, path, body, note) => {
  await reach.run('list create Openers');
  let isDone = false;
  const ran = await reach.run('duplicates resolve --keep oldest --yes --json', {
    // The contacts were read for the plan; now they are read again.
    meanwhile: async (request, count) => {
      if (isDone || count < 7 || !request.includes('search')) return;
      isDone = true;
      await reach.world.call(method, path, { ...(body !== undefined && { body }) });
    },
  });
  const [first, second] = JSON.parse(ran.stdout);
  expect([ran.code, first.status, first.note, first.deleted, second.status]).toEqual([
    1,
    'skipped',
    note,
    [],
    'merged',
  ]);
  expect(ran.stderr).toContain('1 group not merged: see why in the column note\n');
  expect(ran.requests.filter((one) => one === 'DELETE /v1/contacts/2')).toEqual([]);
});

test('people of different names who share a mailbox are not one; a plan may still say so', async () => {
  for (const [id, email] of [
    [2, 'info@x.example'],
    [4, 'info@x.example'],
    [1, 'ada@x.example'],
    [3, 'Ada@x.example'],
  ])
    await reach.world.call('PATCH', `/v1/contacts/${id}`, { body: { professionalEmail: email } });
  const planned = await reach.run('duplicates resolve --by professionalEmail --plan plan.csv');
  const ran = await reach.run('duplicates resolve --by professionalEmail --keep oldest --yes --json');
  const notes = JSON.parse(ran.stdout).map(({ status, note }: Record<string, string>) => `${status}: ${note}`);
  expect([planned.code, ran.code, notes]).toEqual([
    0,
    1,
    [
      'merged: ',
      'skipped: they may be different people, Ada Lovelace and Alan Turing: --plan FILE to decide in a spreadsheet',
    ],
  ]);
  expect(await idsLeft()).toEqual([1, 2, 4, 5, 6]);
});

test('a contact that the service refuses to change: its group is left, the others are merged', async () => {
  await reach.run('local fault add contacts.update --status 422 --times 1');
  const ran = await reach.run('duplicates resolve --keep oldest --yes --json');
  const [first, second] = JSON.parse(ran.stdout);
  expect([ran.code, first.status, first.deleted, second.status]).toEqual([1, 'failed', [], 'merged']);
  expect(first.note).toMatch(/^contact 1 was not updated: /);
  expect(await idsLeft()).toEqual([1, 2, 3, 4, 6]);
});

describe('refused before anything is asked or changed', () => {
  test.each([
    ['--keep best', 'error: --keep best: must be oldest, newest, most-complete'],
    ['', 'error: which contact of each group stays?'],
    ['--plan a.csv --apply-plan b.csv', 'error: give --plan or --apply-plan, not both'],
    ['--resume --keep oldest', 'error: --resume goes on with what was decided: it takes no other options'],
    ['--apply-plan none.csv', 'error: cannot read none.csv: no such file'],
    ['--by shoeSize --keep oldest', 'error: --by: unknown shoeSize'],
    ['--by , --keep oldest', 'error: --by names no field'],
    ['--by fullName,fullName --keep oldest', 'error: --by: fullName is named twice'],
  ])('%s', async (flags, message) => {
    const ran = await reach.run(`duplicates resolve ${flags}`);
    expect([ran.code, ran.stderr.split('\n')[0], writesIn(ran.requests)]).toEqual([2, message, []]);
  });

  test('without --yes where no one can answer', async () => {
    const ran = await reach.run('duplicates resolve --keep oldest');
    expect([ran.code, ran.stderr, writesIn(ran.requests)]).toEqual([
      2,
      'without history, the contacts that are deleted cannot be created again by reach undo\nerror: cannot ask "Delete 3 contacts permanently, merged into 2 others, of which 1 is updated (profile local)?" here\n  hint: answer it with --yes\n',
      [],
    ]);
  });

  test('nothing to resume', async () => {
    const ran = await reach.run('duplicates resolve --resume');
    expect([ran.code, ran.stderr]).toEqual([5, 'error: there is no unfinished merge of duplicates to resume\n']);
  });

  test('an unfinished merge with other options', async () => {
    await reach.run('duplicates resolve --keep oldest --yes --max-retries 0', { dies: { at: 9, after: false } });
    const ran = await reach.run('duplicates resolve --keep newest --yes');
    expect([ran.code, ran.stderr]).toEqual([
      2,
      'error: a merge of duplicates that was started with other options at 2026-11-21T09:06:00.000Z is not finished\n  hint: finish it with reach duplicates resolve --resume, or leave it as it is with --new\n',
    ]);
    expect((await reach.run('duplicates resolve --resume')).code).toBe(0);
    expect(await idsLeft()).toEqual([1, 4, 6]);
  });
});

const planned = async (change: (text: string) => string) => {
  const ran = await reach.run('duplicates resolve --keep oldest --plan plan.csv');
  expect([ran.code, ran.stderr, writesIn(ran.requests)]).toEqual([
    0,
    '2 groups written to plan.csv; nothing was changed\nlook through it, then: reach duplicates resolve --apply-plan plan.csv\n',
    [],
  ]);
  reach.write('plan.csv', change(reach.read('plan.csv')));
  return await reach.run('duplicates resolve --apply-plan plan.csv --yes --json');
};

test('is a row for each contact, with what it has then', async () => {
  await reach.run('duplicates resolve --keep oldest --plan plan.csv');
  expect(reach.read('plan.csv').replace(/,s[0-9a-f]{15},/g, ',STATE,')).toBe(
    [
      'group,action,id,state,firstName,lastName,jobTitle,mobilePhone,networkHeadline,T-Shirt,company,lists,campaigns,createdAt,updatedAt',
      `1,keep,1,STATE,Ada,Lovelace,CTO,'+44 2,"'=poet, ""and"" more",M,,,,2026-11-21T09:00:00.000Z,2026-11-21T09:00:00.000Z`,
      `1,delete,2,STATE,Ada,Lovelace,Countess,'+44 1,,M,Engines,,,2026-11-21T09:01:00.000Z,2026-11-21T09:01:00.000Z`,
      `1,delete,3,STATE,Ada,Lovelace,,'+44 2,"'=poet, ""and"" more",,,,,2026-11-21T09:02:00.000Z,2026-11-21T09:02:00.000Z`,
      `2,keep,4,STATE,Alan,Turing,Codebreaker,,,,,,,2026-11-21T09:03:00.000Z,2026-11-21T09:03:00.000Z`,
      `2,delete,5,STATE,Alan,Turing,,,,,,,,2026-11-21T09:04:00.000Z,2026-11-21T09:04:00.000Z`,
      '',
    ].join('\n'),
  );
});

test('is applied as it was changed: another survivor, another value, a contact left, a group taken out', async () => {
  const ran = await planned((text) =>
    text
      .replace('1,keep,1,', '1,leave,1,')
      .replace('1,delete,2,', '1,keep,2,')
      .replace("Countess,'+44 1", "Countess,'+44 2")
      .split('\n')
      .filter((line) => !line.startsWith('2,'))
      .join('\r\n'),
  );
  expect([ran.code, JSON.parse(ran.stdout)]).toMatchObject([
    0,
    [{ status: 'merged', keep: 2, set: { mobilePhone: '+44 2', networkHeadline: '=poet, "and" more' }, deleted: [3] }],
  ]);
  expect(await idsLeft()).toEqual([1, 2, 4, 5, 6]);
});

test('a value that no contact of the group has is refused, with its line: spreadsheets rewrite numbers', async () => {
  const ran = await planned((text) => text.replace("CTO,'+44 2", 'CTO,442').replace('2,keep,4,', '2,store,4,'));
  expect([ran.code, writesIn(ran.requests)]).toEqual([3, []]);
  expect(ran.stderr).toContain('plan.csv:5: action must be keep, delete or leave');
  const next = await planned((text) => text.replace("CTO,'+44 2", 'CTO,442'));
  expect([next.code, writesIn(next.requests)]).toEqual([3, []]);
  expect(next.stderr).toContain(
    'plan.csv:2: mobilePhone: \\"442\\" is not a value of these contacts (\\"+44 2\\", \\"+44 1\\")',
  );
});

test('a contact in two groups is refused: what is merged into it would go with it', async () => {
  const ran = await planned((text) => text.replace('2,delete,5,', '2,delete,1,'));
  expect([ran.code, writesIn(ran.requests)]).toEqual([3, []]);
  expect(ran.stderr).toContain('plan.csv:6: contact 1 is in line 2, too');
});

test('a contact that changed since is left alone', async () => {
  await reach.run('duplicates resolve --keep oldest --plan plan.csv');
  await reach.run('contacts update 5 -f jobTitle=Runner');
  const ran = await reach.run('duplicates resolve --apply-plan plan.csv --yes --json');
  expect([ran.code, JSON.parse(ran.stdout)[1]]).toMatchObject([
    1,
    { status: 'skipped', note: 'contact 5 has changed since the plan was written' },
  ]);
  expect(await idsLeft()).toEqual([1, 4, 5, 6]);
});
