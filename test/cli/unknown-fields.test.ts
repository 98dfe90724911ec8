// --fields with a name that no record has: what happens is said in json-output.test.ts for every command with records; here
// what there is without any, and after a write.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';

const reach = reachForAllTests();
beforeAll(() => reach.run('contacts create -f firstName=Ada'));

test.each([
  ['workflow list', 'workflow'],
  ['campaign list', 'campaign'],
  ['list list', 'list'],
  ['inbox threads', 'conversation'],
  ['inbox tags', 'tag'],
  ['ai variable list', 'AI variable'],
  ['ai template list', 'message template'],
  ['ai folder list contacts', 'folder'],
  ['finder filters', 'filter'],
  ['social posts', 'post'],
  ['search list', 'saved search'],
  ['alias list', 'alias'],
  ['local fault list', 'fault'],
  ['duplicates', 'group'],
])('%s: without a %s, too', async (argv, noun) => {
  const { code, stdout, stderr } = await reach.run(`${argv} --fields nope`);
  expect([code, stdout, stderr.split('\n')[0]]).toEqual([2, '', `error: --fields: ${noun} has no nope`]);
});

test('a field of the answer that is not a column is known without a record', async () => {
  expect(await reach.run('campaign list --fields id,createdAt,identityId')).toMatchObject({ code: 0, stdout: '' });
});

test('nothing is written for an answer that cannot be shown as it is asked for', async () => {
  const ran = await reach.run('list create Friends --fields id,nope');
  expect([ran.code, ran.stdout, ran.requests]).toEqual([2, '', []]);
});

test('what only the written record shows: exit 1 says that it is written', async () => {
  const ran = await reach.run('contacts update 1 -f lastName=Lovelace --fields id,nope');
  expect([ran.code, ran.stdout]).toEqual([1, '']);
  expect(ran.stderr).toMatch(/^error: --fields: contact has no nope\n {2}hint: the command was carried out; /);
});
