// Names that every object inherits are names like any other: of fields, headers, profiles, topics and options.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { reachForAllTests } from '../opened.ts';

const NAMES = Object.getOwnPropertyNames(Object.prototype);

const reach = reachForAllTests();
beforeAll(() => reach.run('contacts create -f firstName=Ada -f email=ada@example.com'));

test.each(NAMES)('%s', async (name) => {
  const refused = [
    `help ${name}`,
    `contacts list --fields ${name}`,
    `contacts list --profile ${name}`,
    `profile show --profile ${name}`,
    `profile use ${name}`,
    `list create x --type ${name}`,
    `schema ${name}`,
    `completion ${name}`,
  ];
  for (const line of refused) expect([line, (await reach.run(line)).code]).toEqual([line, expect.toBeOneOf([2, 3, 5])]);

  writeFileSync(
    join(reach.home, 'people.csv'),
    `First Name,Email,${name}\nBo,bo-${name}@example.com,shown\nCy,cy-${name}@example.com,\n`,
  );
  const odd = await reach.run(`contacts import people.csv --delimiter ${name} --yes`);
  expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining('cannot be a delimiter')]);
  expect((await reach.run('contacts import people.csv --custom --yes')).code).toBe(0);
  const listed: object[] = JSON.parse((await reach.run('contacts list --all --json')).stdout);
  const having = listed.filter((one) => Object.hasOwn(one, name) && Reflect.get(one, name) === 'shown');
  // A header that begins with an underscore is not a custom field.
  expect(having.length).toBe(name.startsWith('_') ? 0 : 1);
  for (const line of [
    'contacts list --all',
    `contacts export out-${name}.csv`,
    `contacts search --include ${name}=shown`,
  ]) {
    expect([line, (await reach.run(line)).code]).not.toEqual([line, 70]);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
