// Contacts and companies by what names them, wherever an id goes.

import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests({ empty: true });

beforeAll(async () => {
  const contacts = [
    { firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@engines.example', companyName: 'Engines' },
    { firstName: 'Sam', lastName: 'Twin', companyName: 'A' },
    { firstName: 'Sam', lastName: 'Twin', companyName: 'B' },
    { professionalEmail: 'nameless@x.example' },
  ];
  for (const contact of contacts) {
    const ran = await reach.run('contacts create --input -', { stdin: JSON.stringify(contact) });
    expect(ran).toMatchObject({ code: 0 });
  }
  await reach.run('companies create -f name=Acme -f domain=acme.example');
  await reach.run('contacts create -f firstName=José -f lastName=Núñez');
});

test.each([
  ['contacts update "ada  lovelace" -f jobTitle=CTO --show-requests --json', '/v1/contacts/1'],
  ['contacts update ada@engines.example -f jobTitle=CTO --show-requests --json', '/v1/contacts/1'],
  ['contacts delete ada@engines.example --show-requests --json', '/v1/contacts/1'],
  [`contacts update "${'José Núñez'.normalize('NFD')}" -f jobTitle=CTO --show-requests --json`, '/v1/contacts/5'],
  ['contacts delete 2,3 --show-requests --json', '/v1/contacts/2 /v1/contacts/3'],
])('%s: %s', async (command, paths) => {
  const requests = [JSON.parse((await reach.run(command)).stdout)].flat();
  expect(requests.map(({ path }) => path).join(' ')).toBe(paths);
});

test('a company by its name or its domain', async () => {
  const byName = JSON.parse((await reach.run('companies show acme --json --fields id,name')).stdout);
  expect(byName).toMatchObject({ name: 'Acme' });
  const dry = JSON.parse(
    (await reach.run('companies update acme.example -f industry=Toys --show-requests --json')).stdout,
  );
  expect(dry).toMatchObject({ path: `/v1/companies/${byName.id}` });
});

test.each([
  ['contacts delete "Sam Twin" --yes', 2, 'error: "Sam Twin" matches 2 contacts (ids 2, 3)\n  hint: use the id\n'],
  ['contacts update Nobody -f jobTitle=CTO', 5, expect.stringContaining('error: no contact "Nobody"\n')],
  ['companies show x7', 5, expect.stringContaining('error: no company "x7"\n')],
])('%s: exit %i', async (command, code, stderr) => {
  expect(await reach.run(command)).toMatchObject({ code, stdout: '', stderr });
});

test('an empty word is no one, not the contact without a name', async () => {
  const ran = await reach.run(['contacts', 'delete', '', '--yes']);
  expect(ran).toMatchObject({ code: 2, requests: [], stderr: expect.stringContaining('error: <ids> is empty\n') });
});
