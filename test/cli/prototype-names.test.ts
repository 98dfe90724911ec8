// Names that every object inherits are names like any other: of fields, headers, profiles, topics and options.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReach, type Reach } from './world.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

let reach: Reach;
beforeAll(async () => {
  reach = await openReach();
  await reach.run('contacts create -f firstName=Ada -f email=ada@example.com');
});
afterAll(() => reach.close());

test.each(NAMES)('%s', async (name) => {
  const refused = [
    `help ${name}`,
    `contacts list --fields ${name}`,
    `contacts list --profile ${name}`,
    `profile show ${name}`,
    `profile use ${name}`,
    `workflow fields ${name}`,
    `list create x --kind ${name}`,
    `schema ${name}`,
    `completion ${name}`,
  ];
  for (const line of refused) expect([line, (await reach.run(line)).code]).toEqual([line, expect.toBeOneOf([2, 5])]);

  writeFileSync(
    join(reach.home, 'people.csv'),
    `First Name,Email,${name}\nBo,bo-${name}@example.com,shown\nCy,cy-${name}@example.com,\n`,
  );
  const odd = await reach.run(`contacts import people.csv --delimiter ${name} --yes`);
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('--delimiter')]);
  const imported = await reach.run('contacts import people.csv --custom --yes');
  // The service takes no field of the one name that JSON cannot carry safely through every program.
  expect([imported.code, imported.stderr]).toEqual([
    name === '__proto__' ? expect.toBeOneOf([1, 2]) : 0,
    expect.any(String),
  ]);
  const listed = JSON.parse((await reach.run('contacts list --all --json')).stdout);
  expect(listed.filter((one: object) => Object.hasOwn(one, name) && Reflect.get(one, name) === 'shown').length).toBe(
    name === '__proto__' ? 0 : 1,
  );
  for (const line of [
    'contacts list --all',
    'contacts export out.csv --yes',
    `contacts search --include ${name}=shown`,
  ]) {
    expect([line, (await reach.run(line)).code]).not.toEqual([line, 70]);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
