// What steps name: AI messages and the copies they get, task owners, voices; and the sample workspace's.

import { describe, expect, test } from 'vitest';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { create, days, email, problems, refused, visit } from './bodies.ts';

const world = worldForEachTest();

const ai = (aiMessageId: number | string, more = {}) => ({ type: 'email', aiMessageId, ...more });
const patch = (id: number, steps: unknown[]) => world.done('PATCH', `/v1/campaign/${id}`, { body: { steps } });
const copies = (steps: { aiMessageId?: number }[]) => steps.map(({ aiMessageId }) => aiMessageId);

describe('AI messages', () => {
  test('each step gets a copy of its own, and reads return its id', async () => {
    const { steps } = await create(world, {
      steps: [ai('lib-email-first'), ai('lib-email-first', { delay: days(1) })],
    });
    expect(copies(steps)).toEqual([1, 2]);
    const kept = await world.service.store.read((tx) =>
      tx.all('select id, name, channel, campaign_id as campaignId, copied_from as copiedFrom from ai_messages'),
    );
    const copy = { name: 'First email', channel: 'EMAIL', campaignId: 1, copiedFrom: 'lib-email-first' };
    expect(kept).toEqual([
      { id: 1, ...copy },
      { id: 2, ...copy },
    ]);
  });

  test('a step that is sent again, with its copy or with what it was copied from, stays the same', async () => {
    const sent = [ai('lib-email-first', { delay: days(1) }), visit, ai('lib-email-first')];
    const made = await create(world, { steps: sent });
    expect((await patch(1, made.steps)).steps).toEqual(made.steps);
    expect((await patch(1, sent)).steps).toEqual(made.steps);
    const moved = await patch(
      1,
      [sent[2], visit, sent[0]].filter((step) => step !== undefined),
    );
    expect(copies(moved.steps)).toEqual([2, undefined, 1]);
  });

  test('a changed step gets a new copy; the same copy twice is two', async () => {
    const made = await create(world, { steps: [ai('lib-email-first')] });
    expect(copies((await patch(1, [ai('lib-email-follow-up')])).steps)).toEqual([2]);
    expect(copies((await patch(1, [ai(2), ai('2', { delay: days(1) })])).steps)).toEqual([2, 3]);
    expect(made.steps[0].aiMessageId).toBe(1);
  });

  test('a clone has copies of its own', async () => {
    await create(world, { steps: [ai('lib-email-first')] });
    expect(copies((await world.done('POST', '/v1/campaign/1/clone')).steps)).toEqual([2]);
    const again = await patch(2, [ai('lib-email-first')]);
    expect(copies(again.steps)).toEqual([2]);
  });

  test('of another workspace do not exist', async () => {
    const key = await world.newKey(['ALL'], 'other', 'Elsewhere');
    await create(world, { steps: [ai('lib-email-first')] }, key);
    expect(await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps: [ai(1)] })).toEqual([
      400,
      'steps[0].aiMessageId unknown_ai_message',
    ]);
  });

  test('need the split AI-entity model', async () => {
    await world.control('PATCH', '/_local/features', { 'split-ai': false });
    expect(await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps: [ai('lib-email-first')] })).toEqual([
      400,
      'steps[0].aiMessageId split_ai_disabled',
    ]);
    expect(await refused(world, 'GET', '/v1/prompt-library/ai-messages')).toEqual({
      status: 403,
      code: 'forbidden',
      message: 'AI messages need the split AI-entity model, which this workspace does not have',
      details: { feature: 'split-ai' },
    });
  });

  test('the prompt library serves every channel, in an empty store too', async () => {
    const { aiMessages } = await world.done('GET', '/v1/prompt-library/ai-messages');
    const channels = new Set(aiMessages.map(({ channel }: { channel: string }) => channel));
    expect([...channels]).toEqual(['EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION']);
    const types = { EMAIL: 'email', NETWORK: 'network_message', NETWORK_INMAIL: 'network_inmail' };
    const stepOf = ({ id, channel }: { id: string; channel: keyof typeof types }) => ({
      type: types[channel] ?? 'network_connection',
      aiMessageId: id,
    });
    expect((await create(world, { steps: aiMessages.map(stepOf) })).steps).toHaveLength(aiMessages.length);
  });
});

describe('task owners', () => {
  const task = (more = {}) => ({ type: 'task', taskType: 'CALL', title: 'Call', ...more });

  test('none in an empty store: tasks need none, and none is valid', async () => {
    expect(await world.done('GET', '/v1/tasks/owners')).toEqual({ owners: [] });
    await create(world, { steps: [task()] });
    expect(await problems(world, 'POST', '/v1/campaigns', { name: 'x', steps: [task({ ownerId: 1 })] })).toEqual([
      400,
      'steps[0].ownerId unknown_owner',
    ]);
  });

  test('where there are some, every task needs one of them; the switch turns that off', async () => {
    const sample = await worldForTest({ empty: false });
    const { owners } = await sample.done('GET', '/v1/tasks/owners');
    expect(owners).toEqual([
      { id: 1, name: 'Noor Haddad', email: 'noor.haddad@outreach.example' },
      { id: 2, name: 'Pavel Novak', email: 'pavel.novak@outreach.example' },
    ]);
    const ask = (...steps: object[]) => problems(sample, 'POST', '/v1/campaigns', { name: 'x', steps });
    expect(await ask(task(), task({ ownerId: 3 }), task({ ownerId: 2 }))).toEqual([
      400,
      'steps[0].ownerId required',
      'steps[1].ownerId unknown_owner',
    ]);
    expect((await create(sample, { steps: [task({ ownerId: '2' })] })).steps[0].ownerId).toBe(2);
    await sample.control('PATCH', '/_local/features', { 'task-owners': false });
    expect(await sample.done('GET', '/v1/tasks/owners')).toEqual({ owners: [] });
    expect(await ask(task())).toEqual([200]);
  });
});

test('voices: the service’s own are always there, those of identities with the sample', async () => {
  const own = (await world.done('GET', '/v1/voices')).voices;
  expect(own[0]).toEqual({ id: 'sys-alto', name: 'Alto', source: 'system', identityId: null, language: 'en' });
  const sample = await worldForTest({ empty: false });
  const all = (await sample.done('GET', '/v1/voices')).voices;
  expect(all.slice(own.length)).toEqual([
    { id: 'voice-1', name: 'Robin, at the desk', source: 'identity', identityId: 2, language: 'en' },
    { id: 'voice-2', name: 'Sasha, on the phone', source: 'identity', identityId: 3, language: 'de' },
  ]);
  const steps = ['sys-alto', 'voice-2'].map((voiceId) => ({ type: 'network_voice_message', content: 'x', voiceId }));
  expect((await create(sample, { steps })).steps).toMatchObject(steps);
});

test('the sample has a draft and a campaign that runs, and loading it again adds none', async () => {
  const sample = await worldForTest({ empty: false });
  const list = async () =>
    (await sample.done('GET', '/v1/campaigns')).campaigns.map(
      ({ name, status, stepCount }: Record<string, unknown>) => [name, status, stepCount],
    );
  const campaigns = [
    ['Newsletter welcome', 'DRAFT', 4],
    ['Decision makers, first contact', 'ACTIVE', 5],
  ];
  expect(await list()).toEqual(campaigns);
  const listed = await sample.done('GET', '/v1/contacts', { query: { listId: 2 } });
  const inside = await sample.done('POST', '/v1/contacts/search', { body: { include: { campaigns: [2] } } });
  expect([inside.total, inside.total > 10]).toEqual([listed.total, true]);
  for (const feature of ['task-owners', 'split-ai']) {
    await sample.control('PATCH', '/_local/features', { [feature]: false });
  }
  await sample.control('POST', '/_local/seed');
  expect(await list()).toEqual(campaigns);
  await sample.control('POST', '/_local/reset');
  expect(await list()).toEqual(campaigns);
});

test('campaigns, their contacts and the ids of their steps come back with a snapshot, and ids continue', async () => {
  const folder = folderForTest();
  await create(world, { steps: [ai('lib-email-first'), visit] });
  await world.done('POST', '/v1/contact', { body: { firstName: 'A', professionalEmail: 'a@b.example' } });
  await world.done('POST', '/v1/add-contact-to-campaign', { body: { campaignId: 1, contactId: 1 } });
  const made = await world.done('GET', '/v1/campaign/1');
  await world.control('POST', '/_local/snapshot', { path: `${folder}/s.db` });
  await world.control('POST', '/_local/reset');
  await world.control('POST', '/_local/restore', { path: `${folder}/s.db` });
  expect(await world.done('GET', '/v1/campaign/1')).toEqual(made);
  const found = await world.done('POST', '/v1/contacts/search', { body: { include: { campaigns: [1] } } });
  expect(found.total).toBe(1);
  expect((await create(world, { steps: [email] })).steps[0].stepId).toBe(5);
});
