import { describe, expect, test } from 'vitest';
import { SCOPES, type Scope } from '../../../src/contract/account/scopes.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { worldForEachTest, worldForTest } from '../../opened.ts';
import { type Reply, TRANSPORTS } from '../world.ts';

const rows = ROUTES.all;
const withKey = rows.filter(({ row }) => row.access !== null && row.access !== 'ADMIN' && row.access !== 'WEBHOOK');
const forOperator = rows.filter(({ row }) => row.access === 'ADMIN');

const pathOf = (path: string): string => path.replaceAll(/\{[a-zA-Z]+\}/g, '1');
const error = (reply: Reply) => [reply.status, reply.body.code, reply.body.message];

describe.each(TRANSPORTS)('over %s', (transport) => {
  const world = worldForEachTest({ transport });

  test('401 without a key, with an unknown one and with a revoked one', async () => {
    const key = await world.newKey(['ALL']);
    expect((await world.call('GET', '/v1/validate', { key })).status).toBe(200);
    await world.control('DELETE', '/_local/keys/2');
    const answers = [null, `gsk_${'A'.repeat(40)}`, 'gsk_', key].map(async (input) =>
      error(await world.call('GET', '/v1/validate', { key: input })),
    );
    expect(await Promise.all(answers)).toEqual([
      [401, 'unauthenticated', 'This request needs an API key in the header x-api-key'],
      [401, 'unauthenticated', 'This API key is not valid'],
      [401, 'unauthenticated', 'This API key is not valid'],
      [401, 'unauthenticated', 'This API key was revoked'],
    ]);
  });

  test('every row that takes a key is 401 without one', async () => {
    expect(withKey.length).toBeGreaterThan(20);
    for (const { row } of withKey) {
      const reply = await world.call(row.method, pathOf(row.path), { key: null });
      expect([row.path, reply.status]).toEqual([row.path, 401]);
    }
  });

  test('a key with no scopes is denied on every request', async () => {
    const key = await world.newKey([]);
    for (const { row } of withKey) {
      const reply = await world.call(row.method, pathOf(row.path), { key });
      expect([row.path, reply.status, reply.body.message]).toEqual([row.path, 403, 'This key has no scopes']);
    }
  });

  test('403 names the scope that is missing, on every row whose scope the key has not', async () => {
    const held: Scope[] = ['SOCIAL_SELLING_READ'];
    const key = await world.newKey(held);
    for (const { row } of withKey) {
      if (row.access === held[0]) continue;
      const reply = await world.call(row.method, pathOf(row.path), { key });
      expect([row.path, reply.status, reply.body.details]).toEqual([row.path, 403, { requiredScope: row.access }]);
      expect(reply.body.message).toBe(`This request needs the scope ${row.access}`);
    }
  });

  test('the control surface is never reached with a key, nor with a wrong token', async () => {
    expect(forOperator.length).toBeGreaterThan(10);
    for (const { row } of forOperator) {
      const path = pathOf(row.path);
      const none = await world.call(row.method, path, { key: null });
      const key = await world.call(row.method, path);
      const wrong = await world.call(row.method, path, { headers: { 'x-admin-token': world.key } });
      expect([path, none.status, key.status, wrong.status]).toEqual([path, 401, 403, 401]);
    }
  });

  test('the control surface answers to the admin token', async () => {
    const headers = { 'x-admin-token': await world.service.adminToken() };
    expect((await world.call('GET', '/_local/clock', { key: null, headers })).status).toBe(200);
  });

  test('where the control surface is closed it does not exist, token or not', async () => {
    const closed = await worldForTest({ transport, isControlOpen: false });
    const headers = { 'x-admin-token': await closed.service.adminToken() };
    const reply = await closed.call('GET', '/_local/clock', { headers });
    const unknown = await closed.call('GET', '/_local/clocks', { headers });
    expect(error(reply)).toEqual([404, 'not_found', 'There is no /_local/clock: see /definitions.json for all paths']);
    expect(unknown.status).toBe(404);
  });
});

test('a row is open to its scope, to WRITE where it needs READ, to ALL, and to no other scope', async () => {
  const world = await worldForTest();
  const keys = new Map<string, string>();
  const keyOf = async (scopes: readonly Scope[]): Promise<string> => {
    const known = keys.get(scopes.join()) ?? (await world.newKey(scopes));
    keys.set(scopes.join(), known);
    return known;
  };
  for (const { row } of withKey) {
    const opening = SCOPES.filter((one) => [row.access, row.access?.replace('_READ', '_WRITE'), 'ALL'].includes(one));
    const others = SCOPES.filter((one) => !opening.includes(one));
    const missing = [...opening.map((one) => [one]), others].map(async (scopes) => {
      const { body } = await world.call(row.method, pathOf(row.path), { key: await keyOf(scopes) });
      return body.details?.requiredScope;
    });
    expect([row.path, await Promise.all(missing)]).toEqual([row.path, [...opening.map(() => undefined), row.access]]);
  }
});

test('an operator in the process needs neither key nor token, and a key it gives is the one that counts', async () => {
  const world = await worldForTest({ isControlOpen: false });
  const { handle } = world.service;
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await handle({ method: 'GET', path, headers, body: null }, { caller: 'operator' });
    return 'status' in answer ? answer.status : 0;
  };
  expect(await ask('/v1/validate')).toBe(200);
  expect(await ask('/_local/clock')).toBe(200);
  expect(await ask('/v1/validate', { 'x-api-key': 'gsk_wrong' })).toBe(401);
});
