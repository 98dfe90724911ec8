// What conditions ask of records, read for a batch at once.

import { expect, test } from 'vitest';
import { valuesOf } from '../../../../src/service/resources/workflows/queries/record-values.ts';
import { worldForEachTest } from '../../../opened.ts';
import { peopled } from './execution/running.ts';

const world = worldForEachTest();

test('each record has the lists it is in, in the order they were made, and none of its neighbours', async () => {
  await peopled(world, 100);
  const kept: Record<number, readonly number[]> = { 3: [1, 2, 4, 5, 6, 38, 39, 72, 100], 4: [4, 99], 5: [] };
  for (const [list, contactIds] of Object.entries(kept)) {
    await world.call('POST', '/v1/lists', { body: { name: `L${list}`, entity: 'CONTACT' } });
    if (contactIds.length > 0) await world.call('POST', `/v1/lists/${list}/members`, { body: { contactIds } });
  }
  // Of the same id, in a list of the other entity.
  await world.call('POST', '/v1/lists', { body: { name: 'Companies', entity: 'COMPANY' } });
  const made = await world.call('POST', '/v1/company', { body: { name: 'Engines', listId: 6 } });
  expect(made.body.data.id).toBe(1);
  const ids = [100, 1, 4, 5, 6, 38, 71, 72];
  const of = { workspaceId: 1, entity: 'LEAD', customs: [] } as const;
  const values = await world.service.store.read((tx) => valuesOf(tx, of, ids, ['platform.listIds', 'firstName']));
  expect([...values].map(([id, fields]) => [id, fields.get('firstName'), fields.get('platform.listIds')])).toEqual([
    [1, 'P1', [1, 3]],
    [4, 'P4', [1, 3, 4]],
    [5, 'P5', [1, 3]],
    [6, 'P6', [1, 3]],
    [38, 'P38', [1, 3]],
    [71, 'P71', [1]],
    [72, 'P72', [1, 3]],
    [100, 'P100', [1, 3]],
  ]);
});

test('without a company there is no number of its contacts, and nothing in the CRM', async () => {
  const contacts = [{ firstName: 'Ada', companyName: 'Engines' }, { firstName: 'Bo' }];
  await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
  const of = { workspaceId: 1, entity: 'LEAD', customs: [] } as const;
  const names = ['leadsCount', 'numberOfEmployees', 'isCompanyInCRM'];
  const values = await world.service.store.read((tx) => valuesOf(tx, of, [1, 2], names));
  expect([...values.values()].map((fields) => names.map((name) => fields.get(name)))).toEqual([
    [1, null, 0],
    [null, null, 0],
  ]);
});
