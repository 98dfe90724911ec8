// Bounds that a live service tells: read by field, and kept by the rules in place of those that this build chose.

import { describe, expect, test } from 'vitest';
import { otherBounds } from '../../../../src/client/compatibility/definitions/bounds.ts';
import { compareDefinitions } from '../../../../src/client/compatibility/definitions/compare.ts';
import { readDefinitions } from '../../../../src/client/compatibility/definitions/read.ts';
import { concluded, Problems } from '../../../../src/rules/problem.ts';

const body = (schema: unknown) => ({ requestBody: { content: { 'application/json': { schema } } } });
const bulk = (items: object) => ({
  paths: {
    '/v1/contacts': {
      get: { parameters: [{ name: 'pageSize', in: 'query', schema: { type: 'integer', maximum: items ? 50 : 100 } }] },
      post: body({ type: 'object', properties: { contacts: { type: 'array', ...items } } }),
    },
  },
});

test('a bound counts where every place of the name has one, the loosest of them', () => {
  const text = (maxLength?: number) => ({ type: 'string', ...(maxLength !== undefined && { maxLength }) });
  const document = {
    components: {
      schemas: {
        Step: { properties: { subject: text(998), content: text(500), next: { $ref: '#/components/schemas/Step' } } },
      },
    },
    paths: {
      '/v1/a': {
        post: body({
          properties: {
            subject: text(200),
            content: text(),
            steps: { type: 'array', maxItems: 30, items: { $ref: '#/components/schemas/Step' } },
          },
        }),
      },
      '/v1/b': {
        get: {},
        patch: body({ anyOf: [{ properties: { title: text(80) } }, { properties: { title: text(60) } }] }),
      },
    },
  };
  expect(otherBounds(document, {})).toEqual({
    ...{ '.subject': { maxLength: 200 }, 'steps.subject': { maxLength: 998 } },
    ...{ 'steps.content': { maxLength: 500 }, 'next.subject': { maxLength: 998 } },
    ...{ 'next.content': { maxLength: 500 }, '.steps': { maxItems: 30 }, '.title': { maxLength: 80 } },
  });
  expect(otherBounds(document, document)).toEqual({});
  for (const odd of [null, 7, [], { paths: 7 }, { paths: { '/v1/a': { post: { requestBody: [] } } } }])
    expect(otherBounds(odd, {})).toEqual({});
});

test('what differs is reported with both values, and kept by request', () => {
  const ours = readDefinitions(bulk({ maxItems: 100 }));
  const { maxima, learned } = compareDefinitions(ours, bulk({ maxItems: 40 }), bulk({ maxItems: 100 }));
  expect(maxima).toEqual([{ request: 'POST /v1/contacts', part: 'body', name: 'contacts', ours: 100, theirs: 40 }]);
  expect(learned.requests['POST /v1/contacts']?.maxItems).toEqual({ contacts: 40 });
  expect(learned.bounds).toEqual({ '.contacts': { maxItems: 40 } });
});

describe('rules', () => {
  const file = { name: 'Autumn', steps: [{ subject: 'x'.repeat(30), content: 'long' }, { subject: 'short' }] };
  const found = () => {
    const problems = Problems.none();
    problems.undocumented(['steps', 0, 'subject'], 'too_big', 'ours');
    problems.error(['name'], 'too_big', 'given');
    return problems;
  };
  const messages = (bounds?: Readonly<Record<string, object>>) =>
    concluded(found(), file, { undocumentedRules: 'warn', bounds }).map(({ path, message, severity }) => [
      path,
      message,
      severity,
    ]);
  const input = ['name', 'given', 'error'];
  const decides = '(the service may accept it all the same)';

  test.each([
    ['none known: ours', undefined, [input, ['steps[0].subject', `ours ${decides}`, 'warning']]],
    ['a larger one: nothing is too long', { 'steps.subject': { maxLength: 30 } }, [input]],
    [
      'a smaller one',
      { 'steps.subject': { maxLength: 10 }, '.steps': { maxItems: 1 } },
      [
        input,
        ['steps', `steps has 2 entries; the definition of the service says at most 1 ${decides}`, 'warning'],
        [
          'steps[0].subject',
          `subject has 30 characters; the definition of the service says at most 10 ${decides}`,
          'warning',
        ],
      ],
    ],
  ])('%s', (_title, bounds, expected) => expect(messages(bounds)).toEqual(expected));
});
