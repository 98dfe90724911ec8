// Documents that no service should give: reading them takes as long as they are large, however they refer to themselves.

import { expect, test } from 'vitest';
import { readDefinitions } from '../../../../src/client/compatibility/definitions/read.ts';

const DEPTH = 50;

const documentOf = (schema: object, schemas: object) => ({
  components: { schemas },
  paths: {
    '/v1/things': {
      get: {
        operationId: 'things',
        responses: { 200: { content: { 'application/json': { schema: { properties: { data: schema } } } } } },
      },
    },
  },
});
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

test.each([
  ['a schema that is a part of itself', to('A'), { A: { allOf: [to('A'), to('B')] }, B: { anyOf: [to('A')] } }, []],
  [
    'fields that lead back',
    to('A'),
    { A: { properties: { next: to('A'), kind: { enum: ['ONE'] } } } },
    [['kind', ['ONE']]],
  ],
  [
    'twice as many ways with each level, by parts',
    to('L0'),
    Object.fromEntries(
      Array.from({ length: DEPTH }, (_, at) => [`L${at}`, { allOf: [to(`L${at + 1}`), to(`L${at + 1}`)] }]),
    ),
    [],
  ],
  [
    'twice as many ways with each level, by fields',
    to('L0'),
    Object.fromEntries(
      Array.from({ length: DEPTH }, (_, at) => [
        `L${at}`,
        { properties: { a: to(`L${at + 1}`), b: to(`L${at + 1}`), kind: { const: 'X' } } },
      ]),
    ),
    [['kind', ['X']]],
  ],
])('%s', (_name, schema, schemas, words) => {
  const [operation, ...others] = readDefinitions(documentOf(schema, schemas));
  expect([operation?.path, [...(operation?.words ?? [])], others]).toEqual(['/v1/things', words, []]);
});
