import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { prioritized } from '../../../../../src/rules/workflows/plan/branch.ts';
import { percentileOf } from '../../../../../src/service/resources/workflows/execution/conditional.ts';
import { worldForEachTest } from '../../../../opened.ts';
import { openWorld } from '../../../world.ts';
import { block, end, from, membersOf, type Node, peopled, publish, ran, read, start } from './running.ts';

const world = worldForEachTest();

beforeEach(async () => {
  await peopled(world, 12);
});

const toList = (id: string, ...next: string[]): Node => block(id, 'ADD_LEADS_TO_GROUP', { leadsGroupId: 2 }, ...next);
const when = (conditions: readonly object[], ...next: string[]): Node => ({
  id: 'when',
  kind: 'CONDITIONAL',
  conditions,
  fallbackName: 'else',
  next,
});

describe('blocks', () => {
  test('every record of the entry goes through each step once, and the run has succeeded', async () => {
    expect(await ran(world, [from('add'), toList('add', 'stop'), end('stop')])).toEqual({
      status: 'SUCCEEDED',
      entities: 12,
      from: { SUCCEEDED: 12 },
      add: { SUCCEEDED: 12 },
      stop: { SUCCEEDED: 12 },
    });
    expect(await membersOf(world, 2)).toHaveLength(12);
  });

  test('a path ends where nothing is next', async () => {
    expect(await ran(world, [from('add'), toList('add')])).toMatchObject({
      status: 'SUCCEEDED',
      add: { SUCCEEDED: 12 },
    });
  });

  test('an empty list is a run that has nothing to do', async () => {
    expect(await ran(world, [from('add', { leadsGroupId: 2 }), toList('add')])).toEqual({
      status: 'SUCCEEDED',
      entities: 0,
      from: {},
      add: {},
    });
  });

  test('ids of the run call take the place of __MANUAL_INPUT; one that is named twice runs once', async () => {
    const nodes = [from('add', { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS'), toList('add')];
    expect(await ran(world, nodes, {}, { leadIds: [3, 5, 3] })).toMatchObject({ entities: 2, add: { SUCCEEDED: 2 } });
    expect(await membersOf(world, 2)).toEqual([3, 5]);
  });

  test('a campaign takes whom it can reach; the others are skipped and go on', async () => {
    const campaign = { name: 'C', steps: [{ type: 'email', subject: 's', content: 'c' }] };
    expect((await world.call('POST', '/v1/campaigns', { body: campaign })).status).toBe(200);
    await world.call('PATCH', '/v1/contacts/4', { body: { professionalEmail: 'p4@x.example' } });
    const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'stop');
    expect(await ran(world, [from('add'), add, end('stop')])).toMatchObject({
      status: 'SUCCEEDED',
      add: { SUCCEEDED: 1, SKIPPED: 11 },
      stop: { SUCCEEDED: 12 },
    });
  });

  test('what the workspace refuses fails each record, the run says why, and others go on', async () => {
    const campaign = { name: 'C', steps: [{ type: 'network_visit_profile' }] };
    await world.call('POST', '/v1/campaigns', { body: campaign });
    const add = block('add', 'ADD_LEADS_TO_CAMPAIGN', { campaignId: 1 }, 'stop');
    const split = when([{ field: 'jobTitle', operator: 'EQUALS', value: 'T1' }], 'add', 'stop');
    const id = await publish(world, [from('when'), split, add, end('stop')]);
    await world.service.store.write((tx) => tx.run("update campaigns set status = 'COMPLETED'"));
    const runId = await start(world, id);
    await world.work();
    expect(await read(world, runId)).toEqual({
      status: 'SUCCEEDED',
      entities: 12,
      reason: 'step add: Campaign 1 is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it',
      from: { SUCCEEDED: 12 },
      when: { SUCCEEDED: 12 },
      add: { FAILED: 4 },
      stop: { SUCCEEDED: 8 },
    });
  });
});

describe('CONDITIONAL', () => {
  const isAdded = async (condition: object): Promise<number[]> => {
    await ran(world, [from('when'), when([condition], 'add', 'stop'), toList('add'), end('stop')]);
    const members = await membersOf(world, 2);
    if (members.length > 0) await world.call('DELETE', '/v1/lists/2/members', { body: { contactIds: members } });
    return members;
  };

  test('the first condition that holds decides, the fallback takes the rest', async () => {
    const conditions = [
      { field: 'jobTitle', operator: 'EQUALS', value: 'T1' },
      { field: 'jobTitle', operator: 'IS_ANY_OF', value: ['T1', 'T2'] },
    ];
    const nodes = [from('when'), when(conditions, 'a', 'b', 'c'), end('a'), end('b'), end('c')];
    expect(await ran(world, nodes)).toMatchObject({
      when: { SUCCEEDED: 12 },
      a: { SUCCEEDED: 4 },
      b: { SUCCEEDED: 4 },
      c: { SUCCEEDED: 4 },
    });
  });

  test('lists, campaigns, companies, custom fields, flags and moments can be asked', async () => {
    await world.call('PATCH', '/v1/contacts/7', { body: { shirt: 'XL' } });
    await world.call('POST', '/v1/contact', {
      body: { networkProfileUrl: 'https://network.example/in/p2', company: { name: 'Engines', numberOfEmployees: 40 } },
    });
    expect(await isAdded({ field: 'platform.listIds', operator: 'CONTAINS', value: 1 })).toHaveLength(12);
    expect(await isAdded({ field: 'platform.listIds', operator: 'CONTAINS', value: 2 })).toEqual([]);
    expect(await isAdded({ field: 'shirt', operator: 'EQUALS', value: 'xl' })).toEqual([7]);
    expect(await isAdded({ field: 'numberOfEmployees', operator: 'GREATER_THAN', value: 39 })).toEqual([2]);
    expect(await isAdded({ field: 'network.hasProfile', operator: 'EQUALS', value: true })).toHaveLength(12);
    expect(await isAdded({ field: 'engagement.hasReplied', operator: 'EQUALS', value: true })).toEqual([]);
    expect(await isAdded({ field: 'activity.lastActivityAt', operator: 'IS_NOT_EMPTY' })).toEqual([]);
    expect(await isAdded({ field: 'createdAt', operator: 'WITHIN_LAST_DAYS', value: 1 })).toHaveLength(12);
    expect(await isAdded({ field: 'run.triggerType', operator: 'EQUALS', value: 'MANUAL' })).toHaveLength(12);
  });

  test('random splits send their share, the same records each time they are asked of a run', async () => {
    const rolls = [...Array(20_000).keys()].map((id) => percentileOf(3, 'split', id));
    expect(rolls.every((roll) => roll >= 0 && roll < 100)).toBe(true);
    for (const [low, high] of [
      [0, 30],
      [30, 70],
      [70, 100],
    ] as const) {
      const share = rolls.filter((roll) => roll >= low && roll < high).length / rolls.length;
      expect(Math.abs(share * 100 - (high - low))).toBeLessThan(1.5);
    }
    expect(rolls).toEqual([...Array(20_000).keys()].map((id) => percentileOf(3, 'split', id)));
    const nodes = [from('when'), when([{ type: 'RANDOM_SPLIT', percentage: 100 }], 'a', 'b'), end('a'), end('b')];
    expect(await ran(world, nodes)).toMatchObject({ a: { SUCCEEDED: 12 }, b: {} });
  });
});

describe('KING', () => {
  const king = (more: object): Node => ({
    id: 'king',
    kind: 'KING',
    groupBy: 'jobTitle',
    orderBy: 'createdAt',
    next: ['add', 'stop'],
    ...more,
  });

  test('of each group exactly `limit` are prioritized, of equals those with the lower id', async () => {
    expect(await ran(world, [from('king'), king({ limit: 2 }), toList('add'), end('stop')])).toMatchObject({
      status: 'SUCCEEDED',
      king: { SUCCEEDED: 12 },
      add: { SUCCEEDED: 6 },
      stop: { SUCCEEDED: 6 },
    });
    expect(await membersOf(world, 2)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('it orders by a formula field: lower values first, records without one last', async () => {
    const own = await openWorld();
    const people = [
      ['CEO', 80],
      ['Clerk', 80],
      ['Clerk', 5],
      [null, 5],
    ].map(([jobTitle, numberOfEmployees], index) => ({
      firstName: `P${index}`,
      contactCountry: 'Norway',
      listId: 1,
      ...(jobTitle !== null && { jobTitle }),
      company: { name: `C${numberOfEmployees}`, numberOfEmployees },
    }));
    await own.call('POST', '/v1/lists', { body: { name: 'All', entity: 'CONTACT' } });
    await own.call('POST', '/v1/lists', { body: { name: 'First', entity: 'CONTACT' } });
    await own.call('POST', '/v1/contacts/bulk', { body: { contacts: people } });
    const order = king({ groupBy: 'contactCountry', orderBy: 'icpScore', limit: 2 });
    expect(await ran(own, [from('king'), order, toList('add'), end('stop')])).toMatchObject({ status: 'SUCCEEDED' });
    expect(await membersOf(own, 2)).toEqual([2, 3]);
    await own.close();
  });

  test('it waits until no one can join its groups any more', async () => {
    const split = when([{ field: 'jobTitle', operator: 'EQUALS', value: 'T1' }], 'hold', 'king');
    const nodes = [from('when'), split, block('hold', 'WAIT', { duration: { value: 2, unit: 'hours' } }, 'king')];
    const id = await publish(world, [...nodes, king({ groupBy: 'contactCountry' }), toList('add'), end('stop')]);
    const runId = await start(world, id);
    await world.work();
    expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', hold: { WAITING: 4 }, king: { PENDING: 8 } });
    await world.control('POST', '/_local/clock', { advance: '2h' });
    expect(await read(world, runId)).toMatchObject({
      status: 'SUCCEEDED',
      add: { SUCCEEDED: 1 },
      stop: { SUCCEEDED: 11 },
    });
    expect(await membersOf(world, 2)).toEqual([1]);
  });

  test('it sorts as the rule does, whatever the groups, the order and the limit', async () => {
    const record = fc.record({
      group: fc.constantFrom('A', 'B', null),
      order: fc.option(fc.integer({ min: 0, max: 4 })),
    });
    const given = fc.tuple(fc.array(record, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 4 }));
    await fc.assert(
      fc.asyncProperty(given, async ([records, limit]) => {
        const own = await openWorld();
        await own.call('POST', '/v1/lists', { body: { name: 'Firms', entity: 'COMPANY' } });
        const companies = records.map(({ group, order }, index) => ({
          name: `C${index}`,
          ...(group !== null && { industry: group }),
          ...(order !== null && { numberOfEmployees: order }),
          listId: 1,
        }));
        await own.call('POST', '/v1/companies/bulk', { body: { companies } });
        const nodes = [
          from('king', { companyGroupId: 1 }, 'SELECT_COMPANIES_FROM_LIST'),
          {
            id: 'king',
            kind: 'KING',
            groupBy: 'industry',
            orderBy: 'numberOfEmployees',
            limit,
            next: ['first', 'stop'],
          },
          end('first'),
          end('stop'),
        ];
        const runId = await start(own, await publish(own, nodes));
        await own.work();
        const rows = await own.service.store.read((tx) =>
          tx.all<{ id: number }>(
            'select entity_id as id from workflow_run_entities where run_id = ? and step = 2',
            runId,
          ),
        );
        const ranked = records.map(({ group, order }, index) => ({ record: index + 1, group, order }));
        expect(new Set(rows.map(({ id }) => id))).toEqual(prioritized(ranked, limit));
        await own.close();
      }),
      { numRuns: 15 },
    );
  });
});

describe('holding', () => {
  const nodes = [from('ask'), block('ask', 'WAIT_FOR_APPROVAL', {}, 'add', 'stop'), toList('add'), end('stop')];
  const decide = (runId: number, body: object) => world.call('POST', `/v1/workflow-runs/${runId}/approvals`, { body });

  test('records wait for a decision, some or all of them', async () => {
    const runId = await start(world, await publish(world, nodes));
    await world.work();
    expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', ask: { WAITING: 12 } });
    expect((await decide(runId, { stepId: 'ask', decision: 'APPROVED', ids: [2, 4] })).body.data).toEqual({
      runId,
      stepId: 'ask',
      decision: 'APPROVED',
      decided: 2,
      waiting: 10,
    });
    await world.work();
    expect(await membersOf(world, 2)).toEqual([2, 4]);
    const again = await decide(runId, { stepId: 'ask', decision: 'REJECTED', ids: [2, 5] });
    expect([again.status, again.body.message]).toEqual([
      409,
      'These records are not waiting for approval at step ask: 2. Nothing was decided',
    ]);
    expect((await decide(runId, { stepId: 'ask', decision: 'REJECTED' })).body.data).toMatchObject({
      decided: 10,
      waiting: 0,
    });
    await world.work();
    expect(await read(world, runId)).toMatchObject({
      status: 'SUCCEEDED',
      ask: { SUCCEEDED: 12 },
      add: { SUCCEEDED: 2 },
      stop: { SUCCEEDED: 10 },
    });
    expect((await decide(runId, { stepId: 'ask', decision: 'APPROVED' })).status).toBe(409);
    expect((await decide(runId, { stepId: 'nope', decision: 'APPROVED' })).status).toBe(404);
  });

  test('WAIT holds each record for its span, on the virtual clock', async () => {
    const hold = block('hold', 'WAIT', { duration: { value: 3, unit: 'days' } }, 'add');
    const runId = await start(world, await publish(world, [from('hold'), hold, toList('add')]));
    await world.work();
    await world.control('POST', '/_local/clock', { advance: '71h' });
    expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', hold: { WAITING: 12 } });
    await world.control('POST', '/_local/clock', { advance: '2h' });
    const { data } = (await world.call('GET', `/v1/workflow-runs/${runId}`)).body;
    expect([data.status, data.finishedAt]).toEqual(['SUCCEEDED', '2026-11-24T09:00:00.000Z']);
  });

  test('a cancelled run does nothing more, and what had not ended is cancelled', async () => {
    const runId = await start(world, await publish(world, nodes));
    await world.work();
    expect((await world.call('POST', `/v1/workflow-runs/${runId}/cancel`)).body.data.status).toBe('CANCELLED');
    await world.work();
    expect(await read(world, runId)).toMatchObject({
      status: 'CANCELLED',
      reason: 'cancelled by admin',
      ask: { CANCELLED: 12 },
    });
    expect((await world.call('POST', `/v1/workflow-runs/${runId}/cancel`)).status).toBe(409);
  });

  test('a contact that is deleted leaves its runs; they go on without it', async () => {
    const runId = await start(world, await publish(world, nodes));
    await world.work();
    for (let id = 1; id <= 11; id += 1) await world.call('DELETE', `/v1/contacts/${id}`);
    await world.work();
    expect(await read(world, runId)).toMatchObject({ status: 'RUNNING', ask: { CANCELLED: 11, WAITING: 1 } });
  });

  test('DELETE one contact, "its running workflows cancelled": a run all of whose contacts are gone', async () => {
    const runId = await start(world, await publish(world, nodes));
    await world.work();
    for (let id = 1; id <= 12; id += 1) await world.call('DELETE', `/v1/contacts/${id}`);
    await world.work();
    expect(await read(world, runId)).toMatchObject({
      status: 'CANCELLED',
      reason: 'all of its records were deleted',
      entities: 12,
      ask: { CANCELLED: 12 },
    });
  });

  test('where each record of an ended run was is forgotten after a week, its counts are not', async () => {
    const runId = await start(world, await publish(world, [from('add'), toList('add')]));
    await world.work();
    const kept = () =>
      world.service.store.read((tx) => tx.all('select 1 from workflow_run_entities where run_id = ?', runId));
    await world.control('POST', '/_local/clock', { advance: '6d' });
    expect(await kept()).toHaveLength(12);
    await world.control('POST', '/_local/clock', { advance: '1d' });
    expect(await kept()).toHaveLength(0);
    expect(await read(world, runId)).toMatchObject({ add: { SUCCEEDED: 12 } });
  });
});

describe('enrichment and credits', () => {
  /** Everybody gets an e-mail address, but number 12. */
  const withMail = async (): Promise<void> => {
    for (let id = 1; id <= 11; id += 1)
      await world.call('PATCH', `/v1/contacts/${id}`, { body: { professionalEmail: `p${id}@firm.example` } });
  };
  const verify = block('verify', 'VERIFY_LEAD_EMAIL', {}, 'stop');

  test('a block that is an action does what the action does; who it does not apply to goes on', async () => {
    await withMail();
    expect(await ran(world, [from('verify'), verify, end('stop')])).toMatchObject({
      status: 'SUCCEEDED',
      credits: 10,
      // The server of one address gave no answer, which costs nothing.
      verify: { SUCCEEDED: 10, FAILED: 1, SKIPPED: 1 },
      stop: { SUCCEEDED: 12 },
    });
    const { data } = (await world.call('GET', '/v1/contacts/1')).body;
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

  test('at its ceiling the run stops: no credit is used beyond it, and what had not ended is cancelled', async () => {
    await withMail();
    expect(await ran(world, [from('verify'), verify, end('stop')], { maxCreditsPerRun: 5 })).toEqual({
      status: 'FAILED',
      entities: 12,
      credits: 5,
      reason: 'the limit of 5 credits per run was reached',
      from: { SUCCEEDED: 12 },
      verify: { SUCCEEDED: 5, FAILED: 1, CANCELLED: 6 },
      stop: { CANCELLED: 6 },
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
    expect((await world.call('GET', '/v1/contacts')).body.data.total).toBe(12 + Number(entities));
    const poor = (await ran(world, [begin, end('stop')], { maxCreditsPerRun: 120 })) as Record<string, unknown>;
    expect(poor).toMatchObject({
      status: 'FAILED',
      credits: 120,
      reason: 'the limit of 120 credits per run was reached',
    });
  });
});
