import { expect, test } from 'vitest';
import { get, HOUR, openFinderWorld, PREVIEWS, post, preview, results, TEXT, world } from './finder-world.ts';

openFinderWorld();

test('page 1-50 (default 1), pageSize 1-25 (default 10)', async () => {
  const { previewId } = await preview({ text: 'people in Germany' });
  expect(await results(previewId)).toMatchObject({ page: 1, pageSize: 10, hasNextPage: true });
  expect((await results(previewId, { page: 50, pageSize: 25 })).records.length).toBe(25);
  for (const query of [{ page: 0 }, { page: 51 }, { pageSize: 0 }, { pageSize: 26 }]) {
    expect((await get(`${PREVIEWS}/${previewId}/results`, query)).status).toBe(400);
  }
});

test('pages hold everything once, and say when they end', async () => {
  const { previewId } = await preview();
  const seen: string[] = [];
  let page = 1;
  for (; ; page += 1) {
    const { records, hasNextPage, totalCount } = await results(previewId, { page, pageSize: 7 });
    seen.push(...records.map((one: { id: string }) => one.id));
    if (hasNextPage) continue;
    expect(seen.length).toBe(totalCount);
    break;
  }
  expect([page > 1, new Set(seen).size]).toEqual([true, seen.length]);
  expect(await results(previewId, { page: page + 1, pageSize: 7 })).toMatchObject({ records: [], hasNextPage: false });
});

test('fundraising: page 10 is the last, page 11 is 422; totalCount is omitted', async () => {
  const { previewId } = await preview({ text: 'funded companies in Europe' });
  const tenth = await results(previewId, { page: 10, pageSize: 25 });
  expect([tenth.records.length, tenth.hasNextPage, 'totalCount' in tenth]).toEqual([25, true, false]);
  const { status, body } = await get(`${PREVIEWS}/${previewId}/results`, { page: 11 });
  expect([status, body.code, body.details]).toEqual([422, 'unprocessable', { maxPage: 10 }]);
});

test('investors: what is excluded is not found', async () => {
  const { previewId, droppedFilters } = await preview({
    text: 'investors without banks',
    provider: 'FUNDRAISING_INVESTORS',
  });
  const { records } = await results(previewId, { pageSize: 25 });
  const found = JSON.stringify(records.map((one: { extra: object }) => one.extra));
  expect([droppedFilters, records.length, found.includes('Banking'), found.includes('Series A')]).toEqual([
    [],
    25,
    false,
    true,
  ]);
});

test('nothing is persisted', async () => {
  const { previewId } = await preview();
  await results(previewId);
  const { counts } = await world.control('GET', '/_local/status');
  expect([counts.contacts, counts.companies]).toEqual([0, 0]);
});

test('after 24 hours it is unavailable, with what to make it again from', async () => {
  const { previewId } = await preview({ text: TEXT, provider: 'NETWORK' });
  world.clock.advance(24 * HOUR - 1);
  expect((await get(`${PREVIEWS}/${previewId}/results`)).status).toBe(200);
  world.clock.advance(1);
  const list = (await post('/v1/lists', { name: 'A', entity: 'CONTACT' })).body.data.id;
  const gone = await get(`${PREVIEWS}/${previewId}/results`);
  expect([gone.status, gone.body.details]).toEqual([
    404,
    expect.objectContaining({ expiredAt: '2026-11-22T09:00:00.000Z', userInput: TEXT, requestedProvider: 'NETWORK' }),
  ]);
  expect((await post(`${PREVIEWS}/${previewId}/iterate`, { feedback: 'a' })).status).toBe(404);
  expect((await post(`${PREVIEWS}/${previewId}/import`, { listId: list, maxCount: 100 })).status).toBe(404);
  expect((await get('/v1/workflows/import-inputs', { previewId })).status).toBe(404);
});

test('of another workspace, or of no one: 404; no uuid: 400', async () => {
  const { previewId } = await preview();
  const key = await world.newKey(['ALL'], 'other', 'Other');
  expect((await get(`${PREVIEWS}/${previewId}/results`, {}, key)).status).toBe(404);
  expect((await get(`${PREVIEWS}/00000000-0000-4000-8000-000000000000/results`)).status).toBe(404);
  expect((await get(`${PREVIEWS}/7/results`)).status).toBe(400);
});

test('reading results needs ACTIONS_WRITE', async () => {
  const { previewId } = await preview();
  const key = await world.newKey(['ACTIONS_READ']);
  expect((await get(`${PREVIEWS}/${previewId}/results`, {}, key)).status).toBe(403);
});
