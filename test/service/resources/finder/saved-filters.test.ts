import { expect, test } from 'vitest';
import { worldForTest } from '../../../opened.ts';
import { get, openFinderWorld, PREVIEWS } from './finder-world.ts';

openFinderWorld();

test('none in an empty workspace; the sample has some, by type', async () => {
  expect((await get('/v1/saved-filters')).body.data).toMatchObject({ savedFilters: [], total: 0 });
  const sampled = await worldForTest({ empty: false });
  const of = async (query: Record<string, string>) =>
    (await sampled.done('GET', '/v1/saved-filters', { query })).savedFilters.map(({ type }: { type: string }) => type);
  expect([await of({ type: 'LEAD' }), await of({ type: 'COMPANY' })]).toEqual([['LEAD', 'LEAD'], ['COMPANY']]);
  expect((await of({})).length).toBe(3);
  const body = { savedFilterId: 2 };
  expect(await sampled.done('POST', PREVIEWS, { body })).toMatchObject({
    userInput: 'CTOs, VPs of engineering and heads of engineering',
    entity: 'CONTACT',
  });
});
