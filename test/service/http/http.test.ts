import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/contract/limits.ts';
import { openConnection } from '../../../src/service/db/sqlite.ts';
import { folderForTest } from '../../folder.ts';
import { worldForAllTests, worldForEachTest, worldForTest } from '../../opened.ts';
import { type Reply, TRANSPORTS } from '../world.ts';

describe.each(TRANSPORTS)('over %s', (transport) => {
  const world = worldForEachTest({ transport });

  const error = (reply: Reply) => [reply.status, reply.body.code, reply.body.message];

  test('200 carries the envelope, a request id, the date of the virtual clock and the version', async () => {
    const reply = await world.call('GET', '/v1/validate');
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        status: 'success',
        message: 'OK',
        data: {
          valid: true,
          key: { name: 'admin', scopes: ['ALL'] },
          workspace: { id: 1, name: 'My workspace' },
          user: { id: 1, name: 'Admin', role: 'ADMIN' },
        },
      },
    ]);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': expect.stringMatching(/^req_[0-9a-z]{20}$/),
      date: 'Sat, 21 Nov 2026 09:00:00 GMT',
      'x-reach-service': '0.0.0-test',
      'x-ratelimit-limit': 'none',
    });
  });

  test('every answer has a request id of its own, the same in header and error body', async () => {
    const first = await world.call('GET', '/v1/nothing');
    const second = await world.call('GET', '/v1/nothing');
    expect(first.body.requestId).toBe(first.headers['x-request-id']);
    expect(second.body.requestId).not.toBe(first.body.requestId);
  });

  test.each([
    ['an unknown path', '/v1/nothing'],
    ['a path with something behind it', '/v1/validate/'],
    ['a path with an empty parameter', '/v1/contacts/'],
    ['a template taken literally', '/v1/lists/{listId}/x'],
  ])('404 for %s', async (_, path) => {
    const message = `There is no ${path}: see /definitions.json for all paths`;
    expect(error(await world.call('GET', path))).toEqual([404, 'not_found', message]);
  });

  test.each([
    ['PUT', '/v1/validate', 'GET, HEAD, OPTIONS'],
    ['GET', '/v1/contacts/bulk', 'POST, OPTIONS'],
    ['POST', '/v1/contacts/7', 'GET, PATCH, DELETE, HEAD, OPTIONS'],
  ])('405 for %s %s, with Allow', async (method, path, allow) => {
    const reply = await world.call(method, path);
    expect([reply.status, reply.body.code, reply.headers['allow']]).toEqual([405, 'method_not_allowed', allow]);
    expect(reply.body.message).toBe(`${path} supports ${allow}, not ${method}`);
  });

  test('OPTIONS says what a path takes, without a key', async () => {
    const reply = await world.call('OPTIONS', '/v1/contacts/7', { key: null });
    expect([reply.status, reply.headers['allow'], reply.body]).toEqual([204, 'GET, PATCH, DELETE, HEAD, OPTIONS', '']);
    expect((await world.call('OPTIONS', '/v1/nothing')).status).toBe(404);
  });

  test('HEAD answers as GET, without the body', async () => {
    const reply = await world.call('HEAD', '/v1/validate');
    expect([reply.status, reply.body, reply.headers['content-type']]).toEqual([
      200,
      '',
      'application/json; charset=utf-8',
    ]);
    expect((await world.call('HEAD', '/v1/contacts/bulk')).status).toBe(405);
  });

  test('415 for a body that is not JSON', async () => {
    const form = { body: 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(error(await world.call('POST', '/v1/lists', form))).toEqual([
      415,
      'unsupported_media_type',
      'The body must be JSON with Content-Type: application/json, not application/x-www-form-urlencoded',
    ]);
    const none = { body: '{}', headers: { 'content-type': '' } };
    expect((await world.call('POST', '/v1/lists', none)).status).toBe(415);
  });

  test('413 for a body over the limit', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(LIMITS.bodyBytesMax) });
    expect(error(await world.call('POST', '/v1/lists', { body }))).toEqual([
      413,
      'too_large',
      `The body is larger than ${LIMITS.bodyBytesMax} bytes`,
    ]);
  });

  test('a body just under the limit is read, counted in bytes and not in letters', async () => {
    const room = LIMITS.bodyBytesMax - '{"name":""}'.length;
    const fits = `{"name":"${'ü'.repeat(Math.floor(room / 2))}"}`;
    expect((await world.call('POST', '/v1/lists', { body: fits })).status).toBe(400);
    const tooMuch = `{"name":"${'ü'.repeat(Math.floor(room / 2) + 1)}"}`;
    expect((await world.call('POST', '/v1/lists', { body: tooMuch })).status).toBe(413);
  });

  test('400 for malformed JSON says where', async () => {
    const reply = await world.call('POST', '/v1/lists', { body: '{"name": "x",}' });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid']);
    expect(reply.body.message).toMatch(/^The body is not valid JSON: .*position 13/);
  });

  test('400 names every problem of a request at once, each with its path', async () => {
    const reply = await world.call('POST', '/v1/lists', { body: { name: '', entity: 'DEAL', colour: 'red' } });
    expect([reply.status, reply.body.details.issues]).toEqual([
      400,
      [
        { path: 'name', code: 'too_small', message: expect.any(String) },
        { path: 'entity', code: 'invalid_value', message: 'must be CONTACT or COMPANY, not "DEAL"' },
        { path: 'colour', code: 'unknown_key', message: 'is not known here' },
      ],
    ]);
    expect(reply.body.message).toMatch(/^name: .* \(and 2 more\)$/);
  });

  test('400 names problems of path, query and body together', async () => {
    const path = await world.call('POST', '/v1/lists/seven/members', { body: { contactIds: [0] } });
    expect(path.body.details.issues.map((issue: { path: string }) => issue.path)).toEqual(['listId', 'contactIds[0]']);
    const query = await world.call('GET', '/v1/lists', { query: { page: 0, pageSize: 101 } });
    expect(query.body.details.issues).toEqual([
      { path: 'page', code: 'custom', message: 'must be from 1 to 1000000' },
      { path: 'pageSize', code: 'custom', message: 'must be from 1 to 100' },
    ]);
  });

  test('400 for no body where one is needed names what is missing', async () => {
    const reply = await world.call('POST', '/v1/lists');
    expect(error(reply)).toEqual([400, 'invalid', 'name: is required']);
  });

  test('503 with Retry-After while another process holds the store, and no word of it as a bug', async () => {
    const data = folderForTest();
    const here = await worldForTest({ transport, data, lockWaitMs: 0 });
    const other = openConnection(join(data, 'reach.db'), Number(process.versions.node.split('.')[0]));
    other.exec('begin immediate');
    const busy = await here.call('POST', '/v1/lists', { body: { name: 'x' } });
    expect([...error(busy), busy.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      'The store is busy: try again',
      '1',
    ]);
    expect((await here.call('GET', '/v1/lists')).status).toBe(200);
    other.exec('rollback');
    other.close();
    expect((await here.call('POST', '/v1/lists', { body: { name: 'x' } })).status).toBe(200);
    expect(here.bugs).toEqual([]);
  });

  test('500 hides what went wrong inside; the log of the operator has it, with the request id', async () => {
    // A changed schema would be damage: this is something that no code of ours writes.
    const planted = "insert or replace into settings (name, value) values ('clock', 'no JSON')";
    await world.service.store.write((tx) => tx.run(planted));
    const reply = await world.call('GET', '/v1/validate');
    expect(error(reply)).toEqual([
      500,
      'internal',
      'Internal error: the log of the service has the details under this request id',
    ]);
    expect(world.bugs.splice(0).map(String)).toEqual([expect.stringContaining('SyntaxError')]);
  });

  test('/healthz answers without a key', async () => {
    const reply = await world.call('GET', '/healthz', { key: null });
    expect(reply.body.data).toEqual({ ok: true, version: '0.0.0-test' });
  });
});

describe('whatever carries it', () => {
  const world = worldForAllTests();

  test.each([
    ['no items', [], 'contacts: needs at least one entry'],
    ['101 items', Array(101).fill({ firstName: 'A' }), 'contacts: has 101 entries; at most 100 are allowed'],
    ['no array', { firstName: 'A' }, 'contacts: must be a list, not an object'],
    ['nothing at all', undefined, 'contacts: is required'],
  ])('400 for a bulk of %s, as a whole', async (_, contacts, message) => {
    const reply = await world.call('POST', '/v1/contacts/bulk', { body: { contacts } });
    expect([reply.status, reply.body.details.issues.length, reply.body.message]).toEqual([400, 1, message]);
  });

  test.each<readonly [string, string, unknown, number, string]>([
    [
      'POST',
      '/v1/companies/search',
      { include: { nothing: ['x'] } },
      400,
      'include.nothing: is not a field of companies',
    ],
    ['DELETE', '/v1/lists/99/members', { contactIds: [1] }, 404, 'There is no list 99'],
    ['GET', '/v1/workflow-runs/99/records', undefined, 404, 'There is no run 99'],
    ['POST', '/v1/ai-variables/99/archive', undefined, 404, 'There is no AI variable 99'],
    ['GET', '/v1/inbox/tags?page=0', undefined, 400, 'page: must be from 1 to 1000000'],
  ])('%s %s %j: %d, %s', async (method, path, body, status, message) => {
    const reply = await world.call(method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.body.message]).toEqual([status, message]);
  });

  test.each([
    'https://network/in/ada',
    'http://10.0.0.1:8080/in/ada',
    'urn:network:person:ada',
    'https://n.example/in/ädä',
  ])('any URI is a profile: %s', async (networkProfileUrl) => {
    const reply = await world.call('POST', '/v1/contact', { body: { firstName: 'Ada', networkProfileUrl } });
    expect([reply.status, reply.body.data.networkProfileUrl]).toEqual([200, networkProfileUrl]);
  });
});
