// Publishing (the interface: Workflows: publish strictness; States: trigger reconciled; Errors: 409; Versioning).

import { describe, expect, test } from 'vitest';
import { linksTo } from '../../../../src/service/core/principals.ts';
import type { Tx } from '../../../../src/service/core/sql.ts';
import { publishDraft, versionBefore } from '../../../../src/service/resources/workflows/write.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { block, created, issues, OPEN_PLAN, WEBHOOK } from './bodies.ts';

const world = worldForEachTest();

const publish = (body: unknown = {}, on = world) => on.call('POST', '/v1/workflow/1/publish', { body });
const edit = (...ops: readonly unknown[]) => world.call('PATCH', '/v1/workflow/1/draft', { body: { ops } });
const get = (on = world) => on.done('GET', '/v1/workflow/1');
const setTrigger = (trigger: unknown) => edit({ kind: 'setTrigger', trigger });
const signals = () => world.service.store.read((tx) => tx.all('select kind, workflow_id as id from intent_listeners'));
const schedules = () =>
  world.service.store.read((tx) =>
    tx.all("select key, due_at as due from jobs where kind = 'workflow.schedule' order by key"),
  );

test('versions are v1, v2, … and increase on each publish, also of a draft that did not change', async () => {
  await created(world);
  const versions = [];
  for (let n = 0; n < 3; n += 1) versions.push((await publish()).body.data.version);
  expect(versions).toEqual([1, 2, 3]);
  expect(await get()).toMatchObject({ isPublished: true, version: 3, hasUnpublishedChanges: false });
});

test('the answer: version, isPublished, the new revision, the trigger', async () => {
  const { revision } = await created(world, { trigger: { type: 'API' } });
  const { data } = (await publish({ revision })).body;
  expect(data).toEqual({
    version: 1,
    isPublished: true,
    id: 1,
    revision: '2026-11-21T09:00:00.001Z',
    warnings: [],
    trigger: { type: 'API' },
  });
  expect((await get()).revision).toBe(data.revision);
});

test('400 with every open slot and empty input; nothing is published', async () => {
  await created(world, { plan: OPEN_PLAN });
  const before = await get();
  const reply = await publish();
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid']);
  expect(issues(reply).map((issue) => issue.split(' ')[0])).toEqual([
    'plan.nodes[0].inputs.leadIds',
    'plan.nodes[1].next[0]',
  ]);
  expect(await get()).toEqual(before);
});

describe('409', () => {
  test('another revision: what changed', async () => {
    const { revision } = await created(world);
    await edit({ kind: 'rename', name: 'V' });
    const reply = await publish({ revision });
    expect([reply.status, reply.body.details.changes]).toEqual([
      409,
      [{ revision: '2026-11-21T09:00:00.001Z', by: 'admin', change: 'rename' }],
    ]);
    expect((await get()).version).toBe(null);
  });

  test('two publishes of the same revision: one wins, the other learns of the version', async () => {
    const { revision } = await created(world);
    const replies = await Promise.all([publish({ revision }), publish({ revision })]);
    const [won, lost] = replies.toSorted((one, other) => one.status - other.status);
    expect([won?.status, lost?.status]).toEqual([200, 409]);
    expect(lost?.body.details.changes).toMatchObject([{ change: 'published version 1' }]);
    expect((await get()).version).toBe(1);
  });

  test('publish while another publish updates the trigger: retry shortly', async () => {
    await created(world, WEBHOOK);
    const { store } = world.service;
    const principal = { workspaceId: 1, userId: 1, role: 'ADMIN', keyId: 1, keyName: 'k', scopes: [] } as const;
    const contextIn = (tx: Tx) => ({ tx, principal, now: 0, ...linksTo() });
    // In between the look and the write of one, as over two connections.
    const seen = await store.read((tx) => versionBefore(contextIn(tx), 1));
    expect((await publish()).status).toBe(200);
    await expect(store.write((tx) => publishDraft(contextIn(tx), 1, undefined, seen), 1)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Another publish of workflow 1 has just updated its trigger (version 1): retry shortly',
    });
    expect((await publish()).body.data.version).toBe(2);
  });
});

describe('the trigger is reconciled', () => {
  test('a webhook: URL and secret are issued on publish, a draft has none, and both stay over the next publish', async () => {
    await created(world, WEBHOOK);
    expect((await get()).trigger).toEqual({
      ...WEBHOOK.trigger,
      webhookUrl: null,
      webhookInputs: [{ key: 'people', type: 'leadIds' }],
    });
    const first = (await publish()).body.data.trigger;
    expect(first).toEqual({
      ...WEBHOOK.trigger,
      webhookUrl: expect.stringMatching(/^https:\/\/local\.reach\.invalid\/wf\/[0-9a-f]{32}$/),
      webhookInputs: [{ key: 'people', type: 'leadIds' }],
      webhookSecret: expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    });
    const { webhookSecret: _, ...read } = first;
    expect((await get()).trigger).toEqual(read);
    expect((await publish()).body.data.trigger).toEqual(first);
    await setTrigger({ type: 'MANUAL' });
    await publish();
    expect((await get()).trigger).toEqual({ type: 'MANUAL' });
    await setTrigger(WEBHOOK.trigger);
    expect((await publish()).body.data.trigger).toEqual(first);
  });

  test('no secret is in the store, nor in anything but the answer of a publish', async () => {
    const data = folderForTest();
    const kept = await worldForTest({ data });
    const { trigger } = await created(kept, { ...WEBHOOK, publish: true });
    const rows = await kept.service.store.read((tx) => tx.all('select * from workflows, workflow_versions'));
    const texts = [rows, await get(kept), (await kept.call('GET', '/v1/workflows')).body];
    expect(trigger.webhookSecret).toMatch(/^.{20,}$/);
    expect(JSON.stringify(texts)).not.toContain(trigger.webhookSecret);
  });

  test('two workflows have other addresses and secrets', async () => {
    const seen = [];
    for (const body of [WEBHOOK, WEBHOOK]) seen.push((await created(world, { ...body, publish: true })).trigger);
    expect(new Set(seen.flatMap(({ webhookUrl, webhookSecret }) => [webhookUrl, webhookSecret])).size).toBe(4);
  });

  test('over a socket the URL is where the caller reached the service', async () => {
    const socket = await worldForTest({ transport: 'socket' });
    const { trigger } = await created(socket, { ...WEBHOOK, publish: true });
    expect(trigger.webhookUrl.startsWith(`${socket.url}/wf/`)).toBe(true);
  });

  test('a schedule is armed at its next firing, armed again, and disarmed', async () => {
    const daily = { type: 'SCHEDULE', definition: 'DAILY', startsAt: '2026-11-22T08:00:00Z', timezone: 'UTC' };
    const plan = { nodes: [block('a', 'SELECT_LEADS', { leadIds: [1] })] };
    await created(world, { plan, trigger: daily });
    expect(await schedules()).toEqual([]);
    await publish();
    expect(await schedules()).toEqual([{ key: '1', due: Date.UTC(2026, 10, 22, 8) }]);
    await setTrigger({ ...daily, startsAt: '2026-11-23T08:00:00Z' });
    await publish();
    expect(await schedules()).toEqual([{ key: '1', due: Date.UTC(2026, 10, 23, 8) }]);
    await setTrigger({ type: 'MANUAL' });
    expect(await schedules()).toHaveLength(1);
    await publish();
    expect(await schedules()).toEqual([]);
  });

  test('a schedule that has ended is armed for nothing', async () => {
    const trigger = {
      type: 'SCHEDULE',
      definition: 'DAILY',
      startsAt: '2026-11-01T08:00:00Z',
      timezone: 'UTC',
      recurrence: { endDate: '2026-11-02' },
    };
    await created(world, { plan: { nodes: [block('a', 'SELECT_LEADS', { leadIds: [1] })] }, trigger, publish: true });
    expect(await schedules()).toEqual([]);
  });

  test('an intent is listened to once it is published, and no more when the trigger is another', async () => {
    await created(world, { trigger: { type: 'INTENT', signal: { kind: 'LEAD_CREATED' } } });
    expect(await signals()).toEqual([]);
    await publish();
    expect(await signals()).toEqual([{ kind: 'LEAD_CREATED', id: 1 }]);
    await setTrigger({ type: 'INTENT', signal: { kind: 'CONVERSATION_REPLY' } });
    await publish();
    expect(await signals()).toEqual([{ kind: 'CONVERSATION_REPLY', id: 1 }]);
    await setTrigger(null);
    await publish();
    expect(await signals()).toEqual([]);
  });
});
