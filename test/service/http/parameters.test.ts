// Parameters read without a schema are what the schema would make of them; what it refuses is left to it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { table } from '../../../src/contract/table.ts';
import { readParameters } from '../../../src/service/http/parameters.ts';
import type { Parameter, Parameters } from '../../../src/service/http/row.ts';
import { rows } from '../../../src/service/http/rows.ts';

const groups: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = table;

const places = Object.entries(rows).flatMap(([group, rowsOfGroup]) =>
  Object.entries(rowsOfGroup).flatMap(([name, { params, query }]) => {
    const endpoint = groups[group]?.[name];
    return [
      { place: `${group}.${name} in the path`, parameters: params, schema: endpoint?.params },
      { place: `${group}.${name} in the query`, parameters: query, schema: endpoint?.query },
    ].flatMap(({ place, parameters, schema }) => (parameters && schema ? [{ place, parameters, schema }] : []));
  }),
);

const NUMBERS = ['0', '1', '7', '25', '100', '101', '-0', '-1', '01', '1.5', '1e2', '9007199254740993', ' 1', '１'];
const WORDS = ['', ' ', 'true', 'false', 'TRUE', 'a,b', ',', ' a , ,b ', 'x'.repeat(600), '2026-11-21', '__proto__'];

/** Texts near the borders of what a parameter takes. */
function givenFor(parameter: Parameter): fc.Arbitrary<string | string[]> {
  const near = 'min' in parameter ? [parameter.min - 1, parameter.min, parameter.max, parameter.max + 1] : [];
  const words = parameter.is === 'word' ? [...parameter.of] : [];
  const text = fc.oneof(fc.constantFrom(...NUMBERS, ...WORDS, ...near.map(String), ...words), fc.string());
  return fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: fc.array(text, { maxLength: 3 }) });
}

const requestFor = (parameters: Parameters): fc.Arbitrary<Record<string, string | string[]>> =>
  fc.record(
    {
      ...Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, givenFor(one)])),
      foreign: fc.string(),
    },
    { requiredKeys: [] },
  );

describe('as its schema reads it', () => {
  test.each(places)('$place', ({ parameters, schema }) => {
    fc.assert(
      fc.property(requestFor(parameters), (given) => {
        const read = readParameters(parameters, given);
        const parsed = schema.safeParse(given);
        if (read !== null) expect([parsed.success, parsed.data]).toStrictEqual([true, read]);
        // Only what its schema alone can read may be valid and not read.
        else if (parsed.success) expect(schemaAlone(parameters, given)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

const schemaAlone = (parameters: Parameters, given: object): boolean =>
  Object.entries(parameters).some(([name, { is }]) => is === 'schema' && Object.hasOwn(given, name));

test('all parameters that a list needs are read without its schema', () => {
  const read = readParameters(rows.contacts.list.query ?? {}, { page: '2', fields: ['id', 'a,b'], foreign: 'x' });
  expect(read).toEqual({ page: 2, pageSize: 25, fields: ['id', 'a', 'b'] });
});
