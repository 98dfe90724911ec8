import { beforeEach, describe, expect, test } from 'vitest';
import { worldForEachTest } from '../../../../opened.ts';
import { queue } from '../../../jobs/performing.ts';
import { block } from '../bodies.ts';
import { end, from, membersOf, peopled, publish, read } from './running.ts';

const world = worldForEachTest();

beforeEach(() => peopled(world, 3));

const advance = (by: string) => world.control('POST', '/_local/clock', { advance: by });
const runs = async (workflowId: number): Promise<unknown[]> => {
  const data = await world.done('GET', `/v1/workflow/${workflowId}/runs`);
  return data.runs.map((run: Record<string, unknown>) => [
    run['triggerType'],
    run['startedAt'],
    run['distinctEntityCount'],
  ]);
};
const byHand = from('stop', { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS');
const signal = (kind: string, more: object = {}) => ({ trigger: { type: 'INTENT', signal: { kind, ...more } } });

describe('SCHEDULE', () => {
  const daily = {
    trigger: { type: 'SCHEDULE', definition: 'DAILY', startsAt: '2026-11-21T10:00:00Z', timezone: 'Europe/Berlin' },
  };

  test('each firing is a run, at its own moment while the clock is moved', async () => {
    const id = await publish(world, [from('stop'), end('stop')], daily);
    await advance('3d');
    expect(await runs(id)).toEqual([
      ['SCHEDULE', '2026-11-23T10:00:00.000Z', 3],
      ['SCHEDULE', '2026-11-22T10:00:00.000Z', 3],
      ['SCHEDULE', '2026-11-21T10:00:00.000Z', 3],
    ]);
  });

  test('what fell due while nothing ran fires once, late, and then as planned', async () => {
    const id = await publish(world, [from('stop'), end('stop')], daily);
    world.clock.advance(5.5 * 86_400_000);
    await world.work();
    expect(await runs(id)).toEqual([['SCHEDULE', '2026-11-26T21:00:00.000Z', 3]]);
    await advance('14h');
    expect((await runs(id))[0]).toEqual(['SCHEDULE', '2026-11-27T10:00:00.000Z', 3]);
  });

  test('another trigger that is published takes its place', async () => {
    const id = await publish(world, [from('stop'), end('stop')], daily);
    const ops = [{ kind: 'setTrigger', trigger: { type: 'MANUAL' } }];
    expect((await world.call('PATCH', `/v1/workflow/${id}/draft`, { body: { ops } })).status).toBe(200);
    expect((await world.call('POST', `/v1/workflow/${id}/publish`, { body: {} })).status).toBe(200);
    await advance('3d');
    expect(await runs(id)).toEqual([]);
  });
});

describe('INTENT', () => {
  test('what happens to records starts a run with them', async () => {
    await world.call('PATCH', '/v1/contacts/3', { body: { Shirt: 'M' } });
    const created = await publish(world, [byHand, end('stop')], signal('LEAD_CREATED'));
    const added = await publish(world, [byHand, end('stop')], signal('LEAD_PROPERTY_UPDATED', { field: 'Shirt' }));
    const changed = await publish(world, [byHand, end('stop')], signal('LEAD_PROPERTY_UPDATED', { field: 'jobTitle' }));
    const listed = await publish(world, [byHand, end('stop')], signal('LEAD_ADDED_TO_LIST', { listId: 2 }));
    const post = (body: object) => world.call('POST', '/v1/contact', { body });
    await post({ firstName: 'New', networkProfileUrl: 'https://network.example/in/new' });
    await world.call('PATCH', '/v1/contacts/1', { body: { lastName: 'L' } });
    await world.call('PATCH', '/v1/contacts/2', { body: { jobTitle: 'CTO' } });
    await world.call('PATCH', '/v1/contacts/3', { body: { Shirt: 'XL' } });
    await world.call('POST', '/v1/lists/2/members', { body: { contactIds: [1, 2] } });
    await world.work();
    const at = '2026-11-21T09:00:00.000Z';
    expect(await runs(created)).toEqual([['INTENT', at, 1]]);
    expect(await runs(changed)).toEqual([['INTENT', at, 1]]);
    expect(await runs(added)).toEqual([['INTENT', at, 1]]);
    expect(await runs(listed)).toEqual([['INTENT', at, 2]]);
  });

  test('a workflow never starts itself, not over another one either', async () => {
    await world.call('POST', '/v1/lists', { body: { name: 'Third', entity: 'CONTACT' } });
    const move = (leadsGroupId: number) => block('move', 'ADD_LEADS_TO_GROUP', { leadsGroupId }, 'stop');
    const begin = from('move', { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS');
    const a = await publish(world, [begin, move(3), end('stop')], signal('LEAD_ADDED_TO_LIST', { listId: 2 }));
    const b = await publish(world, [begin, move(2), end('stop')], signal('LEAD_ADDED_TO_LIST', { listId: 3 }));
    const self = await publish(world, [begin, move(2), end('stop')], signal('LEAD_ADDED_TO_LIST'));
    await world.call('POST', '/v1/lists/2/members', { body: { contactIds: [1] } });
    await world.work();
    const counts = await Promise.all([a, b, self].map(async (id) => (await runs(id)).length));
    // `self` hears the first one and what `a` does because of it; `b` hears `a`, and finds the contact there already.
    expect(counts).toEqual([1, 1, 2]);
    expect(await membersOf(world, 3)).toEqual([1]);
  });

  test('records of the other kind start nothing', async () => {
    const id = await publish(world, [byHand, end('stop')], signal('WEBSITE_VISITOR'));
    const payload = { kind: 'WEBSITE_VISITOR', entity: 'COMPANY', ids: [1], details: {}, causedBy: [] };
    await queue(world, { kind: 'signal', dueAt: 0, payload });
    await world.work();
    expect(await runs(id)).toEqual([]);
  });
});

describe('WEBHOOK', () => {
  test('a delivery seeds the entry, and fills what is bound to it', async () => {
    const trigger = {
      type: 'WEBHOOK',
      inputs: [
        { key: 'who', type: 'leadIds' },
        { key: 'title', type: 'string' },
      ],
    };
    const when = {
      id: 'when',
      kind: 'CONDITIONAL',
      conditions: [{ field: 'jobTitle', operator: 'EQUALS', value: { webhookInputKey: 'title' } }],
      next: ['a', 'b'],
    };
    const begin = from('when', { leadIds: '__MANUAL_INPUT' }, 'SELECT_LEADS');
    const id = await publish(world, [begin, when, end('a'), end('b')], { trigger });
    const { webhookUrl } = (await world.done('GET', `/v1/workflow/${id}`)).trigger;
    const { pathname } = new URL(webhookUrl);
    const reply = await world.call('POST', pathname, { key: null, body: { who: [1, 2, 3], title: 't1' } });
    expect(reply.status).toBe(200);
    await world.work();
    expect(await read(world, reply.body.data.runId)).toMatchObject({
      status: 'SUCCEEDED',
      a: { SUCCEEDED: 1 },
      b: { SUCCEEDED: 2 },
    });
  });

  test('a company that a delivery describes is created, and begins the run', async () => {
    const trigger = { type: 'WEBHOOK', inputs: [{ key: 'firm', type: 'companyPayload' }] };
    const begin = from('stop', { companyPayload: { webhookInputKey: 'firm' } }, 'IMPORT_COMPANY_FROM_PAYLOAD');
    const id = await publish(world, [begin, end('stop')], { trigger });
    const { webhookUrl } = (await world.done('GET', `/v1/workflow/${id}`)).trigger;
    const firm = { name: 'Engines', domain: 'engines.example' };
    const reply = await world.call('POST', new URL(webhookUrl).pathname, { key: null, body: { firm } });
    await world.work();
    expect(await read(world, reply.body.data.runId)).toMatchObject({
      status: 'SUCCEEDED',
      entities: 1,
      stop: { SUCCEEDED: 1 },
    });
    expect(await world.done('GET', '/v1/companies/1')).toMatchObject({ name: 'Engines' });
  });
});
