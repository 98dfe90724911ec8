// Workflows in the store as a whole: the sample, snapshots, starting over, another process.

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForTest } from '../../../folder.ts';
import { worldForTest } from '../../../opened.ts';
import { openWorld, seededBytes, type World } from '../../world.ts';
import { contacts, created, WEBHOOK } from './bodies.ts';

const trigger = async (world: World, id = 1) => (await world.done('GET', `/v1/workflow/${id}`)).trigger;

test('the sample has a workflow to run, one that a web form starts, and a draft; loading it again adds none', async () => {
  const world = await worldForTest({ empty: false });
  const brief = async () => {
    const { workflows } = await world.done('GET', '/v1/workflows');
    return workflows.map(({ name, status, triggerType }: Record<string, string>) => [name, status, triggerType]);
  };
  const all = [
    ['Newsletter, verified', 'PUBLISHED', 'MANUAL'],
    ['Sign-ups from the web form', 'PUBLISHED', 'WEBHOOK'],
    ['Decision makers, every Monday', 'DRAFT', 'SCHEDULE'],
  ];
  expect(await brief()).toEqual(all);
  await world.control('POST', '/_local/seed');
  expect(await brief()).toEqual(all);
  for (const id of [1, 2, 3]) {
    const data = await world.done('GET', `/v1/workflow/${id}/validate-draft`);
    expect(data).toEqual({ isValid: true, errors: [], warnings: [] });
  }
  expect((await world.done('POST', '/v1/workflow/1/run', { body: {} })).status).toBe('RUNNING');
  expect(world.bugs).toEqual([]);
});

test('addresses and secrets of webhooks survive a restart and a restore, and end with a reset', async () => {
  const folder = folderForTest();
  const data = join(folder, 'store');
  const first = await openWorld({ data });
  await contacts(first, 1);
  const made = await created(first, { ...WEBHOOK, publish: true });
  await first.close();

  const second = await worldForTest({ data, randomBytes: seededBytes('another start') });
  expect((await trigger(second)).webhookUrl).toBe(made.trigger.webhookUrl);
  const path = new URL(made.trigger.webhookUrl).pathname;
  const deliver = async () => {
    const headers = { 'x-webhook-secret': made.trigger.webhookSecret };
    return (await second.call('POST', path, { key: null, headers, body: { people: [1] } })).status;
  };
  expect(await deliver()).toBe(200);
  const snapshot = join(folder, 'snapshot.db');
  await second.control('POST', '/_local/snapshot', { path: snapshot });
  await second.control('POST', '/_local/reset', { empty: true });
  expect(await deliver()).toBe(404);
  await contacts(second, 1);
  const other = await created(second, { ...WEBHOOK, publish: true });
  expect(other.id).toBe(made.id);
  expect(other.trigger.webhookUrl).not.toBe(made.trigger.webhookUrl);
  expect(other.trigger.webhookSecret).not.toBe(made.trigger.webhookSecret);
  await second.control('POST', '/_local/restore', { path: snapshot });
  expect(await deliver()).toBe(200);
  expect(second.bugs).toEqual([]);
});
