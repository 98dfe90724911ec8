// reach open, and the answers to what the API cannot delete.

import { beforeAll, expect, test } from 'vitest';
import { EXIT } from '../../../../src/cli/terminal/exit.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

beforeAll(async () => {
  await reach.run('contacts create -f firstName=Ada -f lastName=Lovelace -f companyName=Engines');
  await reach.run('list create Friends');
});

test.each([
  ['contacts 1', '/contacts/1'],
  ['contact "Ada Lovelace"', '/contacts/1'],
  ['company Engines', '/companies/1'],
  ['list Friends', '/lists/1'],
  ['identity 1', '/identities/1'],
])('open %s', async (words, path) => {
  const printed = await reach.run(`open ${words} --print`);
  const url = `http://127.0.0.1:8080/app/open?to=${path}`;
  expect([printed.code, printed.stderr, printed.stdout]).toEqual([0, '', `${url}\n`]);
  expect((await reach.run(`open ${words}`)).stdout).toBe(printed.stdout);
  const before = reach.opened.length;
  expect(await reach.run(`open ${words}`, { tty: true })).toMatchObject({ code: 0, stdout: `${url}\n` });
  expect(reach.opened.slice(before)).toEqual([url]);
});

test.each([
  ['', ''],
  ['home', ''],
  ['contacts', '/contacts'],
  ['runs', '/workflows'],
  ['outbox', '/outbox'],
])('open %s is a list of the local service', async (word, path) => {
  expect(await reach.run(`open ${word} --print --for 10m`)).toMatchObject({
    code: 0,
    stdout: `http://127.0.0.1:8080/app/open?to=${path}\n`,
  });
});

test('a page that is one takes no id; a time has a unit', async () => {
  expect(await reach.run('open outbox 3')).toMatchObject({
    code: EXIT.usage,
    stderr: 'error: outbox is one page: leave out "3"\n',
  });
  expect((await reach.run('open contacts --for soon')).code).toBe(EXIT.usage);
});

test('what is not there is not opened', async () => {
  expect((await reach.run('open contact 99', { tty: true })).code).toBe(EXIT.notFound);
  expect((await reach.run('open planet 1')).code).toBe(EXIT.usage);
});

test.each([
  ['list', 'lists'],
  ['campaign', 'campaigns'],
  ['workflow', 'workflows'],
])('%s delete says that the API cannot, and sends nothing', async (group, plural) => {
  const ran = await reach.run(`${group} delete "Old one" --yes`);
  expect([ran.code, ran.stdout, ran.requests]).toEqual([EXIT.usage, '', []]);
  expect(ran.stderr).toMatch(`error: the API cannot delete ${plural}; nothing was changed\n  hint: `);
  expect(ran.stderr).toContain(`reach open ${group} "Old one"`);
  expect((await reach.run(`${group} --help`)).stdout).not.toContain('delete');
});
