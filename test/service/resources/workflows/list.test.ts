import { beforeEach, expect, test } from 'vitest';
import { created, WEBHOOK } from './bodies.ts';
import { list, openWorkflowWorld, world } from './workflow-world.ts';

openWorkflowWorld();

beforeEach(async () => {
  await created(world, { name: 'Alpha' });
  await created(world, { name: 'beta', publish: true });
  await created(world, WEBHOOK);
});

test('page and pageSize', async () => {
  const page = await list({ page: 2, pageSize: 2 });
  expect([page.workflows.length, page.page, page.pageSize, page.total, page.hasNextPage]).toEqual([1, 2, 2, 3, false]);
  expect((await list({ pageSize: 2 })).hasNextPage).toBe(true);
  expect((await list()).workflows[0]).toEqual({
    ...{ id: 1, appUrl: 'https://app.reach.invalid/workflows/1', name: 'Alpha', status: 'DRAFT' },
    ...{ isPublished: false, version: null, hasUnpublishedChanges: false, nextRunAt: null },
    ...{ triggerType: 'MANUAL', maxCreditsPerRun: null, revision: '2026-11-21T09:00:00.000Z' },
    ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: '2026-11-21T09:00:00.000Z', nodeCount: 3 },
  });
});

test.each([
  [{ search: 'alp' }, [1]],
  [{ search: 'HOO' }, [3]],
  [{ status: 'DRAFT' }, [1, 3]],
  [{ status: 'PUBLISHED' }, [2]],
  [{ name: 'beta' }, [2]],
  [{ name: 'bet' }, []],
  [{ search: 'a', status: 'DRAFT' }, [1]],
  [{ search: '%' }, []],
])('%j', async (query, ids) => {
  const { workflows, total } = await list(query);
  expect([workflows.map(({ id }: { id: number }) => id), total]).toEqual([ids, ids.length]);
});

test('400 for a status that is none', async () => {
  expect((await world.call('GET', '/v1/workflows', { query: { status: 'LIVE' } })).status).toBe(400);
});
