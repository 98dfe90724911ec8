// Our operations against definitions typed by hand, with other names where the interface shows none.

import { describe, expect, test } from 'vitest';
import {
  compareDefinitions,
  type DefinitionComparison,
} from '../../../../src/client/compatibility/definitions/compare.ts';
import { likeness, wordsOf } from '../../../../src/client/compatibility/definitions/names.ts';
import { type Operation, readDefinitions } from '../../../../src/client/compatibility/definitions/read.ts';
import { definitions } from '../../../../src/contract/definitions.ts';
import { LIVE } from './live.ts';

const ours = readDefinitions(definitions());
const only = (...requests: string[]): Operation[] =>
  ours.filter(({ method, path }) => requests.includes(`${method} ${path}`));

/** The names that are used without asking. */
function renamesOf({ learned }: DefinitionComparison) {
  const names = Object.entries(learned.requests).map(([request, { path, query, body }]) => [
    request,
    { ...(path && { path }), ...(query && { query }), ...(body && { body }) },
  ]);
  return Object.fromEntries(names.filter(([, one]) => Object.keys(Object(one)).length > 0));
}

test('our own definition differs in nothing', () => {
  const { differences, learned, unknown, same } = compareDefinitions(ours, definitions());
  expect({ differences, learned, unknown, same }).toEqual({
    differences: [],
    learned: {
      requests: expect.anything(),
      proposals: [],
      bodies: expect.anything(),
      draftOperations: expect.anything(),
    },
    unknown: [],
    same: ours.length,
  });
  expect(ours.length).toBeGreaterThan(70);
});

test('duplicates: the cursor and the limit under other names', () => {
  const row = only('GET /v1/contacts/duplicates');
  expect(renamesOf(compareDefinitions(row, LIVE))).toEqual({
    'GET /v1/contacts/duplicates': { query: { cursor: 'after', limit: 'groupsPerPage' } },
  });
});

test('actions: another path, found by what it takes; its status with it', () => {
  const rows = only('POST /v1/actions', 'GET /v1/actions/{actionsId}/status');
  const compared = compareDefinitions(rows, LIVE);
  expect(renamesOf(compared)).toEqual({
    'POST /v1/actions': { path: '/v1/enrichments/run' },
    'GET /v1/actions/{actionsId}/status': { path: '/v1/enrichments/{actionsId}/status' },
  });
  expect(compared.differences.map(({ ours: name, theirs, kind }) => [name, theirs, kind])).toEqual([
    ['/v1/actions', '/v1/enrichments/run', 'renamed'],
    ['/v1/actions/{actionsId}/status', '/v1/enrichments/{runId}/status', 'renamed'],
  ]);
});

test('another path that requires what is never sent is only proposed', () => {
  const live = structuredClone(LIVE);
  const path = Object(live.paths)['/v1/enrichments/run'];
  path.post.parameters = [{ name: 'region', in: 'query', required: true, schema: { type: 'string' } }];
  const { learned } = compareDefinitions(only('POST /v1/actions'), live);
  expect(learned.requests).toEqual({ 'POST /v1/actions': { missing: true } });
  expect(learned.proposals).toMatchObject([{ name: 'actions.run', part: 'path', theirs: '/v1/enrichments/run' }]);
});

test('a body that is not shown: names by their words and types, behind a reference', () => {
  const rows = only('POST /v1/add-contact-to-campaign', 'POST /v1/add-contact-group-to-campaign');
  expect(renamesOf(compareDefinitions(rows, LIVE))).toEqual({
    'POST /v1/add-contact-to-campaign': { body: { contactId: 'leadId' } },
    'POST /v1/add-contact-group-to-campaign': { body: { contactGroupId: 'leadsGroupId' } },
  });
});

describe('what is not there', () => {
  const without = (path: string) => ({
    ...LIVE,
    paths: Object.fromEntries(Object.entries(LIVE.paths).filter(([key]) => key !== path)),
  });

  test('a path that the interface shows is missing, never renamed', () => {
    const compared = compareDefinitions(only('GET /v1/validate'), without('/v1/validate'));
    expect(compared.differences).toMatchObject([
      { ours: '/v1/validate', theirs: null, kind: 'missing', undocumented: null },
    ]);
    expect(renamesOf(compared)).toEqual({});
  });

  test('a parameter that the interface shows is missing, never renamed', () => {
    const live = {
      paths: {
        '/v1/contacts/duplicates': { get: { parameters: [{ name: 'by', in: 'query', schema: { type: 'string' } }] } },
      },
    };
    const { differences } = compareDefinitions(only('GET /v1/contacts/duplicates'), live);
    expect(differences.find(({ ours: name }) => name === 'fields')).toMatchObject({ theirs: null, kind: 'missing' });
  });

  test('two names that could both be meant decide nothing', () => {
    const two = ['beforeLimit', 'afterLimit'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
    const live = { paths: { '/v1/contacts/duplicates': { get: { parameters: two } } } };
    const compared = compareDefinitions(only('GET /v1/contacts/duplicates'), live);
    expect(renamesOf(compared)).toEqual({});
    expect(compared.learned.proposals).toEqual([]);
  });
});

describe('a rename is applied only where it cannot be wrong', () => {
  const operation = (path: string, names: readonly string[] = []) => {
    const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
    return { paths: { [path]: { get: { parameters } } } };
  };

  test('a shared word such as id proves nothing', () => {
    const rows = only('GET /v1/contacts');
    expect(renamesOf(compareDefinitions(rows, operation('/v1/contacts', ['companyId'])))).toEqual({});
  });

  test('the only name left on either side is not a pair', () => {
    const rows = only('GET /v1/contacts/duplicates');
    const live = operation('/v1/contacts/duplicates', ['fields', 'listId', 'cursor', 'verbosity']);
    expect(renamesOf(compareDefinitions(rows, live))).toEqual({});
  });

  test('a path that takes the id of another record is another path', () => {
    const rows = only('GET /v1/inboxes/{contactId}/messages');
    const live = operation('/v1/threads/{threadId}/messages', ['page', 'pageSize', 'senderIdentityId', 'channel']);
    expect(renamesOf(compareDefinitions(rows, live))).toEqual({});
  });

  test.each([
    ['PATCH /v1/contacts/{contactId}', '/v1/contact/{contactId}', 'patch', true],
    ['GET /v1/lists', '/v1/groups', 'get', false],
    ['GET /v1/inboxes/{contactId}/messages', '/v1/threads/{threadId}/messages', 'get', false],
    ['POST /v1/workflow-runs/{runId}/cancel', '/v1/workflow-runs/{runId}/stop', 'post', false],
  ] as const)(
    '%s → %s: one word spelt otherwise is sure, another word is asked about',
    (request, path, method, isSure) => {
      const body = method === 'patch' ? { requestBody: { content: { 'application/json': { schema: {} } } } } : {};
      const { learned } = compareDefinitions(only(request), { paths: { [path]: { [method]: body } } });
      const there = path.replace('{threadId}', '{contactId}');
      expect([learned.requests[request]?.path, learned.proposals.map(({ renamed }) => renamed.path)]).toEqual(
        isSure ? [there, []] : [undefined, [there]],
      );
    },
  );

  test('a name whose type is not stated on both sides is asked about', () => {
    const parameters = [{ name: 'after', in: 'query', schema: {} }];
    const live = { paths: { '/v1/contacts/duplicates': { get: { parameters } } } };
    const { learned } = compareDefinitions(only('GET /v1/contacts/duplicates'), live);
    expect(learned.proposals).toMatchObject([{ name: 'contacts.duplicates.cursor', theirs: 'after' }]);
    expect(learned.requests['GET /v1/contacts/duplicates']?.query).toBeUndefined();
  });

  test.each([
    [[], 'leadId', []],
    [['ownerId'], undefined, ['campaigns.addContact.contactId']],
  ])('a body that requires %j as well', (more, certain, proposed) => {
    const required = ['campaignId', 'leadId', ...more];
    const properties = Object.fromEntries(required.map((name) => [name, { type: 'integer' }]));
    const schema = { type: 'object', properties, required };
    const post = { requestBody: { content: { 'application/json': { schema } } } };
    const rows = only('POST /v1/add-contact-to-campaign');
    const { learned } = compareDefinitions(rows, { paths: { '/v1/add-contact-to-campaign': { post } } });
    expect(learned.requests['POST /v1/add-contact-to-campaign']?.body?.['contactId']).toBe(certain);
    expect(learned.proposals.map(({ name }) => name)).toEqual(proposed);
  });

  test('a bare id belongs to the part of the path before it', () => {
    const rows = only('GET /v1/lists/{listId}');
    const renames = renamesOf(compareDefinitions(rows, operation('/v1/contact-lists/{id}')));
    expect(renames['GET /v1/lists/{listId}']?.path ?? '/v1/contact-lists/{listId}').toBe('/v1/contact-lists/{listId}');
  });
});

test('maxima, enumerations, absent and required names, and the type of an id', () => {
  const get = {
    parameters: [
      { name: 'pageSize', in: 'query', schema: { type: 'integer', maximum: 40 } },
      { name: 'page', in: 'query', schema: { type: 'integer' } },
      { name: 'fields', in: 'query', schema: { type: 'string' } },
      { name: 'region', in: 'query', required: true, schema: { type: 'string' } },
    ],
  };
  const steps = { type: 'array', items: { properties: { taskType: { enum: ['CALL', 'FAX'] } } } };
  const post = { requestBody: { content: { 'application/json': { schema: { properties: { steps } } } } } };
  const { learned, differences } = compareDefinitions(only('GET /v1/contacts', 'POST /v1/campaigns'), {
    paths: { '/v1/contacts': { get }, '/v1/campaigns': { post } },
  });
  expect(learned.requests['GET /v1/contacts']).toEqual({ pageSizeMax: 40, absent: ['listId', 'actionsId'] });
  expect(learned.requests['POST /v1/campaigns']?.words).toEqual(['FAX']);
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'required', theirs: 'region' }));
  const lists = only('POST /v1/contact');
  const listId = { type: 'array' };
  const contact = { requestBody: { content: { 'application/json': { schema: { properties: { listId } } } } } };
  expect(compareDefinitions(lists, { paths: { '/v1/contact': { post: contact } } }).differences).toContainEqual(
    expect.objectContaining({ kind: 'type', ours: 'listId', theirs: 'listId: array' }),
  );
});

test.each([null, 1, [], {}, { paths: [] }, { paths: { '/x': null, '/y': { get: null, post: 3 } } }])(
  'no definition, no operation: %j',
  (document) => expect(readDefinitions(document)).toEqual([]),
);

test('references in a circle end', () => {
  const components = { schemas: { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } } };
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } };
  const document = { paths: { '/v1/x': { post: { requestBody: body } } }, components };
  expect(readDefinitions(document)).toMatchObject([{ method: 'POST', path: '/v1/x', body: [] }]);
});

test.each([
  ['groupsPerPage', ['group', 'per', 'page']],
  ['lead_ids', ['lead', 'ids']],
  ['companyIds', ['company', 'ids']],
  ['HTTPStatus', ['httpstatus']],
])('the words of %s', (name, words) => expect(wordsOf(name)).toEqual(words));

test('kindred words are alike, others are not', () => {
  expect(likeness(wordsOf('contactId'), wordsOf('leadId'))).toBeGreaterThan(
    likeness(wordsOf('contactId'), wordsOf('campaignId')),
  );
  expect(likeness(wordsOf('contactId'), wordsOf('contactId'))).toBe(1);
  expect(likeness([], ['a'])).toBe(0);
});
