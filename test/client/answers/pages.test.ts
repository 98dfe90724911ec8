import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listByCursor, listPages } from '../../../src/client/answers/pages.ts';
import type { Call } from '../../../src/client/api.ts';
import type { RequestInput } from '../../../src/client/request.ts';
import { isObject } from '../../../src/contract/json.ts';

/** A call whose answers the test makes from what is given; `asked` notes what was. */
function answering(answer: (input: RequestInput, number: number) => Readonly<Record<string, unknown>>) {
  const asked: unknown[] = [];
  const call: Call = async (_, input = {}) => {
    asked.push(input.body ?? input.query);
    const envelope = answer(input, asked.length);
    return { status: 200, headers: {}, requestId: 'r-1', data: envelope['data'], envelope };
  };
  return { call, asked };
}

const ids = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ id: from + at }));

function numberOf(place: unknown, name: string): number {
  const value = isObject(place) ? place[name] : undefined;
  return typeof value === 'number' ? value : expect.fail(`no ${name}`);
}

type Shape = (
  records: readonly unknown[],
  facts: { next: boolean; total: number },
) => Readonly<Record<string, unknown>>;

const SHAPES: readonly (readonly [string, Shape])[] = [
  ['as our service answers', (contacts, { next, total }) => ({ data: { contacts, total, hasNextPage: next } })],
  ['next page only', (contacts, { next }) => ({ data: { contacts, hasNextPage: next } })],
  ['total only', (contacts, { total }) => ({ data: { contacts, total } })],
  ['another name', (people, { next }) => ({ data: { people, hasNextPage: next } })],
  ['several arrays, one named for the group', (contacts, { total }) => ({ data: { warnings: [], contacts, total } })],
  ['an array with meta beside it', (data, { next, total }) => ({ data, meta: { hasNextPage: next, total } })],
  ['an array with pagination beside it', (data, { total }) => ({ data, pagination: { totalCount: total } })],
  ['an array, and facts beside it', (data, { next }) => ({ data, hasMore: next })],
  ['meta inside', (contacts, { next }) => ({ data: { contacts, meta: { hasNextPage: next } } })],
  ['a bare array that says nothing', (data) => ({ data })],
];

function service(shape: Shape, total: number, most = 100) {
  return answering((input) => {
    const size = Math.min(most, numberOf(input.query, 'pageSize'));
    const from = (numberOf(input.query, 'page') - 1) * size;
    const to = Math.min(total, from + size);
    return shape(ids(from, to), { next: to < total, total });
  });
}

async function all<T>(listing: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listing) found.push(one);
  return found;
}

describe.each(SHAPES)('a page %s', (_, shape) => {
  test('every record comes once, in order, and no page is asked for that no one wants', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: 260 }),
        fc.integer({ min: 1, max: 120 }),
        fc.option(fc.integer({ min: 1, max: 300 })),
        fc.constantFrom(100, 25),
        async (total, pageSize, limit, most) => {
          const { call, asked } = service(shape, total, most);
          const listing = listPages(call, 'contacts', 'list', {}, { limit, pageSize });
          const found = await all(listing);
          const wanted = Math.min(total, limit ?? total);
          expect(found).toEqual(ids(0, wanted));
          const size = Math.min(pageSize, most, limit ?? 100, 100);
          // A service that says nothing costs one page more, unless the limit is reached.
          expect(asked.length).toBeLessThanOrEqual(Math.max(1, Math.ceil(wanted / size)) + (wanted === limit ? 0 : 1));
          if (limit === null || total < limit) expect(listing.more).toBe(false);
          else if (listing.more !== 'unknown') expect(listing.more).toBe(total > limit);
          if (listing.total !== null) expect(listing.total).toBe(total);
        },
      ),
      { numRuns: 60 },
    );
  });
});

test('a service that gives a total is asked for exactly the pages there are', async () => {
  const { call, asked } = service(SHAPES[0]?.[1] ?? expect.fail(), 250);
  const listing = listPages(call, 'contacts', 'list', { query: { listId: 3 } });
  expect(await all(listing)).toHaveLength(250);
  expect(asked).toEqual([1, 2, 3].map((page) => ({ listId: 3, page, pageSize: 100 })));
  expect([listing.more, listing.total]).toEqual([false, 250]);
});

test.each<[string, number | null, boolean | 'unknown', number]>([
  ['fewer than there are', 10, true, 1],
  ['up to the end of a page', 100, true, 1],
  ['into the second page', 150, true, 2],
  ['all', 250, false, 3],
  ['more than there are', 300, false, 3],
  ['no limit', null, false, 3],
  ['nothing', 0, 'unknown', 0],
])('limit: %s', async (_, limit, more, pages) => {
  const { call, asked } = service(SHAPES[0]?.[1] ?? expect.fail(), 250);
  const listing = listPages(call, 'contacts', 'list', {}, { limit });
  expect(await all(listing)).toHaveLength(Math.min(250, limit ?? 250));
  expect([listing.more, asked.length]).toEqual([more, pages]);
});

test('a search carries its page in the body, beside what is searched', async () => {
  const { call, asked } = answering((input, number) => {
    expect(input.query).toBe(undefined);
    return { data: { companies: ids(number, number + 1), hasNextPage: number < 2 } };
  });
  await all(listPages(call, 'companies', 'search', { body: { search: 'ada' } }, { pageSize: 10 }));
  expect(asked).toEqual([
    { search: 'ada', page: 1, pageSize: 10 },
    { search: 'ada', page: 2, pageSize: 10 },
  ]);
});

test('a loop that is left early asks for nothing more', async () => {
  const { call, asked } = service(SHAPES[0]?.[1] ?? expect.fail(), 250);
  for await (const record of listPages(call, 'contacts', 'list', {})) if (record.id === 5) break;
  expect(asked).toHaveLength(1);
});

test('the same listing can be gone through again', async () => {
  const { call } = service(SHAPES[9]?.[1] ?? expect.fail(), 30);
  const listing = listPages(call, 'contacts', 'list', {}, { pageSize: 20 });
  expect(await all(listing)).toEqual(await all(listing));
});

test('a service that answers the same page for ever is found out', async () => {
  const { call, asked } = answering(() => ({ data: { contacts: ids(0, 10), hasNextPage: true } }));
  await expect(all(listPages(call, 'contacts', 'list', {}))).rejects.toMatchObject({
    fault: 'not_a_page',
    message: 'the service answers the same page again and again',
  });
  expect(asked).toHaveLength(2);
});

test.each([
  ['objects', () => ids(0, 10)],
  ['objects that change between two requests', (number: number) => ids(0, 10).map((one) => ({ ...one, at: number }))],
])('a list that is not paged has one page: %s', async (_, records) => {
  const { call, asked } = answering((_input, number) => ({ data: { contacts: records(number) } }));
  const listing = listPages(call, 'contacts', 'list', {});
  expect(await all(listing)).toHaveLength(10);
  expect([listing.more, asked.length]).toEqual([false, 2]);
});

test.each([{ hasNextPage: true }, { total: 5 }])(
  'an empty page that promises more ends the list: %j',
  async (facts) => {
    const { call, asked } = answering(() => ({ data: { contacts: [], ...facts } }));
    const listing = listPages(call, 'contacts', 'list', {});
    expect(await all(listing)).toEqual([]);
    expect([asked.length, listing.notes]).toEqual([1, ['the service says that there are more records than it gave']]);
  },
);

test.each([
  ['no array', { data: { contacts: {} } }],
  ['two arrays, none of them named for the group', { data: { a: [], b: [] } }],
  ['text', { data: 'x' }],
])('%s is not a page', async (_, envelope) => {
  const { call } = answering(() => envelope);
  await expect(all(listPages(call, 'contacts', 'list', {}))).rejects.toMatchObject({
    name: 'ReplyError',
    fault: 'not_a_page',
    requestId: 'r-1',
    path: '/v1/contacts',
  });
});

describe('by cursor', () => {
  const query = { fields: ['fullName'] };
  /** Groups 0..total; the cursor is where the next page begins. */
  function groups(total: number, cursorOf: (at: number) => string | number = String) {
    return answering((input) => {
      const size = numberOf(input.query, 'limit');
      const from = Number(input.query?.['cursor'] ?? 0);
      const to = Math.min(total, from + size);
      return { data: { groups: ids(from, to), nextCursor: to < total ? cursorOf(to) : null } };
    });
  }

  test.each<[string, number | null, boolean, unknown[]]>([
    ['all', null, false, [{ limit: 100 }, { limit: 100, cursor: '100' }, { limit: 100, cursor: '200' }]],
    ['a limit inside a page', 150, true, [{ limit: 100 }, { limit: 100, cursor: '100' }]],
    ['a small limit', 7, true, [{ limit: 7 }]],
    ['exactly all', 230, false, [{ limit: 100 }, { limit: 100, cursor: '100' }, { limit: 100, cursor: '200' }]],
  ])('%s', async (_, limit, more, pages) => {
    const { call, asked } = groups(230);
    const listing = listByCursor(call, 'contacts', 'duplicates', { query }, { limit });
    expect(await all(listing)).toEqual(ids(0, limit ?? 230));
    expect([listing.more, listing.total]).toEqual([more, null]);
    expect(asked).toEqual(pages.map((page) => Object.assign({}, query, page)));
  });

  test('a cursor that is a number goes back as text', async () => {
    const { call, asked } = groups(150, Number);
    await all(listByCursor(call, 'contacts', 'duplicates', { query }));
    expect(asked[1]).toEqual({ ...query, limit: 100, cursor: '100' });
  });

  test('the same cursor again is found out', async () => {
    const { call } = answering(() => ({ data: { groups: ids(0, 1), nextCursor: '5' } }));
    await expect(all(listByCursor(call, 'contacts', 'duplicates', { query }))).rejects.toMatchObject({
      fault: 'not_a_page',
    });
  });
});

test.each([
  ['a record went', [ids(0, 100), ids(101, 150)], [150, 149]],
  ['a record came before the others', [ids(0, 100), ids(99, 150)], [150, 151]],
])('%s while pages were read: it is said', async (_, pages, totals) => {
  const { call } = answering((_, number) => ({ data: { contacts: pages[number - 1], total: totals[number - 1] } }));
  const listing = listPages(call, 'contacts', 'list', {});
  await all(listing);
  expect(listing.notes).toEqual(['records came or went meanwhile: some may be missing, or there twice']);
});
