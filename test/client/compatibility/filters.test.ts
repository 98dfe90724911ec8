// Filters that a service has, does not have, or ignores: which records are returned, and what is noted of it.

import { expect, test } from 'vitest';
import type { Listing } from '../../../src/client/answers/listing.ts';
import { filtered, filtersOf } from '../../../src/client/compatibility/filters.ts';
import { routes } from '../../../src/contract/routes/routes.ts';

interface Row {
  readonly id: number;
  readonly status?: string;
}

const ROWS: readonly Row[] = [{ id: 1, status: 'DRAFT' }, { id: 2, status: 'active' }, { id: 3 }];

/** A service that answers with all of these, whatever it is asked. */
function listing(rows: readonly Row[], ignored: readonly string[]): Listing<Row> {
  return {
    [Symbol.asyncIterator]: async function* () {
      yield* rows;
    },
    more: false,
    total: rows.length,
    ignored,
    notes: [],
  };
}

async function select(rows: readonly Row[], ignored: readonly string[], status: string | undefined, limit?: number) {
  const route = routes.campaigns.list;
  const wanted = filtersOf(route, { status, page: 1 }) ?? {};
  const found = filtered(route, wanted, () => listing(rows, ignored), limit === undefined ? {} : { limit });
  const ids: number[] = [];
  for await (const { id } of found) ids.push(id);
  return { ids, notes: found.notes, more: found.more, total: found.total };
}

const HERE = 'the service did not filter by status: done here';

test.each([
  ['no filter', undefined, [], { ids: [1, 2, 3], notes: [], more: false, total: 3 }],
  [
    'sent, and ignored without a word',
    'ACTIVE',
    [],
    {
      ids: [2, 3],
      notes: [HERE, 'selected by the service alone, which does not show status: 1'],
      more: false,
      total: null,
    },
  ],
  [
    'not sent: what does not say its status is left out',
    'ACTIVE',
    ['status'],
    {
      ids: [2],
      notes: [HERE, 'left out, as the service neither filters by status nor shows it: 1'],
      more: false,
      total: null,
    },
  ],
] as const)('%s', async (_, status, ignored, wanted) => {
  expect(await select(ROWS, ignored, status)).toEqual(wanted);
});

test('never more than the limit, and whether there are more is known', async () => {
  expect(await select(ROWS, [], undefined, 2)).toMatchObject({ ids: [1, 2], more: true });
  expect(await select(ROWS, ['status'], 'draft', 1)).toMatchObject({ ids: [1], more: false });
});
