// Which operations on a draft a definition describes: kind and fields, in one schema or in several.

import { expect, test } from 'vitest';
import { draftOperations, takesDescribed } from '../../../../src/client/compatibility/definitions/bodies.ts';
import { definitions } from '../../../../src/contract/definitions.ts';
import type { DraftOp } from '../../../../src/contract/workflows/records.ts';

const OPS: readonly DraftOp[] = [
  { kind: 'updateStepInputs', id: 'a', inputs: {} },
  { kind: 'rename', name: 'One' },
  { kind: 'setNext', id: 'a', next: [] },
  { kind: 'addStep', node: {} },
  { kind: 'setPlan', plan: {} },
];

const takesIn = (document: unknown) => takesDescribed(draftOperations(document));

const describedBy = (items: unknown) => ({
  paths: {
    '/v1/workflow/{id}/draft': {
      patch: {
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { ops: { type: 'array', items } } } },
          },
        },
      },
    },
  },
});

test.each<readonly [string, unknown, readonly string[]]>([
  ['nothing is described', {}, ['updateStepInputs']],
  ['no document', null, ['updateStepInputs']],
  ['items of any shape', describedBy({ type: 'object' }), ['updateStepInputs']],
  [
    'one schema for all',
    describedBy({ properties: { kind: { enum: ['rename', 'addStep'] }, name: {}, step: {} } }),
    ['updateStepInputs', 'rename'],
  ],
  [
    'one schema for each',
    describedBy({
      oneOf: [
        { properties: { kind: { const: 'setNext' }, id: {}, next: {} } },
        { properties: { kind: { const: 'setPlan' }, nodes: {} } },
      ],
    }),
    ['updateStepInputs', 'setNext'],
  ],
  ['our own', JSON.parse(JSON.stringify(definitions())), OPS.map(({ kind }) => kind)],
])('%s', (_what, document, kinds) => expect(OPS.filter(takesIn(document)).map(({ kind }) => kind)).toEqual(kinds));
