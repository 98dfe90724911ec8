// Which records of a run are where, and why a step failed or skipped them.

import { beforeEach, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import type { Reply } from '../../world.ts';
import { block, end, from, type Node, peopled, publish, start } from './execution/running.ts';

const world = worldForEachTest();

beforeEach(async () => {
  await peopled(world, 6);
});

const get = (runId: number, query = {}) => world.call('GET', `/v1/workflow-runs/${runId}/records`, { query });

/** `id name status step (reason at step)`, one for each record. */
async function lines(runId: number, query = {}): Promise<string[]> {
  const { status, body } = await get(runId, query);
  expect(status).toBe(200);
  return body.data.records.map(
    (one: { id: number; name: string; status: string; stepId: string; reason: string; reasonStepId: string }) =>
      `${one.id} ${one.name} ${one.status} ${one.stepId}${one.reason === null ? '' : ` (${one.reason} at ${one.reasonStepId})`}`,
  );
}

async function begun(nodes: readonly Node[]): Promise<number> {
  const runId = await start(world, await publish(world, nodes));
  await world.work();
  return runId;
}

const ask = block('ask', 'WAIT_FOR_APPROVAL', {}, 'stop', 'stop');

test('a campaign: the contacts that it skips, each with its reason', async () => {
  const body = { name: 'C', steps: [{ type: 'email', subject: 's', content: 'c' }] };
  await world.call('POST', '/v1/campaigns', { body });
  await world.call('PATCH', '/v1/contacts/4', { body: { professionalEmail: 'p4@x.example' } });
  await world.call('PATCH', '/v1/contacts/5', { body: { professionalEmail: 'p5@x.example' } });
  await world.service.store.write((tx) => tx.run('update contacts set suppressed = 1 where id = 5'));
  const runId = await begun([
    from('add'),
    block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'ask'),
    ask,
    end('stop'),
  ]);
  const nothing = 'no step of campaign 1 can reach the contact at add';
  expect(await lines(runId)).toEqual([
    `1 P1 WAITING ask (${nothing})`,
    `2 P2 WAITING ask (${nothing})`,
    `3 P3 WAITING ask (${nothing})`,
    '4 P4 WAITING ask',
    '5 P5 WAITING ask (on the blocklist, or opted out at add)',
    `6 P6 WAITING ask (${nothing})`,
  ]);
  await world.call('POST', `/v1/workflow-runs/${runId}/approvals`, {
    body: { stepId: 'ask', decision: 'APPROVED', ids: [4, 5] },
  });
  await world.work();
  expect(await lines(runId, { status: 'SKIPPED' })).toEqual([
    '5 P5 SKIPPED stop (on the blocklist, or opted out at add)',
  ]);
  expect(await lines(runId, { status: 'SUCCEEDED' })).toEqual(['4 P4 SUCCEEDED stop']);
  expect(await lines(runId, { stepId: 'ask', status: 'WAITING', limit: 1 })).toEqual([`1 P1 WAITING ask (${nothing})`]);
});

test('excludeContactedLeads, an enrichment without a result, and a campaign that takes no one any more', async () => {
  await world.call('POST', '/v1/campaigns', { body: { name: 'C', steps: [{ type: 'network_visit_profile' }] } });
  const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1, excludeContactedLeads: true });
  const id = await publish(world, [from('check'), block('check', 'VERIFY_LEAD_EMAIL', {}, 'add'), add]);
  await world.service.store.write((tx) => tx.run("update campaigns set status = 'COMPLETED'"));
  const runId = await start(world, id);
  await world.work();
  const refused = 'Campaign 1 is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it at add';
  expect((await lines(runId, { limit: 2 })).slice(0, 1)).toEqual([`1 P1 FAILED add (${refused})`]);
  const verify = await begun([from('check'), block('check', 'VERIFY_LEAD_EMAIL', {})]);
  expect((await lines(verify))[0]).toBe('1 P1 SKIPPED check (there is no email address to verify at check)');
});

test('a wait, a deleted contact, a cancelled run', async () => {
  const duration = { value: 2, unit: 'hours' };
  const runId = await begun([from('wait'), block('wait', 'WAIT', { duration }, 'stop'), end('stop')]);
  const { records, keptUntil } = (await get(runId)).body.data;
  expect([records[0].dueAt, keptUntil]).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), null]);
  await world.call('DELETE', '/v1/contacts/1');
  expect(await lines(runId, { status: 'CANCELLED' })).toEqual([
    '1 null CANCELLED wait (the record no longer exists at wait)',
  ]);
  await world.call('POST', `/v1/workflow-runs/${runId}/cancel`);
  expect((await lines(runId, { status: 'CANCELLED' })).slice(0, 2)).toEqual([
    '1 null CANCELLED wait (the record no longer exists at wait)',
    '2 P2 CANCELLED wait (cancelled by admin at null)',
  ]);
  expect(await lines(runId, { status: 'WAITING' })).toEqual([]);
});

test('page by page, each record once; a week after the end they are gone, and the answer says since when', async () => {
  const runId = await begun([from('stop'), end('stop')]);
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const { body }: Reply = await get(runId, { limit: 4, ...(cursor !== null && { cursor }) });
    seen.push(...body.data.records.map(({ id }: { id: number }) => id));
    cursor = body.data.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6]);
  await world.control('POST', '/_local/clock', { advance: '6d' });
  expect(await lines(runId)).toHaveLength(6);
  await world.control('POST', '/_local/clock', { advance: '1d' });
  expect((await get(runId)).body.data).toEqual({
    records: [],
    nextCursor: null,
    keptUntil: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('companies, by their names', async () => {
  await world.call('POST', '/v1/companies/bulk', {
    body: { companies: [{ name: 'Engines' }, { domain: 'b.example' }] },
  });
  const entry = block('from', 'SELECT_COMPANIES', { companyIds: [1, 2] }, 'stop');
  const { records } = (await get(await begun([entry, end('stop')]))).body.data;
  expect(records).toMatchObject([
    { entity: 'COMPANY', name: 'Engines', status: 'SUCCEEDED', reason: null },
    { name: null },
  ]);
});

test('what is not there: a run, a step, a cursor of another kind', async () => {
  const runId = await begun([from('stop'), end('stop')]);
  expect(await get(99)).toMatchObject({ status: 404, body: { message: 'There is no run 99' } });
  const { status, body } = await get(runId, { stepId: 'no' });
  expect([status, body.message]).toEqual([404, `Run ${runId} has no step no`]);
  expect((await get(runId, { cursor: 'x' })).status).toBe(400);
});
