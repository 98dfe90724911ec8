import { beforeEach, describe, expect, test } from 'vitest';
import { STATUS_OF } from '../../../src/contract/envelope.ts';
import { ROUTES } from '../../../src/service/http/routes.ts';
import { worldForEachTest } from '../../opened.ts';
import { TRANSPORTS } from '../world.ts';

describe.each(TRANSPORTS)('/definitions.json over %s', (transport) => {
  const world = worldForEachTest({ transport });
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects to be there
  let document: any;
  beforeEach(async () => {
    document = (await world.call('GET', '/definitions.json', { key: null })).body;
  });

  test('is OpenAPI 3.1.0 and declares version 1.0.0, without a key', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
    expect(document.components.securitySchemes).toEqual({
      apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
    });
  });

  test('has every row of the interface, and none of the control surface', () => {
    const expected = ROUTES.all.filter(({ row }) => row.access !== 'ADMIN');
    const found = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(found.toSorted()).toEqual(expected.map(({ row }) => `${row.method} ${row.path}`).toSorted());
    expect(JSON.stringify(document)).not.toContain('/_local');
  });

  test('an operation says what it needs, takes, gives and refuses', () => {
    const bulk = document.paths['/v1/contacts/bulk'].post;
    expect(bulk).toMatchObject({
      operationId: 'contacts.bulkCreate',
      tags: ['contacts'],
      'x-scope': 'CONTACTS_WRITE',
      'x-rate-per-minute': 30,
      security: [{ apiKey: [] }],
    });
    const body = bulk.requestBody.content['application/json'].schema;
    expect([body.properties.contacts.minItems, body.properties.contacts.maxItems]).toEqual([1, 100]);
    expect(body.properties.contacts.items.additionalProperties).not.toBe(false);
    const envelope = bulk.responses[200].content['application/json'].schema;
    expect(Object.keys(envelope.properties.data.properties)).toEqual(['results', 'summary']);
    expect(Object.keys(bulk.responses)).toEqual(['200', '400', '401', '403', '408', '413', '415', '429', '500', '503']);
  });

  test('paths and queries are parameters, required where they are', () => {
    const { parameters } = document.paths['/v1/contacts/duplicates'].get;
    const brief = parameters.map((one: { name: string; in: string; required: boolean }) => [
      one.name,
      one.in,
      one.required,
    ]);
    expect(brief).toEqual([
      ['fields', 'query', true],
      ['listId', 'query', false],
      ['cursor', 'query', false],
      ['limit', 'query', false],
    ]);
    for (const [path, methods] of Object.entries<Record<string, { parameters?: { in: string; name: string }[] }>>(
      document.paths,
    )) {
      const braces = [...path.matchAll(/\{([a-zA-Z]+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
        expect([path, named]).toEqual([path, braces]);
      }
    }
  });

  test('what is undocumented says why: rows, fields and parameters', () => {
    expect(document.paths['/v1/lists'].get['x-undocumented']).toBe(
      'the interface uses list ids and shows no endpoint for lists',
    );
    const { parameters } = document.paths['/v1/contacts/duplicates'].get;
    expect(parameters[2].schema['x-undocumented']).toBe('the name of the cursor parameter is not shown');
    expect(document.components.schemas.Error['x-undocumented']).toBe(
      'the interface does not show the general error body',
    );
  });

  test('every reference leads somewhere, and nothing is a schema of nothing', () => {
    const text = JSON.stringify(document);
    for (const [, ref] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const parts = (ref ?? '').replace(/^#\//, '').split('/');
      const target = parts.reduce((at: Record<string, unknown> | undefined, part) => at?.[part] as never, document);
      expect([ref, target === undefined]).toEqual([ref, false]);
    }
    expect(text).not.toContain('$defs');
    expect(document.components.schemas.Error.properties.code.enum).toEqual(Object.keys(STATUS_OF));
  });
});
