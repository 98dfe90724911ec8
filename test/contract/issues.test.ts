// What a schema refuses is said in words of ours: in every row, whatever is given for whatever it takes.

import { expect, test } from 'vitest';
import * as z from 'zod';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { check } from '../../src/contract/issues.ts';
import { table } from '../../src/contract/table.ts';

const WRONG: readonly unknown[] = [
  5,
  -1.5,
  1e12,
  true,
  null,
  '',
  'x',
  'x'.repeat(100_000),
  [],
  [5],
  [null],
  {},
  { x: [] },
];
const OF_ZOD =
  /invalid input|invalid option|expected|received (string|number|array|object|null|undefined|boolean)|^too (small|big)|unrecognized|^invalid/i;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Every name that stands anywhere in the schema: a value for each, whichever part of it takes it. */
function namesIn(schema: z.ZodType): string[] {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    if (!isRecord(value)) return;
    const { properties } = value;
    if (isRecord(properties)) for (const name of Object.keys(properties)) names.add(name);
    Object.values(value).forEach(visit);
  };
  visit(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }));
  return [...names];
}

function messagesOf(schema: z.ZodType): string[] {
  const names = namesIn(schema);
  const input = WRONG.flatMap((value) => [
    value,
    Object.fromEntries(names.map((name) => [name, value])),
    Object.fromEntries(names.map((name) => [name, [Object.fromEntries(names.map((inner) => [inner, value]))]])),
  ]);
  return input.flatMap((value) => {
    return (check(schema, value).issues ?? []).map(({ message }) => message);
  });
}

const rows = Object.entries(table).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([name, row]): [string, Endpoint] => [`${group}.${name}`, row]),
);

test.each(rows)('%s', (_name, row) => {
  const schemas = [row.params, row.query, row.body, row.items?.schema].filter((schema) => schema !== undefined);
  const foreign = schemas.flatMap(messagesOf).filter((message) => OF_ZOD.test(message));
  expect([...new Set(foreign)].join('\n')).toBe('');
});

test.each([
  [z.string(), 5, 'must be text, not the number 5'],
  [z.array(z.string()), {}, 'must be a list of texts, not an object'],
  [z.enum(['A', 'B']), 'C', 'must be A or B, not "C"'],
  [z.literal('A'), 'C', 'must be A, not "C"'],
  [z.iso.datetime(), 'C', 'is not a valid ISO datetime, such as 2026-11-22T09:00:00Z'],
  [z.string().regex(/^a$/), 'C', 'must match pattern /^a$/'],
])('%#: %j', (schema, value, message) => {
  expect(check(schema, value).issues?.map((issue) => issue.message)).toEqual([message]);
});
