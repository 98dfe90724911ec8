import { expect, test } from 'vitest';
import { block } from '../bodies.ts';
import { end, from, publish, ran, read, start } from './running.ts';
import { openStepWorld, when, world } from './step-world.ts';

openStepWorld();

/** Everybody gets an e-mail address, but number 12. */
const withMail = async (): Promise<void> => {
  for (let id = 1; id <= 11; id += 1)
    await world.call('PATCH', `/v1/contacts/${id}`, { body: { professionalEmail: `p${id}@firm.example` } });
};
const verify = block('verify', 'VERIFY_LEAD_EMAIL', {}, 'stop');

test('a block that is an action does what the action does; who it does not apply to continues', async () => {
  await withMail();
  expect(await ran(world, [from('verify'), verify, end('stop')])).toMatchObject({
    status: 'SUCCEEDED',
    credits: 10,
    // The server of one address gave no answer, which costs nothing.
    verify: { SUCCEEDED: 10, FAILED: 1, SKIPPED: 1 },
    stop: { SUCCEEDED: 12 },
  });
  const data = await world.done('GET', '/v1/contacts/1');
  expect(data.emailVerificationStatus).toEqual(expect.any(String));
});

test('a contact that a block merges into another leaves the run there, and is counted once', async () => {
  const double = { networkProfileUrl: 'https://network.example/in/p1', mergeWithExisting: false, listId: 1 };
  expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts: [double] } })).status).toBe(200);
  const scrape = block('scrape', 'SCRAPE_LEAD_FROM_NETWORK', {}, 'stop');
  const outcome = (await ran(world, [from('scrape'), scrape, end('stop')])) as Record<string, Record<string, number>>;
  expect(outcome).toMatchObject({
    status: 'SUCCEEDED',
    entities: 13,
    from: { SUCCEEDED: 13 },
    stop: { SUCCEEDED: 12 },
  });
  const { CANCELLED, ...others } = outcome['scrape'] ?? {};
  expect([CANCELLED, Object.values(others).reduce((sum, n) => sum + n, 0)]).toEqual([1, 12]);
});

test('a contact that is merged into one outside of the run goes on as that one, in every run that it is in', async () => {
  const double = { networkProfileUrl: 'https://network.example/in/p1', mergeWithExisting: false, listId: 2 };
  expect((await world.call('POST', '/v1/contacts/bulk', { body: { contacts: [double] } })).status).toBe(200);
  const list = { leadsGroupId: 2 };
  const waiting = [from('ask', list), block('ask', 'WAIT_FOR_APPROVAL', {}, 'stop', 'stop'), end('stop')];
  const other = await start(world, await publish(world, waiting));
  await world.work();
  const scrape = block('scrape', 'SCRAPE_LEAD_FROM_NETWORK', {}, 'stop');
  expect(await ran(world, [from('scrape', list), scrape, end('stop')])).toMatchObject({
    ...{ status: 'SUCCEEDED', entities: 1, from: { SUCCEEDED: 1 }, stop: { SUCCEEDED: 1 } },
  });
  expect(await read(world, other)).toMatchObject({ status: 'RUNNING', ask: { WAITING: 1 } });
  const body = { stepId: 'ask', decision: 'APPROVED', ids: [1] };
  expect((await world.call('POST', `/v1/workflow-runs/${other}/approvals`, { body })).status).toBe(200);
});

test('at its ceiling the run stops: no credit is used beyond it, and what had not ended is cancelled', async () => {
  await withMail();
  expect(await ran(world, [from('verify'), verify, end('stop')], { maxCreditsPerRun: 5 })).toEqual({
    ...{ status: 'FAILED', entities: 12, credits: 5, reason: 'the limit of 5 credits per run was reached' },
    ...{ from: { SUCCEEDED: 12 }, verify: { SUCCEEDED: 5, FAILED: 1, CANCELLED: 6 }, stop: { CANCELLED: 6 } },
  });
  const rest = block('find', 'ENRICH_WITH_EMAIL', {}, 'stop');
  expect(await ran(world, [from('find'), rest, end('stop')], { maxCreditsPerRun: 1 })).toMatchObject({
    status: 'FAILED',
    reason: '1 of 1 credits left: not enough for another record at step find',
  });
});

test('what was looked for and not found is counted, and the plan may branch on it', async () => {
  const find = block('find', 'ENRICH_WITH_PHONE', {}, 'when');
  const split = when([{ field: 'mobilePhone', operator: 'IS_EMPTY' }], 'without', 'with');
  const {
    find: counts,
    without,
    with: found,
  } = (await ran(world, [from('find'), find, split, end('without'), end('with')])) as Record<
    string,
    Record<string, number>
  >;
  const sum = (of: Record<string, number> | undefined) => Object.values(of ?? {}).reduce((a, b) => a + b, 0);
  expect(sum(counts)).toBe(12);
  expect(sum(without) + sum(found)).toBe(12);
  expect(sum(found)).toBe(counts?.['SUCCEEDED'] ?? 0);
});

test('an import block brings in what its search finds, at most its maximum, and no more than can be paid', async () => {
  const search = { provider: 'NETWORK', entity: 'CONTACT', criteria: { include: {}, exclude: {} } };
  const begin = from('stop', { search, maxCount: 150 }, 'IMPORT_LEADS_FROM_NETWORK');
  // Found people of one name at one company are the same contact.
  const { entities, credits, stop, status } = (await ran(world, [begin, end('stop')])) as Record<string, unknown>;
  expect(entities).toBeGreaterThan(130);
  expect(entities).toBeLessThanOrEqual(150);
  expect([status, credits, stop]).toEqual(['SUCCEEDED', entities, { SUCCEEDED: entities }]);
  expect((await world.done('GET', '/v1/contacts')).total).toBe(12 + Number(entities));
  const poor = (await ran(world, [begin, end('stop')], { maxCreditsPerRun: 120 })) as Record<string, unknown>;
  expect(poor).toMatchObject({
    status: 'FAILED',
    credits: 120,
    reason: 'the limit of 120 credits per run was reached',
  });
});

test('what a record may cost is what the delivery says, where an input is bound to it', async () => {
  const companies = [1, 2, 3].map((n) => ({
    name: `Firm ${n}`,
    companyNetworkUrl: `https://network.example/company/f${n}`,
  }));
  await world.done('POST', '/v1/companies/bulk', { body: { companies } });
  const inputs = { text: 'everyone', maxLeadsToImport: { webhookInputKey: 'most' } };
  const nodes = [
    from('search', { companyIds: '__MANUAL_INPUT' }, 'SELECT_COMPANIES'),
    block('search', 'SEARCH_LEADS_FROM_NETWORK_COMPANY', inputs),
  ];
  const declared = { firms: 'companyIds', most: 'number' };
  const trigger = { type: 'WEBHOOK', inputs: Object.entries(declared).map(([key, type]) => ({ key, type })) };
  const id = await publish(world, nodes, { trigger, maxCreditsPerRun: 6 });
  const { pathname } = new URL((await world.done('GET', `/v1/workflow/${id}`)).trigger.webhookUrl);
  const deliver = async (most: number) => {
    const { runId } = await world.done('POST', pathname, { key: null, body: { firms: [1, 2, 3], most } });
    await world.work();
    return read(world, runId);
  };
  expect([await deliver(10), await deliver(2)]).toMatchObject([
    {
      status: 'FAILED',
      reason: '6 of 6 credits left: not enough for another record at step search',
      search: { CANCELLED: 3 },
    },
    { status: 'SUCCEEDED', credits: 6, search: { SUCCEEDED: 3 } },
  ]);
});
