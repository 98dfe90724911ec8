import { describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { EPOCH } from '../../world.ts';

const world = worldForEachTest();

const create = (body: object) => world.call('POST', '/v1/lists', { body });
const members = (method: 'POST' | 'DELETE', list: number, body: object) =>
  world.call(method, `/v1/lists/${list}/members`, { body });
const contacts = (count: number) =>
  world.call('POST', '/v1/contacts/bulk', {
    body: { contacts: Array.from({ length: count }, (_, index) => ({ firstName: `N${index}` })) },
  });
const size = async (list: number) => (await world.done('GET', `/v1/lists/${list}`)).size;

describe('POST /v1/lists', () => {
  test('a list, of contacts unless it says otherwise', async () => {
    const expected = {
      id: 1,
      appUrl: 'https://app.reach.invalid/lists/1',
      name: 'ICP',
      entity: 'CONTACT',
      size: 0,
      createdAt: new Date(EPOCH).toISOString(),
    };
    expect((await create({ name: ' ICP ' })).body.data).toEqual(expected);
    expect(await world.done('GET', '/v1/lists/1')).toEqual(expected);
    expect((await create({ name: 'ICP', entity: 'COMPANY' })).body.data).toMatchObject({ id: 2, entity: 'COMPANY' });
  });

  test('409 naming the list when one of that name and entity exists', async () => {
    await create({ name: 'ICP' });
    const { status, body } = await create({ name: 'ICP ' });
    expect([status, body.code, body.message, body.details]).toEqual([
      409,
      'conflict',
      'A list of contacts named "ICP" already exists: 1',
      { listId: 1 },
    ]);
    expect((await create({ name: 'icp' })).status).toBe(200);
  });

  test('a name may be taken in another workspace', async () => {
    await create({ name: 'ICP' });
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    expect((await world.call('POST', '/v1/lists', { key, body: { name: 'ICP' } })).status).toBe(200);
  });

  test.each([
    [{}],
    [{ name: ' ' }],
    [{ name: 'x'.repeat(201) }],
    [{ name: 'x', entity: 'LEAD' }],
    [{ name: 'x', y: 1 }],
  ])('400 for %j', async (body) => expect((await create(body)).status).toBe(400));
});

test('GET /v1/lists: pages, oldest first, by entity and by exact name, with sizes', async () => {
  await contacts(2);
  for (const name of ['A', 'B', 'AB']) await create({ name });
  await create({ name: 'A', entity: 'COMPANY' });
  await members('POST', 2, { contactIds: [1, 2] });
  const ids = async (query: Record<string, string | number>) => {
    const { lists, ...page } = await world.done('GET', '/v1/lists', { query });
    const sizes = lists.map((list: { id: number; size: number }) => `${list.id}:${list.size}`);
    return [sizes.join(' '), page.total, page.hasNextPage];
  };
  expect(await ids({})).toEqual(['1:0 2:2 3:0 4:0', 4, false]);
  expect(await ids({ entity: 'COMPANY' })).toEqual(['4:0', 1, false]);
  expect(await ids({ name: 'A' })).toEqual(['1:0 4:0', 2, false]);
  expect(await ids({ name: 'A', entity: 'CONTACT' })).toEqual(['1:0', 1, false]);
  expect(await ids({ name: 'a' })).toEqual(['', 0, false]);
  expect(await ids({ page: 2, pageSize: 3 })).toEqual(['4:0', 4, false]);
  expect(await ids({ pageSize: 3 })).toEqual(['1:0 2:2 3:0', 4, true]);
});

describe('members', () => {
  test('added once, counted, and taken off again', async () => {
    await contacts(3);
    await create({ name: 'L' });
    const answers = [];
    for (const [method, contactIds] of [
      ['POST', [1, 2, 2]],
      ['POST', [2, 3]],
      ['DELETE', [1]],
      ['DELETE', [1, 2]],
    ] as const)
      answers.push({ ...(await members(method, 1, { contactIds })).body.data, size: await size(1) });
    expect(answers).toEqual([
      { listId: 1, added: 2, alreadyPresent: 0, size: 2 },
      { listId: 1, added: 1, alreadyPresent: 1, size: 3 },
      { listId: 1, removed: 1, notPresent: 0, size: 2 },
      { listId: 1, removed: 1, notPresent: 1, size: 1 },
    ]);
  });

  test('companies on a list of companies', async () => {
    await world.call('POST', '/v1/company', { body: { name: 'Acme' } });
    await create({ name: 'L', entity: 'COMPANY' });
    expect((await members('POST', 1, { companyIds: [1] })).body.data).toMatchObject({ added: 1 });
    expect((await world.done('GET', '/v1/companies', { query: { listId: 1 } })).total).toBe(1);
  });

  test.each([
    ['POST', { companyIds: [1] }],
    ['DELETE', { companyIds: [1] }],
  ] as const)('%s of the other kind is 422, and nothing changes', async (method, body) => {
    await contacts(1);
    await create({ name: 'L' });
    const reply = await members(method, 1, body);
    expect([reply.status, reply.body.message]).toEqual([422, 'List 1 holds contacts, not companies']);
  });

  test.each([
    ['POST', 'added'],
    ['DELETE', 'removed'],
  ] as const)('%s with ids that do not exist is 404 naming them, and nothing is %s', async (method, done) => {
    await contacts(1);
    await create({ name: 'L' });
    if (method === 'DELETE') await members('POST', 1, { contactIds: [1] });
    const reply = await members(method, 1, { contactIds: [1, 7, 8] });
    expect([reply.status, reply.body.message, reply.body.details]).toEqual([
      404,
      `There are no contacts 7, 8: nothing was ${done}`,
      { unknownIds: [7, 8] },
    ]);
    expect(await size(1)).toBe(method === 'DELETE' ? 1 : 0);
  });

  test('records of another workspace do not exist here', async () => {
    await contacts(1);
    const key = await world.newKey(['ALL'], 'theirs', 'other');
    await world.call('POST', '/v1/lists', { key, body: { name: 'L' } });
    expect((await world.call('POST', '/v1/lists/1/members', { key, body: { contactIds: [1] } })).status).toBe(404);
    expect((await world.call('GET', '/v1/lists/1')).status).toBe(404);
    expect((await members('POST', 1, { contactIds: [1] })).status).toBe(404);
  });

  test.each([[{}], [{ contactIds: [] }], [{ contactIds: [0] }], [{ contactIds: [1], companyIds: [1] }]])(
    '400 for %j',
    async (body) => {
      await create({ name: 'L' });
      expect((await members('POST', 1, body)).status).toBe(400);
    },
  );

  test('404 for an unknown list', async () => {
    expect((await members('POST', 99, { contactIds: [1] })).status).toBe(404);
    expect((await world.call('GET', '/v1/lists/99')).body.message).toBe('There is no list 99');
  });
});
