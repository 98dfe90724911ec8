import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';
import { PEOPLE } from '../contacts/people.ts';

const reach = reachForEachTest();

beforeEach(() => reach.world.call('POST', '/v1/contacts/bulk', { body: { contacts: PEOPLE } }));

test('lists are created, filled from a pipe, shown by name, and emptied', async () => {
  expect((await reach.run('list create Team -o id')).stdout).toBe('1\n');
  const twice = await reach.run('list create Team');
  expect([twice.code, twice.stderr.includes('Team')]).toEqual([6, true]);
  expect((await reach.run('list add Team --contacts - --json', { stdin: '1 2,3\n' })).stdout).toBe(
    '{"listId":1,"added":3,"alreadyPresent":0}\n',
  );
  const named = '--contacts grace@harbor.example,1';
  expect((await reach.run(`list remove Team ${named} --json`)).stdout).toBe(
    '{"listId":1,"removed":2,"notPresent":0}\n',
  );
  const byName = await reach.run('list add Team --contacts - --json', { stdin: 'Grace Hopper\n1\n' });
  expect(byName.stdout).toBe('{"listId":1,"added":2,"alreadyPresent":0}\n');
  expect(await reach.run('list add Team --contacts "Grace Hooper"')).toMatchObject({ code: 5, stdout: '' });
  expect((await reach.run('list add 1 --contacts 3 --json')).stdout).toBe(
    '{"listId":1,"added":0,"alreadyPresent":1}\n',
  );
  expect((await reach.run('list show Team --json --fields name,entity,size')).stdout).toBe(
    '{"name":"Team","entity":"CONTACT","size":3}\n',
  );
  expect((await reach.run('list remove Team --contacts 1,2 --json')).stdout).toBe(
    '{"listId":1,"removed":2,"notPresent":0}\n',
  );
  expect((await reach.run('contacts list --list Team -o id')).stdout).toBe('3\n');
  expect((await reach.run('duplicates --list Team -o id')).stdout).toBe('1, 3\n');
});

test('the id of a list that is not there, or holds other records, is no empty list', async () => {
  await reach.run('list create Team');
  await reach.run('list create Firms --entity companies');
  for (const line of ['contacts list', 'contacts search ada', 'contacts export']) {
    expect(await reach.run(`${line} --list 2`)).toMatchObject({
      ...{ code: 5, stdout: '', stderr: 'error: no list of contacts 2\n  hint: list 2 holds companies\n' },
    });
    expect(await reach.run(`${line} --list 9`)).toMatchObject({ code: 5, stdout: '' });
  }
  const unreadable = (body: string, request: string) => (request.startsWith('GET /v1/lists/') ? 'no JSON' : body);
  for (const options of [{}, { rewrite: unreadable }])
    expect(await reach.run('contacts list --list 1', options)).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test('what exists is added and removed; an id that does not exist is reported, exit 1', async () => {
  await reach.run('list create Team');
  const added = await reach.run('list add Team --contacts 1,99,2 --json');
  expect([added.code, added.stdout, added.stderr]).toEqual([
    1,
    '{"listId":1,"added":2,"alreadyPresent":0,"failed":[{"id":99,"error":"There is no contact 99"}]}\n',
    'warning: There is no contact 99\n',
  ]);
  const removed = await reach.run('list remove Team --contacts 98,2 --json');
  expect([removed.code, removed.stdout]).toEqual([
    1,
    '{"listId":1,"removed":1,"notPresent":0,"failed":[{"id":98,"error":"There is no contact 98"}]}\n',
  ]);
  const nowhere = await reach.run('list add 9 --contacts 1,2');
  expect([nowhere.code, nowhere.stdout]).toEqual([5, '']);
  for (const verb of ['add', 'remove'])
    for (const ids of ['1', '1,2'])
      for (const flag of ['', ' --dry-run']) {
        const { code, stderr } = await reach.run(`list ${verb} 1 --companies ${ids}${flag}`);
        expect([code, stderr]).toEqual([
          5,
          expect.stringMatching(/error: no list of companies 1\n {2}hint: list 1 holds contacts\n$/),
        ]);
      }
  expect((await reach.run('list remove 1 --contacts 98 --dry-run')).code).toBe(5);
  expect((await reach.run('list remove 1 --contacts 98,2 --dry-run')).code).toBe(1);
});

test('a batch refused without naming the ids is sent in halves until they are found', async () => {
  await reach.run('list create Team');
  await reach.run('local fault add lists.addMembers --status 422 --times 1');
  const ran = await reach.run('list add Team --contacts 1,2,3 --json');
  expect([ran.code, ran.stdout]).toEqual([0, '{"listId":1,"added":3,"alreadyPresent":0}\n']);
  expect(ran.requests.filter((request) => request.endsWith('/members'))).toHaveLength(3);
});

test('a name is one, whether its accent is a character of its own or part of its letter', async () => {
  const [one, two] = ['Caf\u00e9', 'Cafe\u0301'];
  const { id } = JSON.parse((await reach.run(['list', 'create', one, '--json'])).stdout);
  for (const name of [one, two]) expect((await reach.run(['list', 'show', name, '-o', 'id'])).stdout).toBe(`${id}\n`);
  reach.write('a.csv', 'firstName,lastName\nAda,King\n');
  const made = await reach.run(['contacts', 'import', 'a.csv', '--list', two, '--create-list', '--yes']);
  expect([made.code, made.requests.includes('POST /v1/lists')]).toEqual([0, false]);
});

test('a name that is not unique is refused with the ids', async () => {
  await reach.run('list create Both');
  await reach.run('list create Both --entity companies');
  const ran = await reach.run('list show Both');
  expect([ran.code, ran.stderr]).toEqual([
    2,
    'error: "Both" matches 2 lists (ids 1, 2)\n  hint: use an id: 1 (CONTACT), 2 (COMPANY)\n',
  ]);
  expect((await reach.run('contacts list --list Both --json')).stdout).toBe('[]\n');
});

test('an unknown list is exit 5', async () => expect((await reach.run('contacts list --list Nobody')).code).toBe(5));

test('companies of a list keep the fields and the limit that were asked for', async () => {
  await reach.world.call('POST', '/v1/companies/bulk', {
    body: { companies: ['One', 'Two', 'Six'].map((name) => ({ name: `${name} Ltd`, Tier: `${name} tier` })) },
  });
  await reach.run('list create Customers --entity companies');
  const ids = (await reach.run('companies search Ltd -o id')).stdout.trim().split('\n');
  await reach.run(`list add Customers --companies ${ids.slice(-2).join(',')}`);
  const { id } = JSON.parse((await reach.run('companies fields --json')).stdout).find(
    ({ label }: { label: string }) => label === 'Tier',
  );
  const all = await reach.run(`companies list --list Customers --fields ${id} --json`);
  expect(JSON.parse(all.stdout)).toEqual([{ [id]: 'Two tier' }, { [id]: 'Six tier' }]);
  const first = await reach.run(`companies list --list Customers --limit 1 --fields ${id} --json`);
  expect(JSON.parse(first.stdout)).toEqual([{ [id]: 'Two tier' }]);
  expect(first.stderr).toContain('more available');
});
