import { expect, test } from 'vitest';
import { worldForEachTest } from '../../../../opened.ts';

const world = worldForEachTest();

test('every block, and one of them', async () => {
  const { blocks } = await world.done('GET', '/v1/workflows/blocks');
  const ids = blocks.map(({ blockId }: { blockId: string }) => blockId);
  for (const known of [
    ...'SELECT_LEADS_FROM_LIST SELECT_LEADS VERIFY_LEAD_EMAIL ADD_LEADS_TO_CAMPAIGN'.split(' '),
    ...'ADD_LEADS_TO_GROUP WAIT_FOR_APPROVAL IMPORT_COMPANY_FROM_PAYLOAD END'.split(' '),
  ])
    expect(ids).toContain(known);
  const one = await world.done('GET', '/v1/workflows/blocks/ADD_LEADS_TO_CAMPAIGN');
  expect(one).toEqual(blocks[ids.indexOf('ADD_LEADS_TO_CAMPAIGN')]);
  const resolutions = one.inputs.map(({ key, resolution }: { key: string; resolution: string }) => [key, resolution]);
  expect(resolutions).toEqual(
    expect.arrayContaining([
      ['campaignId', 'configure'],
      ['excludeContactedLeads', 'configure'],
    ]),
  );
});

test('404 names the block that was meant', async () => {
  const reply = await world.call('GET', '/v1/workflows/blocks/SELECT_LEAD');
  expect([reply.status, reply.body.message]).toEqual([
    404,
    'There is no block SELECT_LEAD; did you mean "SELECT_LEADS"?',
  ]);
});

test('condition fields of the workspace: custom fields, and its lists and campaigns as values', async () => {
  await world.call('POST', '/v1/contact', { body: { firstName: 'A', Shoe: '44' } });
  await world.call('POST', '/v1/lists', { body: { name: 'Friends' } });
  await world.call('POST', '/v1/campaigns', { body: { name: 'Spring', steps: [{ type: 'network_visit_profile' }] } });
  const { fields } = await world.done('GET', '/v1/workflows/condition-fields');
  const of = (id: string) => fields.find((field: { id: string }) => field.id === id);
  expect(of('Shoe')).toMatchObject({ label: 'Shoe', group: 'ENTITY', dataType: 'text' });
  expect(of('platform.listIds').valueOptions).toEqual([{ value: 1, label: 'Friends' }]);
  expect(of('platform.campaignIds').valueOptions).toEqual([{ value: 1, label: 'Spring' }]);
  expect(new Set(fields.map(({ group }: { group: string }) => group))).toEqual(
    new Set(['ENTITY', 'ENGAGEMENT', 'NETWORK', 'CRM', 'PLATFORM', 'ACTIVITY', 'RUN_CONTEXT']),
  );
  for (const { operatorIds } of fields) expect(operatorIds.length).toBeGreaterThan(0);
});

test('every condition field whose values are fixed lists them', async () => {
  const outputSchema = { type: 'oneOf', values: ['B2B', 'Both'] };
  const body = { name: 'Model', entity: 'CONTACT', prompt: 'What does {companyName} sell?', outputSchema };
  await world.call('POST', '/v1/ai-variables', { body });
  const { fields } = await world.done('GET', '/v1/workflows/condition-fields');
  const fixed = fields.filter(({ dataType }: { dataType: string }) => dataType === 'select' || dataType === 'boolean');
  expect(fixed.filter(({ valueOptions }: { valueOptions?: unknown[] }) => !valueOptions?.length)).toEqual([]);
  expect(fields.find(({ id }: { id: string }) => id === 'Model').valueOptions).toEqual([
    { value: 'B2B', label: 'B2B' },
    { value: 'Both', label: 'Both' },
  ]);
  expect(fields.find(({ id }: { id: string }) => id === 'fundingLastRoundType').valueOptions).toHaveLength(6);
});
