import { expect, test } from 'vitest';
import { idsLeft, openDuplicates, reach, writesIn } from './resolve-world.ts';

openDuplicates();

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
