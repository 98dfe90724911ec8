import { expect, test } from 'vitest';
import { contact, known, openActionWorld, read, start, world } from './action-world.ts';

openActionWorld();

test('each record of a run with what came of every action, by record and page by page', async () => {
  const [found, missing] = [await contact(known), await contact({ firstName: 'Nobody' })];
  const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }];
  const id = await start({ contactIds: [found, missing], actions });
  const of = (query: Record<string, string | number>) => read(`/v1/actions/${id}/records`, query);
  expect((await of({ status: 'PENDING', limit: 3 })).records.map((one: { id: number }) => one.id)).toEqual([1, 1, 2]);
  await world.work();
  const first = await of({ limit: 3 });
  expect(first).toEqual({
    records: [
      {
        ...{ id: 1, entity: 'CONTACT', name: 'Anna Ackermann', action: 'ENRICH_WITH_EMAIL' },
        ...{ status: 'COMPLETED', reason: null, creditsUsed: 2 },
      },
      {
        ...{ id: 1, entity: 'CONTACT', name: 'Anna Ackermann', action: 'VERIFY_LEAD_EMAIL' },
        ...{ status: 'COMPLETED', reason: null, creditsUsed: 1 },
      },
      {
        ...{ id: 2, entity: 'CONTACT', name: 'Nobody', action: 'ENRICH_WITH_EMAIL', status: 'SKIPPED' },
        ...{ reason: 'MISSING_DATA', creditsUsed: 0 },
      },
    ],
    keptUntil: '2027-02-19T09:00:00.000Z',
    nextCursor: '2-0',
  });
  const last = { id: 2, action: 'VERIFY_LEAD_EMAIL', status: 'SKIPPED', reason: 'NO_EMAIL' };
  expect(await of({ cursor: '2-0' })).toMatchObject({ records: [last], nextCursor: null });
  expect((await of({ status: 'SKIPPED', limit: 1 })).records).toMatchObject([{ id: 2, reason: 'MISSING_DATA' }]);
  expect((await world.call('GET', '/v1/actions/99/records')).status).toBe(404);
});
