import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newSecret } from '../../../../src/service/resources/local/keys.ts';
import { folderForTest } from '../../../folder.ts';
import { worldForEachTest, worldForTest } from '../../../opened.ts';
import { openWorld, seededBytes } from '../../world.ts';

describe('in memory', () => {
  const world = worldForEachTest();

  test('a new key is shown once, works, and is listed by name only', async () => {
    const made = await world.control('POST', '/_local/keys', { scopes: ['LISTS_READ', 'ALL', 'ALL'], name: 'ci' });
    expect(made).toEqual({
      id: 2,
      name: 'ci',
      scopes: ['ALL', 'LISTS_READ'],
      key: expect.stringMatching(/^gsk_[A-Za-z0-9]{40}$/),
    });
    expect((await world.done('GET', '/v1/validate', { key: made.key })).key.name).toBe('ci');
    const { keys } = await world.control('GET', '/_local/keys');
    expect(keys).toEqual([
      { id: 1, name: 'admin', scopes: ['ALL'], createdAt: '2026-11-21T09:00:00.000Z', revokedAt: null },
      { id: 2, name: 'ci', scopes: ['ALL', 'LISTS_READ'], createdAt: '2026-11-21T09:00:00.000Z', revokedAt: null },
    ]);
    expect(JSON.stringify(keys)).not.toContain(made.key);
  });

  test('a key without a name gets one', async () => {
    expect((await world.control('POST', '/_local/keys', { scopes: [] })).name).toBe('key 2');
  });

  test('a workspace is created by its first key and found by its second', async () => {
    const of = async (key: string) => (await world.done('GET', '/v1/validate', { key })).workspace;
    const first = await of(await world.newKey(['ALL'], 'a', 'Other'));
    expect(first).toEqual({ id: 2, name: 'Other' });
    expect(await of(await world.newKey(['ALL'], 'b', 'Other'))).toEqual(first);
    expect(await of(world.key)).toEqual({ id: 1, name: 'My workspace' });
  });

  test('revoking twice keeps the first moment; 404 for a key that never was', async () => {
    await world.newKey(['ALL']);
    const first = await world.control('DELETE', '/_local/keys/2');
    world.clock.advance(60_000);
    expect(await world.control('DELETE', '/_local/keys/2')).toEqual(first);
    await expect(world.control('DELETE', '/_local/keys/9')).rejects.toThrow('There is no key 9');
  });

  test('400 for a scope that does not exist', async () => {
    await expect(world.control('POST', '/_local/keys', { scopes: ['EVERYTHING'] })).rejects.toThrow('scopes[0]');
  });
});

test('the key and the token of a folder stay the same, readable by their owner only', async () => {
  const parent = folderForTest();
  const data = join(parent, 'made', 'here');
  const first = await openWorld({ data });
  const token = await first.service.adminToken();
  await first.close();
  const mode = (name: string) => (statSync(join(data, name)).mode & 0o777).toString(8);
  expect(mode('.')).toBe('700');
  expect([mode('admin.key'), mode('admin.token'), mode('reach.db')]).toEqual(['600', '600', '600']);
  const second = await worldForTest({ data, randomBytes: seededBytes('another start') });
  expect([second.key, await second.service.adminToken()]).toEqual([first.key, token]);
  expect((await second.call('GET', '/v1/validate', { key: first.key })).status).toBe(200);
});

test('a lost or revoked admin key is replaced by a new one, the store stays', async () => {
  const data = folderForTest();
  const first = await openWorld({ data });
  await first.close();
  rmSync(join(data, 'admin.key'));
  const second = await openWorld({ data, randomBytes: seededBytes('second') });
  expect(second.key).not.toBe(first.key);
  expect((await second.call('GET', '/v1/validate', { key: second.key })).status).toBe(200);
  await second.control('DELETE', '/_local/keys/2');
  await second.close();
  const third = await worldForTest({ data, randomBytes: seededBytes('third') });
  expect((await third.call('GET', '/v1/validate')).status).toBe(200);
  expect((await third.call('GET', '/v1/validate', { key: second.key })).status).toBe(401);
});

test('no key is in any file of the folder but the one kept for its owner', async () => {
  const data = folderForTest();
  const world = await openWorld({ data });
  const other = await world.newKey(['ALL'], 'other');
  await world.call('GET', `/v1/lists?name=${world.key}`, { key: other });
  await world.close();
  for (const name of readdirSync(data)) {
    const content = readFileSync(join(data, name), 'latin1');
    expect([name, content.includes(other)]).toEqual([name, false]);
    expect([name, content.includes(world.key)]).toEqual([name, name === 'admin.key']);
  }
});

test('a secret is its prefix and 40 letters and digits, and every one of them occurs', async () => {
  const secrets = await Promise.all(Array.from({ length: 200 }, (_, i) => newSecret('gsk_', seededBytes(String(i)))));
  expect(secrets.every((secret) => /^gsk_[A-Za-z0-9]{40}$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(200);
  expect(new Set(secrets.map((secret) => secret.slice(4)).join('')).size).toBe(62);
});
