// Who sees a workflow (the interface: Authentication 5): admins all, others what they own or were granted.

import { expect, test } from 'vitest';
import type { Scope } from '../../../../src/contract/account/scopes.ts';
import { worldForEachTest } from '../../../opened.ts';
import { contacts, created, WEBHOOK } from './bodies.ts';

const world = worldForEachTest();

const keyOf = async (user: string, scopes: readonly Scope[] = ['ALL']): Promise<string> =>
  (await world.control('POST', '/_local/keys', { scopes, user })).key;
const seenBy = async (key: string): Promise<number[]> =>
  (await world.done('GET', '/v1/workflows', { key })).workflows.map(({ id }: { id: number }) => id);

/** Everything that is asked of one workflow and its run. */
const ROWS = [
  ['GET', '/v1/workflow/1', undefined],
  ['GET', '/v1/workflow/1/validate-draft', undefined],
  ['PATCH', '/v1/workflow/1/draft', { ops: [] }],
  ['POST', '/v1/workflow/1/publish', {}],
  ['POST', '/v1/workflow/1/run', { input: { leadIds: [1] } }],
  ['GET', '/v1/workflow/1/runs', undefined],
  ['GET', '/v1/workflow-runs/1', undefined],
  ['POST', '/v1/workflow-runs/1/cancel', {}],
  ['POST', '/v1/workflow-runs/1/approvals', { stepId: 'verify', decision: 'APPROVED' }],
] as const;

const statuses = async (key: string): Promise<number[]> => {
  const found = [];
  for (const [method, path, body] of ROWS) {
    found.push((await world.call(method, path, { key, ...(body !== undefined && { body }) })).status);
  }
  return found;
};

test('an admin sees all, a member what they own; what they may not see is 404 in every row', async () => {
  await contacts(world, 1);
  const [ada, bob] = [await keyOf('Ada'), await keyOf('Bob')];
  await created(world, { publish: true }, ada);
  await world.call('POST', '/v1/workflow/1/run', { key: ada, body: { input: { leadIds: [1] } } });
  await created(world, {}, bob);
  await created(world);
  expect([await seenBy(world.key), await seenBy(ada), await seenBy(bob)]).toEqual([[1, 2, 3], [1], [2]]);
  expect(await statuses(bob)).toEqual(ROWS.map(() => 404));
  const mine = await statuses(ada);
  // No one waits for a decision.
  expect(mine.slice(0, 7)).toEqual([200, 200, 200, 200, 200, 200, 200]);
  expect(mine).not.toContain(404);
});

test('a grant lets a user see and use a workflow; taken back, it is gone', async () => {
  const [ada, bob] = [await keyOf('Ada'), await keyOf('Bob')];
  await created(world, {}, ada);
  expect(await world.control('POST', '/_local/workflows/1/grants', { user: 'Bob' })).toEqual({
    workflowId: 1,
    user: 'Bob',
    granted: true,
  });
  expect(await seenBy(bob)).toEqual([1]);
  const body = { ops: [{ kind: 'rename', name: 'V' }] };
  expect((await world.call('PATCH', '/v1/workflow/1/draft', { key: bob, body })).status).toBe(200);
  await world.control('POST', '/_local/workflows/1/grants', { user: 'Bob' });
  expect((await world.control('DELETE', '/_local/workflows/1/grants', { user: 'Bob' })).granted).toBe(false);
  expect(await seenBy(bob)).toEqual([]);
});

test('the key’s user counts, not the key: two keys of one user see the same', async () => {
  const [first, second] = [await keyOf('Ada'), await keyOf('Ada', ['WORKFLOWS_READ', 'WORKSPACE_READ'])];
  await created(world, {}, first);
  expect(await seenBy(second)).toEqual([1]);
  const user = async (key: string) => (await world.done('GET', '/v1/validate', { key })).user;
  expect(await user(second)).toEqual(await user(first));
  expect((await user(first)).role).toBe('MEMBER');
  expect(await keyOf('Admin').then(user)).toEqual(await user(world.key));
  const restricted = { scopes: [], user: 'Ada', identityIds: [1] };
  await expect(world.control('POST', '/_local/keys', restricted)).rejects.toThrow('User Ada already exists');
});

test('another workspace sees nothing, its admin neither, and has no grants here', async () => {
  await created(world);
  const other = (await world.control('POST', '/_local/keys', { scopes: ['ALL'], workspace: 'Other', user: 'Eve' })).key;
  expect(await seenBy(other)).toEqual([]);
  expect(await statuses(await world.newKey(['ALL'], 'boss', 'Other'))).toEqual(ROWS.map(() => 404));
  await expect(world.control('POST', '/_local/workflows/1/grants', { user: 'Eve' })).rejects.toThrow(
    'There is no user Eve',
  );
  await expect(world.control('POST', '/_local/workflows/9/grants', { user: 'Eve' })).rejects.toThrow(
    'There is no workflow 9',
  );
});

test('a delivery acts for the owner, whoever posts it', async () => {
  await contacts(world, 1);
  const ada = await keyOf('Ada');
  const { trigger } = await created(world, { ...WEBHOOK, publish: true }, ada);
  const { pathname } = new URL(trigger.webhookUrl);
  expect((await world.call('POST', pathname, { key: null, body: { people: [1] } })).status).toBe(200);
  expect((await world.done('GET', '/v1/workflow/1/runs', { key: ada })).total).toBe(1);
});
