import { describe, expect, test } from 'vitest';
import { worldForTest } from '../../../opened.ts';
import type { World } from '../../world.ts';
import {
  at,
  contact,
  known,
  list,
  on,
  openActionWorld,
  post,
  read,
  run,
  start,
  statusOf,
  unknown,
  world,
} from './action-world.ts';

openActionWorld();

describe('a run', () => {
  test('actions run sequentially on each entity: what one finds, the next verifies', async () => {
    const id = await contact(known);
    const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }];
    expect(await run({ contactIds: [id], actions })).toMatchObject({
      entity: 'CONTACT',
      overallStatus: 'COMPLETED',
      totalActions: 2,
      statusCounts: { COMPLETED: 2 },
      progress: 100,
      creditsUsed: 3,
    });
    expect(await read(`/v1/contacts/${id}`)).toMatchObject({
      professionalEmail: 'anna.ackermann@pathlight.example',
      emailVerificationStatus: 'VALID',
    });
  });

  test('the other way round there is nothing to verify yet', async () => {
    const id = await contact(known);
    const actions = [{ type: 'VERIFY_LEAD_EMAIL' }, { type: 'ENRICH_WITH_EMAIL' }];
    const { statusCounts, actions: done } = await run({ contactIds: [id], actions });
    expect([statusCounts, done[0].reasons]).toEqual([{ COMPLETED: 1, SKIPPED: 1 }, { NO_EMAIL: 1 }]);
  });

  test('an action that fails does not keep the next from its turn', async () => {
    const id = await contact(unknown);
    const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'EXPORT_TO_CRM' }];
    const { overallStatus, actions: done } = await run({ contactIds: [id], actions });
    expect([overallStatus, done[0].reasons, done[1].statusCounts]).toEqual([
      'PARTIAL',
      { NOT_FOUND: 1 },
      { COMPLETED: 1 },
    ]);
  });

  test('QUEUED, then PROCESSING slice by slice, then over; the same result whoever looks', async () => {
    const ids: number[] = [];
    for (let nth = 0; nth < 160; nth += 1) ids.push(await contact({ firstName: `P${nth}`, lastName: 'Otto', ...at }));
    const id = await start({
      contactIds: ids,
      actions: [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'VERIFY_LEAD_EMAIL' }],
    });
    expect(await statusOf(id)).toMatchObject({
      overallStatus: 'QUEUED',
      totalActions: 320,
      statusCounts: { PENDING: 320 },
      progress: 0,
      finishedAt: null,
    });
    const first = new AbortController();
    await world.work({ signal: first.signal, onProgress: () => first.abort() });
    expect(await statusOf(id)).toMatchObject({ overallStatus: 'PROCESSING', progress: 46, finishedAt: null });
    await world.work();
    const status = await statusOf(id);
    expect(status).toMatchObject({ overallStatus: 'PARTIAL', progress: 100, totalActions: 320 });
    const { COMPLETED = 0, FAILED = 0, SKIPPED = 0, PENDING = 0 } = status.statusCounts;
    expect([COMPLETED + FAILED + SKIPPED, PENDING]).toEqual([320, 0]);
    expect(await world.work()).toMatchObject({ performed: 0 });
  });

  test('an empty list: nothing to do, and it is done', async () => {
    const id = await list('CONTACT', []);
    expect(await run({ contactGroupIds: [id], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] })).toMatchObject({
      overallStatus: 'COMPLETED',
      totalActions: 0,
      progress: 100,
    });
  });

  test('several lists: who is on two of them is worked on once; who joins later is not', async () => {
    const [a, b] = [await contact(known), await contact(unknown)];
    const [one, two] = [await list('CONTACT', [a], 'One'), await list('CONTACT', [a, b], 'Two')];
    const id = await start({ contactGroupIds: [one, two], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    await post(`/v1/lists/${one}/members`, { contactIds: [await contact({ firstName: 'Late' })] });
    await world.work();
    expect(await statusOf(id)).toMatchObject({ totalActions: 2, statusCounts: { SKIPPED: 2 } });
  });

  test('CANCELLED: records that are gone before their turn', async () => {
    const [gone, stays] = [await contact(unknown), await contact(known)];
    const id = await start({ contactIds: [gone, stays], actions: [{ type: 'ENRICH_WITH_EMAIL' }] });
    await world.call('DELETE', `/v1/contacts/${gone}`);
    await world.work();
    expect(await statusOf(id)).toMatchObject({
      overallStatus: 'PARTIAL',
      statusCounts: { CANCELLED: 1, COMPLETED: 1 },
      actions: [{ reasons: { RECORD_GONE: 1 } }],
    });
    const other = await start({ contactIds: [stays], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    await world.call('DELETE', `/v1/contacts/${stays}`);
    await world.work();
    expect(await statusOf(other)).toMatchObject({ overallStatus: 'CANCELLED', statusCounts: { CANCELLED: 1 } });
  });

  test('FAILED: nothing succeeded', async () => {
    expect(await on([await contact(unknown)], 'ENRICH_WITH_EMAIL')).toMatchObject({ overallStatus: 'FAILED' });
  });

  test('GET contacts by actionsId: what a run worked on', async () => {
    const ids = [await contact(known), await contact(unknown)];
    await contact({ firstName: 'Other' });
    const id = await start({ contactIds: ids, actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    const found = await read('/v1/contacts', { actionsId: id });
    expect([found.total, found.contacts.map((one: { id: number }) => one.id)]).toEqual([2, ids]);
    expect((await read('/v1/companies', { actionsId: id })).total).toBe(0);
    expect((await world.call('GET', '/v1/contacts', { query: { actionsId: 99 } })).status).toBe(404);
  });

  test('is 404 in another workspace', async () => {
    const id = await start({ contactIds: [await contact(known)], actions: [{ type: 'VERIFY_LEAD_EMAIL' }] });
    const key = await world.newKey(['ALL'], 'other', 'Other');
    expect((await world.call('GET', `/v1/actions/${id}/status`, { key })).status).toBe(404);
    expect((await world.call('GET', '/v1/actions/99/status')).status).toBe(404);
  });
});

test('what a run changes starts a workflow that waits for it', async () => {
  const plan = {
    nodes: [
      { id: 'who', kind: 'BLOCK', blockId: 'SELECT_LEADS', inputs: { leadIds: '__MANUAL_INPUT' }, next: ['verify'] },
      { id: 'verify', kind: 'BLOCK', blockId: 'VERIFY_LEAD_EMAIL', inputs: {}, next: [] },
    ],
  };
  const trigger = { type: 'INTENT', signal: { kind: 'LEAD_PROPERTY_UPDATED' } };
  const made = await post('/v1/workflows', { name: 'Verify what is found', plan, trigger, publish: true });
  expect([made.status, made.body.data?.isPublished]).toEqual([200, true]);
  const id = await contact(known);
  await on([id], 'ENRICH_WITH_EMAIL');
  const { runs } = await read(`/v1/workflow/${made.body.data.id}/runs`);
  expect(runs[0]).toMatchObject({ status: 'SUCCEEDED', triggerType: 'INTENT', distinctEntityCount: 1 });
});

test('the same run on the same records does the same, in any workspace', async () => {
  const other = await worldForTest({ now: () => Date.UTC(2027, 1, 1) });
  const body = { ...known, mergeWithExisting: false };
  await post('/v1/contact', body);
  await other.call('POST', '/v1/contact', { body });
  const actions = [{ type: 'ENRICH_WITH_EMAIL' }, { type: 'ENRICH_WITH_PHONE' }, { type: 'EXPORT_TO_CRM' }];
  const fields = async (at: World) => {
    await at.call('POST', '/v1/actions', { body: { contactIds: [1], actions } });
    await at.work();
    const { professionalEmail, mobilePhone, contactCRMId } = await at.done('GET', '/v1/contacts/1');
    return [professionalEmail, mobilePhone, contactCRMId];
  };
  expect(await fields(world)).toEqual(await fields(other));
});
