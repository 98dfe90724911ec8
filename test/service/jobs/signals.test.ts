import { expect, test } from 'vitest';
import { setListener } from '../../../src/service/resources/workflows/queries/triggers.ts';
import { worldForEachTest } from '../../opened.ts';
import { pendingJobs } from './pending.ts';

const ALL = [
  ...'LEAD_CREATED COMPANY_CREATED LEAD_PROPERTY_UPDATED COMPANY_PROPERTY_UPDATED LEAD_ADDED_TO_LIST'.split(' '),
  ...'COMPANY_ADDED_TO_LIST'.split(' '),
] as const;

const world = worldForEachTest();

const listen = (kinds: readonly string[]) =>
  world.service.store.write(async (tx) => {
    for (const [index, kind] of kinds.entries()) await setListener(tx, 1, index + 1, kind);
  });

/** The signals queued since it was last asked. */
async function signals(): Promise<unknown[]> {
  return world.service.store.write(async (tx) => {
    const jobs = await pendingJobs(tx, 'signal');
    await tx.run("delete from jobs where kind = 'signal'");
    return jobs.map(({ payload: { kind, entity, ids, details } }) => [kind, entity, ids, details]);
  });
}

const ADA = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  networkProfileUrl: 'https://network.example/in/ada',
  company: { name: 'Engines', domain: 'engines.example' },
};

test('nothing is queued while no workflow waits', async () => {
  await world.call('POST', '/v1/contact', { body: ADA });
  expect(await signals()).toEqual([]);
});

test('what happens to records becomes one signal each, with what changed', async () => {
  await listen(ALL);
  const call = world.call;
  await call('POST', '/v1/lists', { body: { name: 'People', entity: 'CONTACT' } });
  await call('POST', '/v1/lists', { body: { name: 'Firms', entity: 'COMPANY' } });
  await call('POST', '/v1/contact', { body: { ...ADA, listId: 1 } });
  expect(await signals()).toEqual([
    ['COMPANY_CREATED', 'COMPANY', [1], {}],
    ['LEAD_CREATED', 'LEAD', [1], {}],
    ['LEAD_ADDED_TO_LIST', 'LEAD', [1], { listId: 1 }],
  ]);
  await call('POST', '/v1/contact', { body: { ...ADA, listId: 1 } });
  expect(await signals()).toEqual([]);
  await call('POST', '/v1/contact', {
    body: { ...ADA, jobTitle: 'Countess', company: { ...ADA.company, industry: 'Looms' } },
  });
  expect(await signals()).toEqual([
    ['COMPANY_PROPERTY_UPDATED', 'COMPANY', [1], { fields: ['industry'] }],
    ['LEAD_PROPERTY_UPDATED', 'LEAD', [1], { fields: ['jobTitle'] }],
  ]);
  await call('PATCH', '/v1/contacts/1', { body: { jobTitle: null, lastName: 'King' } });
  await call('PATCH', '/v1/contacts/1', { body: { lastName: 'King' } });
  await call('PATCH', '/v1/companies/1', { body: { industry: 'Mills' } });
  expect(await signals()).toEqual([
    ['LEAD_PROPERTY_UPDATED', 'LEAD', [1], { fields: ['jobTitle', 'lastName'] }],
    ['COMPANY_PROPERTY_UPDATED', 'COMPANY', [1], { fields: ['industry'] }],
  ]);
  await call('POST', '/v1/lists/2/members', { body: { companyIds: [1] } });
  await call('POST', '/v1/lists/2/members', { body: { companyIds: [1] } });
  expect(await signals()).toEqual([['COMPANY_ADDED_TO_LIST', 'COMPANY', [1], { listId: 2 }]]);
});

test('a bulk is one signal for all that happened alike', async () => {
  await listen(['LEAD_CREATED', 'LEAD_PROPERTY_UPDATED']);
  const person = (n: number, more: object) => ({ networkProfileUrl: `https://network.example/in/p${n}`, ...more });
  const bulk = (contacts: readonly object[]) => world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  await bulk([person(1, {}), person(2, {}), person(3, {}), person(1, { jobTitle: 'CTO' })]);
  expect(await signals()).toEqual([['LEAD_CREATED', 'LEAD', [1, 2, 3], {}]]);
  await bulk([person(1, { jobTitle: 'A' }), person(2, { jobTitle: 'B' }), person(3, { firstName: 'C' })]);
  expect(await signals()).toEqual([
    ['LEAD_PROPERTY_UPDATED', 'LEAD', [1, 2], { fields: ['jobTitle'] }],
    ['LEAD_PROPERTY_UPDATED', 'LEAD', [3], { fields: ['firstName'] }],
  ]);
});
