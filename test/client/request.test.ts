import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SetupError } from '../../src/client/errors.ts';
import { checkCredentials, findRoute, pathAndQuery, wireRequest } from '../../src/client/request.ts';
import type { Route } from '../../src/contract/routes/route.ts';
import { routes } from '../../src/contract/routes/routes.ts';

const credentials = { key: 'gsk_1', adminToken: 'admin_1', userAgent: 'reach/1.0.0' };
const { contacts, local, lists } = routes;

test.each<[string, Route, Parameters<typeof pathAndQuery>[1], string]>([
  ['nothing', contacts.list, {}, '/v1/contacts'],
  ['an id', contacts.get, { params: { contactId: 7 } }, '/v1/contacts/7'],
  ['an id as text', contacts.get, { params: { contactId: '7' } }, '/v1/contacts/7'],
  [
    'what a path cannot hold',
    contacts.get,
    { params: { contactId: 'a/b ü?#%' } },
    '/v1/contacts/a%2Fb%20%C3%BC%3F%23%25',
  ],
  ['half a surrogate pair', contacts.get, { params: { contactId: '\ud800' } }, '/v1/contacts/%EF%BF%BD'],
  [
    'numbers, flags, text',
    lists.list,
    { query: { page: 2, entity: 'CONTACT', flag: false, name: 'A & B=C' } },
    '/v1/lists?page=2&entity=CONTACT&flag=false&name=A%20%26%20B%3DC',
  ],
  ['nothing is left out', lists.list, { query: { name: undefined, entity: null } }, '/v1/lists'],
  [
    'fields comma-joined',
    contacts.list,
    { query: { fields: ['Fav. number', 'b'] } },
    '/v1/contacts?fields=Fav.%20number,b',
  ],
  ['no fields', contacts.list, { query: { fields: [] } }, '/v1/contacts'],
  ['other lists repeated', contacts.list, { query: { ids: [1, 2] } }, '/v1/contacts?ids=1&ids=2'],
])('path and query: %s', (_, route, input, path) => expect(pathAndQuery(route, input)).toBe(path));

test.each(['.', '..'])('a path parameter cannot be %s, which another path would be asked for', (contactId) => {
  expect(() => pathAndQuery(contacts.get, { params: { contactId } })).toThrow(SetupError);
});

test.each([undefined, '', null, {}, true])('a path parameter that is %j is refused', (contactId) => {
  expect(() => pathAndQuery(contacts.get, { params: { contactId } })).toThrow(
    'GET /v1/contacts/{contactId}: no contactId given',
  );
});

test('any text survives in a path and in a query', () => {
  const whole = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !['.', '..'].includes(text));
  fc.assert(
    fc.property(whole, fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), whole), (text, query) => {
      const url = new URL(pathAndQuery(contacts.get, { params: { contactId: text }, query }), 'http://x');
      expect(decodeURIComponent(url.pathname)).toBe(`/v1/contacts/${text}`);
      expect(Object.fromEntries(url.searchParams)).toEqual({ ...query });
    }),
  );
});

test('the wire request', () => {
  expect(wireRequest(contacts.create, { body: { firstName: 'Åsa' } }, credentials)).toEqual({
    method: 'POST',
    path: '/v1/contact',
    headers: {
      accept: 'application/json',
      'user-agent': 'reach/1.0.0',
      'x-api-key': 'gsk_1',
      'content-type': 'application/json',
    },
    body: '{"firstName":"Åsa"}',
  });
});

test.each<[string, Route, Record<string, string | undefined>]>([
  ['the key where a key is asked', contacts.list, { key: 'gsk_1', token: undefined }],
  ['the token for the operator, and not the key', local.clock, { key: undefined, token: 'admin_1' }],
  ['nothing where anybody may', local.health, { key: undefined, token: undefined }],
])('credentials: %s', (_, route, { key, token }) => {
  const { headers } = wireRequest(route, {}, credentials);
  expect([headers['x-api-key'], headers['x-admin-token'], headers['content-type']]).toEqual([key, token, undefined]);
});

test('without credentials none are sent', () => {
  const none = { key: null, userAgent: 'reach/1.0.0' };
  for (const route of [contacts.list, local.clock]) {
    expect(wireRequest(route, {}, none).headers).toEqual({ accept: 'application/json', 'user-agent': 'reach/1.0.0' });
  }
});

test.each(['', 'gsk 1', 'gsk_1\n', 'gsk_ü', 'gsk_1\r\nx-evil: 1'])('a key %j is refused, and not repeated', (key) => {
  const check = () => checkCredentials({ ...credentials, key });
  expect(check).toThrow('the API key is empty or contains characters that are not allowed');
});

test.each<[string, string, Route | undefined]>([
  ['GET', '/v1/contacts/7', contacts.get],
  ['GET', '/v1/contacts/fields', contacts.fields],
  ['GET', '/v1/contacts/duplicates', contacts.duplicates],
  ['POST', '/v1/contacts/search', contacts.search],
  ['DELETE', '/v1/lists/3/members', lists.removeMembers],
  ['GET', '/v1/contacts/7/more', undefined],
  ['PUT', '/v1/contacts/7', undefined],
  ['GET', '/definitions.json', undefined],
])('%s %s', (method, path, route) => expect(findRoute(method, path)).toBe(route));
