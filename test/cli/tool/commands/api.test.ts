// reach api: words in, the request and the answer out.

import { beforeEach, expect, test } from 'vitest';
import { reachForEachTest } from '../../../opened.ts';

const reach = reachForEachTest({ empty: true });

beforeEach(async () => {
  for (const name of ['Ada', 'Grace', 'Edsger']) await reach.run(['contacts', 'create', '-f', `firstName=${name}`]);
});

test('a GET prints the whole answer; the slash may be left out', async () => {
  const { code, stdout, requests } = await reach.run('api v1/contacts/1');
  expect([code, requests]).toEqual([0, ['GET /v1/contacts/1']]);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'success', data: { id: 1, firstName: 'Ada' } });
});

test.each([
  ['api v1/contacts -f pageSize=2 -F page:=2', 'GET /v1/contacts?pageSize=2&page=2'],
  ['api get /v1/contacts?page=2 -f pageSize=2', 'GET /v1/contacts?pageSize=2&page=2'],
  ['api PATCH v1/contacts/1 -f jobTitle=CTO', 'PATCH /v1/contacts/1'],
  ['api v1/lists -f name=Friends -f entity=CONTACT', 'POST /v1/lists'],
  ['api delete v1/contacts/2', 'DELETE /v1/contacts/2'],
])('%s', async (line, request) => {
  const { code, requests } = await reach.run(line);
  expect([code, requests]).toEqual([0, [request]]);
});

test('a body from a file, fields win over it, and --include shows status and headers', async () => {
  reach.write('body.json', '{"firstName":"Alan","lastName":"T"}');
  const { stdout } = await reach.run('api POST v1/contact --input body.json -f lastName=Turing -i');
  const [head = '', body = ''] = stdout.split('\n\n');
  expect(head.split('\n')[0]).toBe('HTTP 200');
  expect(head).toContain('x-request-id: req_');
  expect(JSON.parse(body)).toMatchObject({ data: { firstName: 'Alan', lastName: 'Turing' } });
});

test('a body that is a list, from standard input', async () => {
  const { code, stderr } = await reach.run('api POST v1/lists --input - --json', { stdin: '[1]' });
  expect(code).toBe(3);
  expect(JSON.parse(stderr).error).toMatchObject({ code: 'invalid', status: 400 });
});

test('--paginate walks the pages and prints records alone', async () => {
  const { code, stdout, requests } = await reach.run('api v1/contacts -f pageSize=2 --paginate -o ndjson --fields id');
  expect([code, stdout]).toEqual([0, '{"id":1}\n{"id":2}\n{"id":3}\n']);
  expect(requests).toEqual(['GET /v1/contacts?pageSize=2', 'GET /v1/contacts?pageSize=2&page=2']);
  const repeated = await reach.run('api v1/social-selling/posts?identityIds=1&identityIds=2 --paginate');
  expect(repeated.requests).toEqual(['GET /v1/social-selling/posts?identityIds=1&identityIds=2']);
});

test('--paginate follows a cursor', async () => {
  for (const n of [1, 2]) {
    const twin = `{"contacts":[{"firstName":"T","lastName":"${n}","mergeWithExisting":false}]}`;
    for (const _ of [1, 2]) await reach.run('api POST v1/contacts/bulk --input -', { stdin: twin });
  }
  const { stdout, requests } = await reach.run('api v1/contacts/duplicates?fields=fullName&limit=1 --paginate --json');
  expect(JSON.parse(stdout)).toMatchObject([{ values: { fullName: 't 1' } }, { values: { fullName: 't 2' } }]);
  expect(requests).toHaveLength(2);
});

test('--dry-run sends nothing', async () => {
  const { stdout, requests } = await reach.run('api DELETE v1/contacts/1 --dry-run --json');
  expect(JSON.parse(stdout)).toEqual({ method: 'DELETE', path: '/v1/contacts/1', body: null });
  expect(requests).toEqual([]);
});

test.each([
  ['api https://elsewhere.example/v1/contacts', 2, /is a URL; give only the path/],
  ['api FETCH v1/contacts', 2, /"FETCH" is not a valid method/],
  ['api POST', 2, /POST: the path is missing/],
  ['api v1/contacts --input - -X', 2, /unknown option/],
  ['api GET v1/contacts --input body.json', 2, /a GET has no body/],
  ['api POST v1/contact -f firstName=A -f firstName=B', 2, /the field firstName is given twice/],
  ['api POST v1/contact -f firstName=A -F firstName:=null', 2, /the field firstName is given twice/],
  ['ai variable create -f name=A -f prompt=B --prompt-file -', 2, /the field prompt is given twice/],
  ['api POST v1/contacts/search --paginate', 2, /--paginate needs GET/],
  ['api v1/contacts --paginate -o csv', 2, /-o csv needs columns/],
  ['api v1/contacts/999', 5, /999/],
  ['api v1/nothing', 5, /v1\/nothing/],
])('%s is refused', async (line, code, message) => {
  const ran = await reach.run(line);
  expect(ran.code).toBe(code);
  expect(ran.stderr).toMatch(message);
  expect(ran.stdout).toBe('');
});
