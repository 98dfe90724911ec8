// Our operations against definitions typed by hand.

import { describe, expect, test } from 'vitest';
import { compareDefinitions } from '../../../../src/client/compatibility/definitions/compare.ts';
import { type Operation, readDefinitions } from '../../../../src/client/compatibility/definitions/read.ts';
import { definitions } from '../../../../src/contract/definitions.ts';

const ours = readDefinitions(definitions());
const only = (...requests: string[]): Operation[] =>
  ours.filter(({ method, path }) => requests.includes(`${method} ${path}`));

test('our own definition differs in nothing', () => {
  const { differences, learned, unknown, same } = compareDefinitions(ours, definitions());
  expect({ differences, learned, unknown, same }).toEqual({
    differences: [],
    learned: {
      requests: expect.anything(),
      others: {},
      bodies: expect.anything(),
      draftOperations: expect.anything(),
    },
    unknown: [],
    same: ours.length,
  });
  expect(ours.length).toBeGreaterThan(70);
});

describe('a request is found by its exact place, a name by its exact spelling', () => {
  const operation = (method: string, path: string, names: readonly string[] = []) => {
    const parameters = names.map((name) => ({ name, in: 'query', schema: { type: 'integer' } }));
    return { paths: { [path]: { [method.toLowerCase()]: { parameters } } } };
  };

  test.each([
    ['GET /v1/validate', '/v1/validation', null],
    ['POST /v1/actions', '/v1/action', expect.any(String)],
    ['GET /v1/lists', '/v1/groups', expect.any(String)],
    ['POST /v1/workflow-runs/{runId}/cancel', '/v1/workflow-runs/{runId}/stop', expect.any(String)],
  ])('%s is missing beside %s', (request, path, undocumented) => {
    const [method = '', own = ''] = request.split(' ');
    const { differences, learned, unknown } = compareDefinitions(only(request), operation(method, path));
    expect(differences).toEqual([{ request, part: 'path', ours: own, theirs: null, kind: 'missing', undocumented }]);
    expect(learned.requests).toEqual({ [request]: { missing: true } });
    expect(unknown).toEqual([`${method} ${path}`]);
  });

  test('a parameter is missing beside one of another name', () => {
    const request = 'GET /v1/contacts/duplicates';
    const live = operation('GET', '/v1/contacts/duplicates', ['fields', 'listId', 'after', 'limitPerPage']);
    const { differences, learned } = compareDefinitions(only(request), live);
    expect(differences.map(({ ours: name, theirs, kind }) => [name, theirs, kind])).toEqual([
      ['cursor', null, 'missing'],
      ['limit', null, 'missing'],
    ]);
    expect(learned.requests).toEqual({ [request]: { absent: ['cursor', 'limit'] } });
  });

  test('a field of a body is missing where another is required, behind a reference', () => {
    const leadId = { type: 'integer' };
    const schema = { properties: { campaignId: { type: 'integer' }, leadId }, required: ['leadId'] };
    const post = { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } } } };
    const { differences } = compareDefinitions(only('POST /v1/add-contact-to-campaign'), {
      paths: { '/v1/add-contact-to-campaign': { post } },
      components: { schemas: { A: schema } },
    });
    expect(differences.map(({ ours: name, theirs, kind, isNeeded }) => [name, theirs, kind, isNeeded])).toEqual([
      ['contactId', null, 'missing', true],
      ['', 'leadId', 'required', undefined],
    ]);
  });

  test.each([
    ['GET /v1/lists/{listId}', '/v1/lists/{id}'],
    ['GET /v1/lists', '/v1/lists/'],
    ['GET /v1/ai-variables/folders/{kind}', '/v1/ai-variables/folders/contacts'],
  ])('%s is found at %s', (request, path) => {
    const [row] = only(request);
    const names = row?.query.map(({ name }) => name) ?? [];
    const { differences, unknown } = compareDefinitions(only(request), operation('GET', path, names));
    expect([row?.method, differences, unknown]).toEqual(['GET', [], []]);
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
