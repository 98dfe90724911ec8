// reach schema output: what the JSON of a command looks like. What tests print as JSON is checked against it in test/cli/world.ts.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { everyCommand } from '../../../../src/cli/session/about.ts';
import { readTree } from '../../../../src/cli/tool/tree/read.ts';
import { reachForAllTests } from '../../../opened.ts';

const reach = reachForAllTests();

test('a command of ours: the columns of its view; a command of a route: the answer of the route', async () => {
  const removed = JSON.parse((await reach.run('schema output search remove')).stdout);
  expect(removed).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'reach search remove',
    type: 'object',
    properties: { name: expect.anything(), removed: expect.anything() },
  });
  const { title, type, items } = JSON.parse((await reach.run('schema output list list')).stdout);
  expect([title, type, Object.keys(items.properties)]).toEqual([
    'reach list list',
    'array',
    ['id', 'name', 'entity', 'size', 'createdAt', 'appUrl'],
  ]);
  // What the interface does not document may be missing in other services, and so may everything in the answer of a write.
  const required = async (argv: string) => JSON.parse((await reach.run(`schema output ${argv}`)).stdout);
  expect(items.required).toEqual(undefined);
  expect((await required('workflow status')).anyOf[0].required).toEqual(['status', 'distinctEntityCount', 'steps']);
  expect((await required('list create')).anyOf[0].required).toBeUndefined();
});

test('one document has all commands that print JSON, an error and a dry run', async () => {
  const document = JSON.parse((await reach.run('schema output')).stdout);
  const ajv = new Ajv2020({ strictTypes: false, validateFormats: false, keywords: ['x-undocumented'] });
  ajv.addSchema(document, 'reach');
  const leaves = [...everyCommand(await readTree('1.2.3'))].filter(({ effect }) => effect !== null);
  const printing = leaves.filter(({ outputSchema }) => outputSchema !== null);
  expect([leaves.length > 190, printing.length > 170]).toEqual([true, true]);
  const missing = [...printing.map(({ path }) => path), 'error', 'dry-run'].filter(
    (name) => ajv.getSchema(`reach#/$defs/${encodeURIComponent(name)}`) === undefined,
  );
  expect(missing).toEqual([]);
});

test.each([
  ['schema output contacts lst', 2, 'there is no command "contacts lst"'],
  ['schema campaign contacts', 2, 'reach schema campaign takes no further words'],
])('%s', async (argv, code, message) => {
  const ran = await reach.run(argv);
  expect([ran.code, ran.stdout]).toEqual([code, '']);
  expect(ran.stderr).toContain(message);
});

test('commands --json points to the schema of each', async () => {
  const { stdout } = await reach.run('commands --json --fields path,outputSchema');
  const rows = new Map<string, string | null>(
    JSON.parse(stdout).map((row: { path: string; outputSchema: string | null }) => [row.path, row.outputSchema]),
  );
  expect([rows.get('contacts list'), rows.get('completion bash')]).toEqual(['reach schema output contacts list', null]);
});
