// What the answer to a request is expected to hold. Kept as one text, of which a command reads the one or two rows it asks for:
// as objects the whole table cost each command 3 ms, as a text a row half a millisecond.

import { own } from '../../contract/dictionary.ts';
import type { Route } from '../routes/route.ts';
import { expectedAnswers } from './expected.ts';
import type { Expected, ExpectedField } from './fit.ts';

/** `{"id!":"id","tags":["text"]}`: a list in brackets, `!` behind a given field, `?` behind a nullable one. */
function revived(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return { list: value[0] };
  const fields = Object.entries(value).map(([key, of]): [string, ExpectedField] => [
    key.replace(/!?\??$/, ''),
    { of, ...(/!/.test(key) && { given: true }), ...(key.endsWith('?') && { nullable: true }) },
  ]);
  return { fields: Object.fromEntries(fields) };
}

const read = new Map<string, Expected>();

/** Null for a request that the interface does not have. */
export function expectedOf({ method, path }: Route): Expected | null {
  const row = `${method} ${path}`;
  const known = read.get(row);
  if (known !== undefined) return known;
  const rows = own(expectedAnswers, path.split('/').slice(1, 3).join('/'))?.() ?? '';
  const start = rows.indexOf(`\n${row} `);
  if (start < 0) return null;
  const text = rows.slice(start + row.length + 2, rows.indexOf('\n', start + 1));
  const expected: Expected = JSON.parse(text, revived);
  read.set(row, expected);
  return expected;
}
