// An answer as its reader may rely on it: what the interface shows is there and of its type, everything else is of its type
// or left out. Fields that are not known stay as they are. Free of zod, which takes longer to load than a read.

import { type Dictionary, dictionary, getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { expectedAnswers } from './expected.ts';

/** What a value may be. `id`: number or text, for the interface gives ids no type. */
export type Expected =
  | 'text'
  | 'number'
  | 'boolean'
  | 'id'
  | 'any'
  /** With keys of its own: its values stay as they are. */
  | 'object'
  | { readonly list: Expected }
  | { readonly fields: readonly (readonly [name: string, field: ExpectedField])[] };

export interface ExpectedField {
  readonly of: Expected;
  /** The interface shows it: an answer without it is not one of this interface. */
  readonly given?: true;
  readonly nullable?: true;
}

/** What is wrong with an answer: where, and what was expected there. */
export class Misfit {
  readonly path: string;
  readonly expected: string;

  constructor(path: string, expected: string) {
    this.path = path;
    this.expected = expected;
  }

  /** The same, seen from outside of `place`: paths are put together only where something is wrong. */
  in(place: string): Misfit {
    const { path } = this;
    return new Misfit(path === '' || path.startsWith('[') ? place + path : `${place}.${path}`, this.expected);
  }
}

const NAMES = {
  text: 'a text',
  number: 'a number',
  boolean: 'true or false',
  id: 'an id',
  any: 'a value',
  object: 'an object',
};

function isOfKind(value: unknown, expected: keyof typeof NAMES): boolean {
  if (expected === 'any') return true;
  if (expected === 'object') return isObject(value);
  if (expected === 'text') return typeof value === 'string';
  if (expected === 'id') return typeof value === 'number' || typeof value === 'string';
  return typeof value === expected;
}

/** The value fitted, or a Misfit; the same value where there is nothing to change. */
function fitted(value: unknown, expected: Expected): unknown {
  if (typeof expected === 'string') return isOfKind(value, expected) ? value : new Misfit('', NAMES[expected]);
  if ('list' in expected) return fittedList(value, expected.list);
  return isObject(value) ? fittedFields(value, expected.fields) : new Misfit('', NAMES.object);
}

/** Null stands for an empty list; elements of another type are left out. */
function fittedList(value: unknown, of: Expected): unknown {
  if (value === null) return [];
  if (!Array.isArray(value)) return new Misfit('', 'a list');
  let isSame = true;
  const kept: unknown[] = [];
  for (const [at, one] of value.entries()) {
    const element = fitted(one, of);
    // A record without what the interface shows is a fault of the whole answer; one that is not a record is not there.
    if (element instanceof Misfit && element.path !== '') return element.in(`[${at}]`);
    if (!(element instanceof Misfit)) kept.push(element);
    isSame &&= element === one;
  }
  return isSame ? value : kept;
}

/** Whether a field needs no change, as most: an answer to a bulk has over a thousand of them. */
function isFitting(sent: unknown, { of, given: input, nullable }: ExpectedField): boolean {
  if (sent === undefined) return input === undefined;
  if (sent === null && nullable === true) return true;
  return typeof of === 'string' && isOfKind(sent, of);
}

function fittedFields(value: JsonObject, fields: readonly (readonly [string, ExpectedField])[]): unknown {
  let changes: Dictionary<unknown> | null = null;
  for (const [name, expected] of fields) {
    const sent = getOwn(value, name);
    if (isFitting(sent, expected)) continue;
    const field = fitted(sent, expected.of);
    if (field instanceof Misfit && expected.given === true) return field.in(name);
    if (field === sent) continue;
    changes ??= dictionary<unknown>();
    changes[name] = field instanceof Misfit ? undefined : field;
  }
  if (changes === null) return value;
  return Object.fromEntries(Object.entries({ ...value, ...changes }).filter(([, one]) => one !== undefined));
}

/** A list by itself, or under another name, under the name that the row gives it. */
function underItsName(data: unknown, expected: Expected): unknown {
  if (typeof expected === 'string' || !('fields' in expected)) return data;
  const lists = expected.fields.filter(([, { of }]) => typeof of === 'object' && 'list' in of);
  const [only] = lists;
  if (only === undefined || lists.length > 1) return data;
  const [name] = only;
  if (Array.isArray(data) || data === null) return { [name]: data };
  if (!isObject(data) || Object.hasOwn(data, name)) return data;
  const others = Object.entries(data).filter(([, value]) => Array.isArray(value));
  const [other] = others;
  if (other === undefined || others.length > 1) return data;
  const { [other[0]]: records, ...rest } = data;
  return { [name]: records, ...rest };
}

/** A record may come under its own name inside `data`, as in `{ contact: … }`: the interface does not say. */
function unwrapped(data: unknown, expected: Expected): unknown {
  if (typeof expected === 'string' || !('fields' in expected) || !isObject(data)) return data;
  const [[name, record] = ['', null], ...others] = Object.entries(data);
  const isOther = !expected.fields.some(([field]) => field === name);
  return others.length === 0 && isObject(record) && isOther ? record : data;
}

/** The `data` of an answer in the form that the row has: its list under its name, its record by itself. */
export const inItsForm = (data: unknown, expected: Expected): unknown =>
  underItsName(unwrapped(data, expected), expected);

/** The `data` of an answer, fitted to its row; or what is wrong with it. */
export const fittedData = (data: unknown, expected: Expected): unknown => fitted(inItsForm(data, expected), expected);

/** `{"id!":"id","tags":["text"]}`: a list in brackets, `!` behind a given field, `?` behind a nullable one. */
function revived(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return { list: value[0] };
  const fields = Object.entries(value).map(([key, of]): [string, ExpectedField] => [
    key.replace(/!?\??$/, ''),
    { of, ...(/!/.test(key) && { given: true }), ...(key.endsWith('?') && { nullable: true }) },
  ]);
  return { fields };
}

/**
 * What was read of the table, which is kept as one text: as objects the whole of it costs each command 3 ms, one row as text
 * half a millisecond.
 */
const read = new Map<string, Expected>();

/** Null for a request that the interface does not have. */
export function expectedOf({ method, path }: Route): Expected | null {
  const row = `${method} ${path}`;
  const known = read.get(row);
  if (known !== undefined) return known;
  const rows = getOwn(expectedAnswers, path.split('/').slice(1, 3).join('/'))?.() ?? '';
  const start = rows.indexOf(`\n${row} `);
  if (start < 0) return null;
  const text = rows.slice(start + row.length + 2, rows.indexOf('\n', start + 1));
  const expected: Expected = JSON.parse(text, revived);
  read.set(row, expected);
  return expected;
}
