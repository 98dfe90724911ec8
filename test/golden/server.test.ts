// The golden server itself: it has to notice what is not the interface's, or tests against it prove nothing.

import { request as send } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerBulk } from './bulk.ts';
import { contacts } from './contacts.ts';
import { GOLDEN_KEY, type GoldenServer, startGoldenServer } from './server.ts';

let server: GoldenServer;

beforeEach(async () => {
  server = await startGoldenServer(contacts);
});

afterEach(() => server.close());

function ask(method: string, path: string, headers: Record<string, string>, body = ''): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = send(`${server.url}${path}`, { method, headers, agent: false }, (incoming) => {
      incoming.resume().on('end', () => resolve(incoming.statusCode));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const key = { 'x-api-key': GOLDEN_KEY };
const json = { ...key, 'content-type': 'application/json' };

describe('requests', () => {
  test.each<[string, string, string, Record<string, string>, string, string]>([
    ['no key', 'GET', '/v1/contacts/1', {}, '', 'GET /v1/contacts/1: header x-api-key is missing or not the key'],
    [
      'another key',
      'GET',
      '/v1/contacts/1',
      { 'x-api-key': 'gsk_2' },
      '',
      'GET /v1/contacts/1: header x-api-key is missing or not the key',
    ],
    [
      'a bearer token',
      'GET',
      '/v1/contacts/1',
      { ...key, authorization: 'Bearer 1' },
      '',
      'GET /v1/contacts/1: header authorization is not of the interface',
    ],
    [
      'a form',
      'POST',
      '/v1/contacts/bulk',
      { ...key, 'content-type': 'text/plain' },
      '{"contacts":[{}]}',
      'POST /v1/contacts/bulk: a body that is not application/json',
    ],
    ['no version', 'GET', '/contacts/1', key, '', 'GET /contacts/1: a path that does not begin with /v1/'],
    ['another path', 'GET', '/v1/contact/1', key, '', 'GET /v1/contact/1: no golden request: [{},null]'],
    ['another query', 'GET', '/v1/contacts/1?x=1', key, '', 'GET /v1/contacts/1: no golden request: [{"x":"1"},null]'],
    [
      'another body',
      'POST',
      '/v1/contact',
      json,
      '{"firstName":"Eve"}',
      'POST /v1/contact: no golden request: [{},{"firstName":"Eve"}]',
    ],
    [
      'no item',
      'POST',
      '/v1/contacts/bulk',
      json,
      '{"contacts":[]}',
      'POST /v1/contacts/bulk: 0 items: 1 to 100 are allowed',
    ],
  ])('%s is a problem', async (_, method, path, headers, body, problem) => {
    await ask(method, path, headers, body);
    expect(server.problems).toContain(problem);
  });

  test('what the interface shows is none', async () => {
    expect(await ask('GET', '/v1/contacts/1', key)).toBe(200);
    expect(await ask('POST', '/v1/contacts/bulk', json, '{"contacts":[{"firstName":"Ada"}]}')).toBe(200);
    expect(server.problems).toEqual([]);
  });
});

describe('bulks', () => {
  const problems = (path: string, body: unknown) => answerBulk('POST', path, body)?.problems;

  test.each<[string, unknown, readonly string[]]>([
    [
      'every field',
      { contacts: [{ firstName: 'A', company: { name: 'X', size: 3 }, listId: 1, mergeWithExisting: true, Score: 7 }] },
      [],
    ],
    ['100', { contacts: Array.from({ length: 100 }, () => ({ firstName: 'A' })) }, []],
    ['101', { contacts: Array.from({ length: 101 }, () => ({ firstName: 'A' })) }, ['101 items: 1 to 100 are allowed']],
    ['a bare array', [{}], ['the body must be {"contacts": […]}', '0 items: 1 to 100 are allowed']],
    ['more beside it', { contacts: [{}], merge: true }, ['the body must be {"contacts": […]}']],
    ['no object', { contacts: ['Ada'] }, ['contacts[0] is no object']],
    ['an empty e-mail', { contacts: [{ professionalEmail: '' }] }, ['contacts[0].professionalEmail may not be ""']],
    ['null', { contacts: [{ firstName: null }] }, ['contacts[0].firstName may not be null']],
    [
      'no address',
      { contacts: [{ networkProfileUrl: 'in/ada' }] },
      ['contacts[0].networkProfileUrl may not be "in/ada"'],
    ],
    ['inside company', { contacts: [{ company: { website: 7 } }] }, ['contacts[0].company.website may not be 7']],
    ['a list id as text', { contacts: [{ listId: '1' }] }, ['contacts[0].listId may not be "1"']],
    [
      'a flag as text',
      { contacts: [{ mergeWithExisting: 'true' }] },
      ['contacts[0].mergeWithExisting may not be "true"'],
    ],
  ])('contacts: %s', (_, body, wanted) => {
    expect(problems('/v1/contacts/bulk', body)).toEqual(wanted);
  });

  test('companies', () => {
    expect(problems('/v1/companies/bulk', { companies: [{ name: 'X', Region: 'N' }, { domain: 1 }] })).toEqual([
      'companies[1].domain may not be 1',
    ]);
  });

  test('only bulks', () => {
    expect(answerBulk('POST', '/v1/contact', {})).toBe(null);
    expect(answerBulk('GET', '/v1/contacts/bulk', {})).toBe(null);
  });
});
