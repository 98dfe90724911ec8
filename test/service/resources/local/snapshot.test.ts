import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCHEMA_VERSION } from '../../../../src/service/db/schema-version.ts';
import { openConnection } from '../../../../src/service/db/sqlite.ts';
import { isPostgres } from '../../engine.ts';
import { openWorld, TRANSPORTS, type World, withFolder } from '../../world.ts';
import { create, NODE_MAJOR } from './snapshot-calls.ts';

/** Everything a caller can see of a store. */
async function everything(world: World): Promise<unknown> {
  const page = { query: { pageSize: 100 } };
  const all: unknown[] = [];
  for (const path of ['/v1/contacts', '/v1/companies', '/v1/lists', '/v1/contacts/fields']) {
    all.push(await world.done('GET', path, path.endsWith('fields') ? {} : page));
  }
  all.push(await world.done('POST', '/v1/contacts/search', { body: { search: 'chief' } }));
  all.push(await world.done('GET', '/v1/contacts/duplicates', { query: { fields: 'fullName' } }));
  return all;
}

describe.each(TRANSPORTS)('over %s', (transport) => {
  let world: World;
  let data: string;
  beforeEach(async () => {
    data = fs.mkdtempSync(join(tmpdir(), 'reach-test-'));
    world = await openWorld({ transport, empty: false, data });
  });
  afterEach(async () => {
    await world.close();
    fs.rmSync(data, { recursive: true, force: true });
  });
  /** Over a socket, snapshots are kept in the data folder. */
  const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
    const folder = fs.mkdtempSync(join(data, 'snapshots-'));
    await work(folder);
  };

  test('a snapshot brings back everything, found by every way there is to find it', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'before.db');
      await create(world, 'Kept');
      const before = await everything(world);
      const taken = await world.control('POST', '/_local/snapshot', { path });
      expect(taken).toEqual({ path, bytes: fs.statSync(path).size });
      expect((fs.statSync(path).mode & 0o777).toString(8)).toBe('600');
      await create(world, 'Lost');
      await world.call('DELETE', '/v1/contacts/3');
      await world.call('POST', '/v1/lists', { body: { name: 'Lost' } });
      expect(await everything(world)).not.toEqual(before);
      expect(await world.control('POST', '/_local/restore', { path })).toEqual({ path });
      expect(await everything(world)).toEqual(before);
      // Ids go on where they were: none is given twice.
      expect((await create(world, 'Next')).body.data.id).toBe(62);
      const hits = await world.call('POST', '/v1/contacts/search', { body: { search: 'next' } });
      expect(hits.body.data.total).toBe(1);
      expect(fs.readdirSync(folder)).toEqual(['before.db']);
    });
  });

  test('409 for a file that exists, which stays as it is; 400 for a path that cannot be', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'mine.txt');
      fs.writeFileSync(path, 'mine');
      const headers = { 'x-admin-token': await world.service.adminToken() };
      const post = async (input: string) => {
        const body = { path: input };
        const reply = await world.call('POST', '/_local/snapshot', { key: null, headers, body });
        return [reply.status, reply.body.message];
      };
      expect(await post(path)).toEqual([409, `${path} already exists: a snapshot does not overwrite files`]);
      expect(fs.readFileSync(path, 'utf8')).toBe('mine');
      expect(await post('x.db')).toEqual([400, 'x.db must be an absolute path on the machine of the service']);
      const nowhere = join(folder, 'no', 'x.db');
      expect(await post(nowhere)).toEqual([400, `cannot write ${nowhere}: ENOENT`]);
      expect(fs.readdirSync(folder)).toEqual(['mine.txt']);
    });
  });

  test('what is not a whole snapshot is refused, and the store stays as it was', async () => {
    await withFolder(async (folder) => {
      const good = join(folder, 'good.db');
      await world.control('POST', '/_local/snapshot', { path: good });
      const bytes = fs.readFileSync(good);
      const text = join(folder, 'text.db');
      fs.writeFileSync(text, 'not a database, though long enough to be taken for one at first. '.repeat(50));
      const half = join(folder, 'half.db');
      fs.writeFileSync(half, bytes.subarray(0, bytes.length / 2));
      const foreign = join(folder, 'foreign.db');
      const connection = openConnection(foreign, NODE_MAJOR);
      connection.exec('create table theirs (id integer)');
      connection.close();
      const newer = join(folder, 'newer.db');
      fs.writeFileSync(newer, bytes);
      const future = openConnection(newer, NODE_MAJOR);
      future.exec('pragma user_version = 999');
      future.close();
      const before = await everything(world);
      const headers = { 'x-admin-token': await world.service.adminToken() };
      const post = async (path: string) => {
        const reply = await world.call('POST', '/_local/restore', { key: null, headers, body: { path } });
        return [reply.status, reply.body.message];
      };
      expect(await post(join(folder, 'none.db'))).toEqual([404, `${join(folder, 'none.db')} does not exist`]);
      expect(await post(folder)).toEqual([400, `${folder} is not a regular file`]);

      expect(await post(text)).toEqual([400, `${text} is not a reach snapshot`]);
      expect((await post(half))[0]).toBe(400);
      expect(await post(foreign)).toEqual([400, `${foreign} is a database, but not a reach store`]);
      expect((await post(newer))[1]).toContain('was written by a newer version of reach');
      expect(fs.existsSync(join(folder, 'none.db'))).toBe(false);
      expect(await everything(world)).toEqual(before);
      expect(world.bugs).toEqual([]);
    });
  });

  test('reset starts over: records, keys, clock, faults and switches; the own key still works', async () => {
    const other = await world.newKey(['ALL']);
    await world.control('POST', '/_local/clock', { advance: '3d' });
    await world.control('POST', '/_local/faults', { endpoint: '*', status: 500 });
    await world.control('PATCH', '/_local/features', { crm: false });
    expect(await world.control('POST', '/_local/reset')).toEqual({
      contacts: 60,
      companies: 20,
      lists: 3,
      campaigns: 2,
    });
    const fresh = await openWorld({ empty: false });
    expect(await everything(world)).toEqual(await everything(fresh));
    const [mine, theirs] = [await world.control('GET', '/_local/status'), await fresh.control('GET', '/_local/status')];
    expect(mine).toEqual({ ...theirs, data: isPostgres ? expect.stringMatching(/^database /) : data });
    expect((await world.call('GET', '/v1/validate', { key: other })).status).toBe(401);
    expect(await world.control('POST', '/_local/reset', { empty: true })).toEqual({
      contacts: 0,
      companies: 0,
      lists: 0,
      campaigns: 0,
    });
    expect((await create(world, 'First')).body.data.id).toBe(1);
    await fresh.close();
  });

  test('status says what the store is and holds', async () => {
    expect(await world.control('GET', '/_local/status')).toEqual({
      version: '0.0.0-test',
      schemaVersion: SCHEMA_VERSION,
      data: isPostgres ? expect.stringMatching(/^database /) : data,
      now: '2026-11-21T09:00:00.000Z',
      features: {
        'split-ai': true,
        'social-selling': true,
        crm: true,
        'task-owners': true,
        engagement: true,
        'rate-limits': false,
      },
      faults: 0,
      counts: { contacts: 60, companies: 20, lists: 3, campaigns: 2, keys: 1 },
      work: {
        waiting: expect.any(Number),
        due: expect.any(Number),
        lateMs: expect.any(Number),
        nextDueAt: expect.any(String),
        failed: 0,
        lastFailed: [],
      },
      servers: [],
      locks: [],
    });
  });
});

test('over a socket, a path leads nowhere but into the data folder, also not by a link', async () => {
  await withFolder(async (folder) => {
    const data = join(folder, 'data');
    const world = await openWorld({ data, transport: 'socket' });
    const headers = { 'x-admin-token': await world.service.adminToken() };
    const post = async (act: string, path: string) => {
      const reply = await world.call('POST', `/_local/${act}`, { key: null, headers, body: { path } });
      return [reply.status, reply.body.message];
    };
    fs.symlinkSync(folder, join(data, 'link'));
    const outside = [
      join(folder, 's.db'),
      `${data}/../s.db`,
      join(data, 'link', 's.db'),
      `${data}-beside`,
      join(folder, 'no', 's.db'),
      data,
    ];
    for (const path of outside) {
      const message = `${path} is outside of ${data}: over the socket, snapshots are kept in the data folder`;
      expect(await post('snapshot', path)).toEqual([400, message]);
      expect(await post('restore', path)).toEqual([400, message]);
    }
    expect(fs.readdirSync(folder)).toEqual(['data']);
    expect((await post('snapshot', join(data, 's.db')))[0]).toBe(200);
    fs.symlinkSync(join(folder, 'elsewhere.db'), join(data, 'elsewhere.db'));
    expect((await post('snapshot', join(data, 'elsewhere.db')))[0]).not.toBe(200);
    expect(fs.existsSync(join(folder, 'elsewhere.db'))).toBe(false);
    await world.close();
    const forgetful = await openWorld({ transport: 'socket' });
    const token = { 'x-admin-token': await forgetful.service.adminToken() };
    const body = { path: join(folder, 's.db') };
    const reply = await forgetful.call('POST', '/_local/snapshot', { key: null, headers: token, body });
    expect([reply.status, reply.body.message]).toEqual([
      400,
      'A service that keeps nothing takes no snapshots over the socket: start it with --data',
    ]);
    await forgetful.close();
  });
});
