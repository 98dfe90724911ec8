// What the steps of a run did to which records, and why a step failed or skipped them.

import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { worldForEachTest } from '../../../opened.ts';
import { isPostgres } from '../../engine.ts';
import type { Reply } from '../../world.ts';
import { block } from './bodies.ts';
import { end, from, type Node, peopled, publish, start } from './execution/running.ts';

const world = worldForEachTest();

beforeEach(() => peopled(world, 6));

const get = (runId: number, query = {}) => world.call('GET', `/v1/workflow-runs/${runId}/records`, { query });

/** `id name status step (reason)`, one for each record and step. */
async function lines(runId: number, query = {}): Promise<string[]> {
  const { status, body } = await get(runId, query);
  expect(status).toBe(200);
  return body.data.records.map(
    (one: { id: number; name: string; status: string; stepId: string; reason: string }) =>
      `${one.id} ${one.name} ${one.status} ${one.stepId}${one.reason === null ? '' : ` (${one.reason})`}`,
  );
}

async function begun(nodes: readonly Node[]): Promise<number> {
  const runId = await start(world, await publish(world, nodes));
  await world.work();
  return runId;
}

const ask = block('ask', 'WAIT_FOR_APPROVAL', {}, 'stop', 'stop');

/** All records of the run, counted by step and status, from pages of five. */
async function recordCounts(runId: number): Promise<object> {
  const counts: Record<string, Record<string, number>> = {};
  let cursor: string | null = null;
  do {
    const { body }: Reply = await get(runId, { limit: 5, ...(cursor !== null && { cursor }) });
    for (const { stepId, status } of body.data.records) {
      counts[stepId] = { ...counts[stepId], [status]: (counts[stepId]?.[status] ?? 0) + 1 };
    }
    cursor = body.data.nextCursor;
  } while (cursor !== null);
  return counts;
}

async function runCounts(runId: number): Promise<object> {
  const { steps } = await world.done('GET', `/v1/workflow-runs/${runId}`);
  const counted = steps.filter(({ statusCounts }: { statusCounts: object }) => Object.keys(statusCounts).length > 0);
  return Object.fromEntries(
    counted.map(({ stepId, statusCounts }: { stepId: string; statusCounts: object }) => [stepId, statusCounts]),
  );
}

const condition = { field: 'jobTitle', operator: 'EQUALS', value: 'T1' };
const KINDS: Readonly<Record<string, (id: string, on: string, other: string) => Node>> = {
  verify: (id, on) => block(id, 'VERIFY_LEAD_EMAIL', {}, on),
  list: (id, on) => block(id, 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, on),
  campaign: (id, on) => block(id, 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, on),
  wait: (id, on) => block(id, 'WAIT', { duration: { value: 2, unit: 'hours' } }, on),
  ask: (id, on, other) => block(id, 'WAIT_FOR_APPROVAL', {}, on, other),
  when: (id, on, other) => ({
    id,
    kind: 'CONDITIONAL',
    conditions: [condition],
    fallbackName: 'Else',
    next: [on, other],
  }),
  king: (id, on, other) => ({ id, kind: 'KING', groupBy: 'jobTitle', orderBy: 'createdAt', next: [on, other] }),
};
const EVENTS: Readonly<Record<string, (runId: number, at: string) => Promise<unknown>>> = {
  approve: (runId, stepId) =>
    world.call('POST', `/v1/workflow-runs/${runId}/approvals`, { body: { stepId, decision: 'APPROVED' } }),
  reject: (runId, stepId) =>
    world.call('POST', `/v1/workflow-runs/${runId}/approvals`, { body: { stepId, decision: 'REJECTED' } }),
  advance: () => world.control('POST', '/_local/clock', { advance: '2h' }),
  delete: async () => {
    const { contacts } = await world.done('GET', '/v1/contacts', { query: { pageSize: 1 } });
    for (const { id } of contacts) await world.call('DELETE', `/v1/contacts/${id}`);
  },
  cancel: (runId) => world.call('POST', `/v1/workflow-runs/${runId}/cancel`),
};

test('in every run, the records by step and status add up to its counts', async () => {
  const body = { name: 'C', steps: [{ type: 'email', subject: 's', content: 'c' }] };
  await world.call('POST', '/v1/campaigns', { body });
  const kinds = fc.array(fc.constantFrom(...Object.keys(KINDS)), { minLength: 1, maxLength: 6 });
  const events = fc.array(fc.tuple(fc.constantFrom(...Object.keys(EVENTS)), fc.nat(5)), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(kinds, events, async (steps, happening) => {
      const contacts = [1, 2, 3].map((n) => ({
        firstName: `Q${n}`,
        jobTitle: `T${n % 2}`,
        networkProfileUrl: `https://network.example/in/q${n}`,
        listId: 1,
        ...(n === 1 && { professionalEmail: 'q@x.example' }),
      }));
      await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
      const nodes = steps.map((kind, at) =>
        KINDS[kind]?.(`s${at}`, at + 1 < steps.length ? `s${at + 1}` : 'stop', 'stop'),
      );
      const runId = await begun([from('s0'), ...nodes.filter((node) => node !== undefined), end('stop')]);
      expect(await recordCounts(runId)).toEqual(await runCounts(runId));
      for (const [event, at] of happening) {
        await EVENTS[event]?.(runId, `s${at % steps.length}`);
        await world.work();
        expect(await recordCounts(runId)).toEqual(await runCounts(runId));
      }
    }),
    { numRuns: isPostgres ? 8 : 25 },
  );
});

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
  const nothing = 'no step of campaign 1 can reach the contact';
  expect(await lines(runId, { stepId: 'add' })).toEqual([
    `1 P1 SKIPPED add (${nothing})`,
    `2 P2 SKIPPED add (${nothing})`,
    `3 P3 SKIPPED add (${nothing})`,
    '4 P4 SUCCEEDED add',
    '5 P5 SKIPPED add (on the blocklist, or opted out)',
    `6 P6 SKIPPED add (${nothing})`,
  ]);
  expect((await lines(runId)).slice(0, 4)).toEqual([
    '1 P1 SUCCEEDED from',
    `1 P1 SKIPPED add (${nothing})`,
    '1 P1 WAITING ask',
    '2 P2 SUCCEEDED from',
  ]);
  await world.call('POST', `/v1/workflow-runs/${runId}/approvals`, {
    body: { stepId: 'ask', decision: 'APPROVED', ids: [4, 5] },
  });
  await world.work();
  expect(await lines(runId, { status: 'SKIPPED', stepId: 'stop' })).toEqual([]);
  expect(await lines(runId, { status: 'SUCCEEDED', stepId: 'stop' })).toEqual([
    '4 P4 SUCCEEDED stop',
    '5 P5 SUCCEEDED stop',
  ]);
  expect(await lines(runId, { stepId: 'ask', status: 'WAITING', limit: 1 })).toEqual(['1 P1 WAITING ask']);
});

test('excludeContactedLeads, an enrichment without a result, and a campaign that takes no one any more', async () => {
  await world.call('POST', '/v1/campaigns', { body: { name: 'C', steps: [{ type: 'network_visit_profile' }] } });
  const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1, excludeContactedLeads: true });
  const id = await publish(world, [from('check'), block('check', 'VERIFY_LEAD_EMAIL', {}, 'add'), add]);
  await world.service.store.write((tx) => tx.run("update campaigns set status = 'COMPLETED'"));
  const runId = await start(world, id);
  await world.work();
  const refused = 'Campaign 1 is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it';
  expect(await lines(runId, { stepId: 'add', limit: 1 })).toEqual([`1 P1 FAILED add (${refused})`]);
  const verify = await begun([from('check'), block('check', 'VERIFY_LEAD_EMAIL', {})]);
  expect((await lines(verify))[1]).toBe('1 P1 SKIPPED check (there is no email address to verify)');
});

test('a wait, a deleted contact, a cancelled run', async () => {
  const duration = { value: 2, unit: 'hours' };
  const runId = await begun([from('wait'), block('wait', 'WAIT', { duration }, 'stop'), end('stop')]);
  const { records, keptUntil } = (await get(runId)).body.data;
  expect([records[1].dueAt, keptUntil]).toEqual([expect.stringMatching(/^\d{4}-.*Z$/), null]);
  await world.call('DELETE', '/v1/contacts/1');
  expect(await lines(runId, { status: 'CANCELLED' })).toEqual(['1 null CANCELLED wait (the record no longer exists)']);
  await world.call('POST', `/v1/workflow-runs/${runId}/cancel`);
  expect((await lines(runId, { status: 'CANCELLED' })).slice(0, 2)).toEqual([
    '1 null CANCELLED wait (the record no longer exists)',
    '2 P2 CANCELLED wait (cancelled by admin)',
  ]);
  expect(await lines(runId, { status: 'WAITING' })).toEqual([]);
});

test('page by page, each record once at each step; a week after the end they are gone, and the answer says since when', async () => {
  const runId = await begun([from('stop'), end('stop')]);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { body }: Reply = await get(runId, { limit: 4, ...(cursor !== null && { cursor }) });
    seen.push(...body.data.records.map(({ id, stepId }: { id: number; stepId: string }) => `${id} ${stepId}`));
    cursor = body.data.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual([1, 2, 3, 4, 5, 6].flatMap((id) => [`${id} from`, `${id} stop`]));
  await world.control('POST', '/_local/clock', { advance: '6d' });
  expect(await lines(runId)).toHaveLength(12);
  await world.control('POST', '/_local/clock', { advance: '1d' });
  expect((await get(runId)).body.data).toEqual({
    records: [],
    nextCursor: null,
    keptUntil: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect(await runCounts(runId)).toEqual({ from: { SUCCEEDED: 6 }, stop: { SUCCEEDED: 6 } });
  const kept = 'select 1 from workflow_run_entities where run_id = ?';
  expect(await world.service.store.read((tx) => tx.all(kept, runId))).toEqual([]);
});

test('companies, by their names', async () => {
  await world.call('POST', '/v1/companies/bulk', {
    body: { companies: [{ name: 'Engines' }, { domain: 'b.example' }] },
  });
  const entry = block('from', 'SELECT_COMPANIES', { companyIds: [1, 2] }, 'stop');
  const { records } = (await get(await begun([entry, end('stop')]))).body.data;
  expect(records).toMatchObject([
    { entity: 'COMPANY', name: 'Engines', status: 'SUCCEEDED', reason: null },
    { entity: 'COMPANY', name: 'Engines', status: 'SUCCEEDED', reason: null },
    { name: null },
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
