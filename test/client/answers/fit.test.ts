import { describe, expect, test } from 'vitest';
import { type Expected, expectedOf, fittedData, Misfit } from '../../../src/client/answers/fit.ts';
import { createClient } from '../../../src/client/api.ts';
import { ReplyError } from '../../../src/client/errors.ts';
import type { Route } from '../../../src/contract/routes/route.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { virtualClock } from '../../clock.ts';

const STEPS: Expected = { list: { fields: [['stepId', { of: 'text', given: true }]] } };
const RUN: Expected = {
  fields: [
    ['runId', { of: 'id' }],
    ['status', { of: 'text', given: true }],
    ['reason', { of: 'text', nullable: true }],
    ['steps', { of: STEPS, given: true }],
  ],
};

const CONTACTS: Expected = { list: { fields: [['id', { of: 'id' }]] } };
const PAGE: Expected = {
  fields: [
    ['contacts', { of: CONTACTS }],
    ['total', { of: 'number' }],
  ],
};

describe('the data of an answer', () => {
  test.each<[string, unknown, Expected, unknown]>([
    [
      'what fits stays, and so do fields nobody knows',
      { status: 'X', steps: [], new: 1 },
      RUN,
      { status: 'X', steps: [], new: 1 },
    ],
    [
      'an id may be text',
      { runId: 'run_40211', status: 'X', steps: [] },
      RUN,
      { runId: 'run_40211', status: 'X', steps: [] },
    ],
    [
      'an undocumented field of another type is left out',
      { runId: {}, status: 'X', steps: [] },
      RUN,
      { status: 'X', steps: [] },
    ],
    [
      'null where nothing is promised',
      { status: 'X', reason: null, steps: [] },
      RUN,
      { status: 'X', reason: null, steps: [] },
    ],
    ['null for a list is an empty one', { status: 'X', steps: null }, RUN, { status: 'X', steps: [] }],
    [
      'elements that are no records are left out',
      { status: 'X', steps: [null, { stepId: 'a' }] },
      RUN,
      { status: 'X', steps: [{ stepId: 'a' }] },
    ],
    ['a record under its own name', { run: { status: 'X', steps: [] } }, RUN, { status: 'X', steps: [] }],
    ['a bare array is the list of a page', [{ id: 1 }], PAGE, { contacts: [{ id: 1 }] }],
    ['null for a page is an empty one', null, PAGE, { contacts: [] }],
    ['a list under another name', { people: [{ id: 1 }], total: 1 }, PAGE, { contacts: [{ id: 1 }], total: 1 }],
    ['numbers as text are not numbers', { contacts: [], total: '7' }, PAGE, { contacts: [] }],
  ])('%s', (_, data, expected, wanted) => expect(fittedData(data, expected)).toEqual(wanted));

  test.each<[string, unknown, string, string]>([
    ['a given field is missing', { steps: [] }, 'status', 'a text'],
    ['a given field of another type', { status: 7, steps: [] }, 'status', 'a text'],
    ['a given list that is none', { status: 'X', steps: 7 }, 'steps', 'a list'],
    ['a given field of an element is missing', { status: 'X', steps: [{}] }, 'steps[0].stepId', 'a text'],
    ['no object', 5, '', 'an object'],
  ])('%s: named, with what was expected', (_, data, path, expected) => {
    expect(fittedData(data, RUN)).toEqual(new Misfit(path, expected));
  });

  test('an answer that fits is not copied', () => {
    const data = { status: 'X', steps: [{ stepId: 'a' }] };
    expect(fittedData(data, RUN)).toBe(data);
  });
});

const NULLS = (expected: Expected | null) =>
  expected === null || typeof expected === 'string' || !('fields' in expected)
    ? {}
    : Object.fromEntries(expected.fields.map(([name]) => [name, null]));

const FILLED = (expected: Expected | null, value: unknown) =>
  Object.fromEntries(Object.keys(NULLS(expected)).map((name) => [name, value]));

/** Bodies of a 200 that no interface promises. */
const ODD: readonly (readonly [string, (expected: Expected | null) => string])[] = [
  ['nothing', () => ''],
  ['a page', () => '<html><title>Sign in</title></html>'],
  ['cut short', () => '{"status":"success","data":{"id"'],
  ['null', () => 'null'],
  ['a number', () => '5'],
  ['an array', () => '[1]'],
  ['no data', () => '{"status":"success"}'],
  ...(
    [null, [], {}, 5, '', 'text', true, [null], [5], [{}], [[]], { id: {} }, { items: [null] }, { data: {} }] as const
  ).map((data) => [`data ${JSON.stringify(data)}`, () => JSON.stringify({ data })] as const),
  ['every field null', (expected) => JSON.stringify({ data: NULLS(expected) })],
  ['every field text', (expected) => JSON.stringify({ data: FILLED(expected, 'text') })],
  ['every field a number', (expected) => JSON.stringify({ data: FILLED(expected, 5) })],
  ['every field an object', (expected) => JSON.stringify({ data: FILLED(expected, {}) })],
  ['every field a list of null', (expected) => JSON.stringify({ data: FILLED(expected, [null]) })],
];

const rows = Object.values(routes).flatMap((group) => Object.values<Route>(group));

describe.each(ODD)('a 200 with %s', (_, bodyOf) => {
  test('a read gives what fits or says what does not; a write that was done never fails', async () => {
    for (const route of rows) {
      const body = bodyOf(expectedOf(route));
      const unread: unknown[] = [];
      const clock = virtualClock();
      const client = createClient({
        baseUrl: 'https://api.example',
        connection: { transport: async () => ({ status: 200, headers: {}, body }), close: async () => {} },
        key: 'gsk_test',
        adminToken: 'token',
        version: '0',
        clock,
        retry: { retries: 0 },
        onUnread: (error) => unread.push(error),
      });
      const params = Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', 'x']));
      const answer = await clock.run(client.call(route, { params })).catch((error: unknown) => error);
      if (answer instanceof ReplyError) {
        expect([route.effect, route.path, answer.message]).toEqual(['read', route.path, answer.message]);
        continue;
      }
      expect(answer, `${route.method} ${route.path}`).not.toBeInstanceOf(Error);
      expect(answer, `${route.method} ${route.path}`).toHaveProperty('data');
    }
  });
});
