// Custom fields may be called what every object inherits: all of them are fields like any other, wherever they are read.

import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { table } from '../../../src/contract/table.ts';
import { worldForAllTests } from '../../opened.ts';

/** `__proto__` is refused: see the test below. */
const NAMES = [...Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__'), 'then'];

const rows = Object.values(table).flatMap((group) => Object.values<Endpoint>(group));

const world = worldForAllTests({ empty: false });
let ids: { contact: number; company: number; workflow: number };

const valuesOf = (entity: string): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, `${name} of the ${entity}`]));

const plan = {
  nodes: [
    { id: 'start', kind: 'BLOCK', blockId: 'SELECT_LEADS_FROM_LIST', inputs: { leadsGroupId: 1 }, next: ['split'] },
    {
      id: 'split',
      kind: 'CONDITIONAL',
      conditions: NAMES.slice(0, 10).map((field) => ({ field, operator: 'IS_NOT_EMPTY' })),
      fallbackName: 'constructor',
      next: Array.from({ length: 11 }, () => 'end'),
    },
    { id: 'end', kind: 'BLOCK', blockId: 'END', inputs: {}, next: [] },
  ],
};

beforeAll(async () => {
  const made = async (path: string, body: object) => {
    const reply = await world.call('POST', path, { body });
    expect([path, reply.status, reply.body.message]).toEqual([path, 200, 'OK']);
    return reply.body.data.id;
  };
  ids = {
    company: await made('/v1/company', { name: 'Inherited Ltd', ...valuesOf('company') }),
    contact: await made('/v1/contact', { firstName: 'Ada', companyName: 'Inherited Ltd', ...valuesOf('contact') }),
    workflow: await made('/v1/workflows', { name: 'Names', plan, trigger: { type: 'MANUAL' }, publish: true }),
  };
  await made(`/v1/workflow/${ids.workflow}/run`, {});
  await world.work();
});

test('they read as they were written', async () => {
  for (const [noun, id] of [
    ['contact', ids.contact],
    ['company', ids.company],
  ] as const) {
    const path = noun === 'contact' ? `/v1/contacts/${id}` : `/v1/companies/${id}`;
    const record = await world.done('GET', path);
    expect(Object.fromEntries(NAMES.map((name) => [name, Object.hasOwn(record, name) && record[name]]))).toEqual(
      valuesOf(noun),
    );
  }
});

test.each(NAMES)('a search by %s finds its record, by any other value none', async (name) => {
  const search = async (value: string) => {
    const body = { include: JSON.parse(`{${JSON.stringify(name)}: [${JSON.stringify(value)}]}`), fields: [name] };
    const { status, body: reply } = await world.call('POST', '/v1/contacts/search', { body });
    return [status, reply.data?.contacts?.map((one: { id: number }) => one.id)];
  };
  expect(await search(`${name} of the contact`)).toEqual([200, [ids.contact]]);
  expect(await search('POLLUTED')).toEqual([200, []]);
});

/** Of a row with a parameter, records that exist. */
const PARAMS: Readonly<Record<string, () => number | string>> = {
  contactId: () => ids.contact,
  companyId: () => ids.company,
  workflowId: () => ids.workflow,
  kind: () => 'contacts',
  blockId: () => 'END',
};

test.each(
  rows
    .filter(({ effect, method, access }) => effect === 'read' && method === 'GET' && access !== 'ADMIN')
    .map(({ path }) => [path]),
)('%s answers, whatever fields are called', async (path) => {
  const url = path.replace(/\{(\w+)\}/g, (__, name) => String(PARAMS[name]?.() ?? 1));
  for (const query of [{}, { fields: NAMES.join(',') }, Object.fromEntries(NAMES.map((name) => [name, 'x']))]) {
    const { status } = await world.call('GET', url, { query });
    expect([url, status < 500]).toEqual([url, true]);
  }
  expect(world.bugs).toEqual([]);
});

test('a plan with conditions on them is valid, and ran', async () => {
  const body = { plan, trigger: { type: 'MANUAL' } };
  expect(await world.done('POST', '/v1/workflows/validate', { body })).toMatchObject({ isValid: true });
  const draft = await world.call('GET', `/v1/workflow/${ids.workflow}/validate-draft`);
  expect(draft.body.data).toMatchObject({ isValid: true });
  const { runs } = await world.done('GET', `/v1/workflow/${ids.workflow}/runs`);
  expect(runs).toMatchObject([{ status: 'SUCCEEDED' }]);
});

test.each([
  ['contact', '/v1/contact', '{"firstName":"Ada","__proto__":{"isAdmin":true}}'],
  ['a bulk', '/v1/contacts/bulk', '{"contacts":[{"firstName":"Ada","__proto__":"x"}]}'],
  ['a plan', '/v1/workflows', '{"name":"x","plan":{"nodes":[{"__proto__":{}}]}}'],
  ['options', '/v1/actions', '{"__proto__":{"leadIds":[1]},"actions":[]}'],
])('400 for __proto__ in the body of %s', async (_, path, body) => {
  const reply = await world.call('POST', path, { body });
  expect([reply.status, reply.body.message]).toEqual([400, '__proto__ is not a valid name']);
});

test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '1}'],
])('400 for 100,000 nested %s, whatever the row', async (_, open, close) => {
  const depth = 100_000;
  for (const row of rows.filter(({ body, access }) => body !== undefined && access !== 'ADMIN')) {
    const path = row.path.replace(/\{(\w+)\}/g, (__, name) => String(PARAMS[name]?.() ?? 1));
    const body = `{"name":${open.repeat(depth)}${open === '[' ? close.repeat(depth) : `1${'}'.repeat(depth)}`}}`;
    const { status, body: reply } = await world.call(row.method, path, { body });
    expect([path, status < 500, status === 400 ? reply.message : '']).toEqual([
      path,
      true,
      status === 400 ? 'The body is nested more than 200 levels deep' : '',
    ]);
  }
  expect(world.bugs).toEqual([]);
});
