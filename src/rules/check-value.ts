// Checks a value by the schema of the contract: every problem at once, each with its path, its basis and a sentence of its own.

import * as z from 'zod';
import { filledText, Id, Reference } from '../contract/common.ts';
import { alternatives, withArticle } from '../contract/english.ts';
import { type Mistake, mistakesIn } from '../contract/issues.ts';
import { getOwn, has, type JsonObject } from '../contract/json.ts';
import {
  coreOf,
  exampleOf,
  fieldsOf,
  isRequired,
  isUndocumented,
  kindName,
  lengthsOf,
  notesOf,
  type Schema,
  wordsOf,
} from '../contract/schema-parts.ts';
import { momentOf } from './days.ts';
import { checkKeys, nameOf, unknownKey } from './keys.ts';
import { didYouMean } from './nearest.ts';
import type { At, Basis, Problems } from './problem.ts';

export type FieldCheck = (value: unknown, at: At) => void;

export interface FieldChecks {
  /** By field: what else has to hold, whatever the schema says of the value. */
  readonly also?: Readonly<Record<string, FieldCheck>>;
  /** By field: checks that take the place of the schema. */
  readonly instead?: Readonly<Record<string, FieldCheck>>;
}

export function checkValue(problems: Problems, at: At, value: unknown, schema: Schema): void {
  if (Array.isArray(value) && isTooLong(problems, at, value, schema)) return;
  for (const mistake of mistakesIn(schema, value)) report(problems, at, mistake);
}

/** A list that is too long is not read. */
function isTooLong(problems: Problems, at: At, list: readonly unknown[], schema: Schema): boolean {
  const { most = list.length } = lengthsOf(schema);
  if (list.length <= most) return false;
  const message = `${nameOf(at)} has ${list.length} entries; at most ${most} are allowed`;
  problems.undocumented(at, 'too_big', message);
  return true;
}

function report(all: Problems, at: At, { path, code, message, input, schemas }: Mistake): void {
  const where = [...at, ...path];
  const problems = schemas.some(isUndocumented) ? all.ofUndocumented : all;
  const schema = schemas.at(-1);
  if (schema === undefined) return;
  if (code === 'unknown_key') {
    unknownKey(problems, where, Object.keys(fieldsOf(schema).fields), nameOf(where.slice(0, -1)));
  } else if (code === 'required') {
    const what = nameOf(where.slice(0, -1));
    problems.error(where, code, needs(what, String(where.at(-1)), schema));
  } else {
    const words = code === 'invalid_value' ? wordsOf(schema) : [];
    const meant = typeof input === 'string' ? didYouMean(input, words, problems.found.length) : '';
    const text = `${nameOf(where)} ${message}${meant}`;
    problems.errorOf(basisOf(code, input, schema), where, code, text, { resembles: meant !== '' });
  }
}

/** How long a text or list may be is undocumented, and so is whether an id is a number; what kind of value it is, is not. */
function basisOf(code: string, input: unknown, schema: Schema): Basis {
  const { kind, givenMax } = notesOf(schema);
  if (input === null) return 'undocumented';
  if (typeof input === 'string') {
    const isOfLength = code === 'too_small' || (code === 'too_big' && givenMax !== true);
    return isOfLength || kind === 'id' ? 'undocumented' : 'given';
  }
  return Array.isArray(input) && code === 'too_big' ? 'undocumented' : 'given';
}

/** The fields of an object: none unknown, none missing, each by its schema. `what` is what the object is called. */
export function checkObject(
  problems: Problems,
  at: At,
  fields: JsonObject,
  schema: Schema,
  what: string,
  checks: FieldChecks = {},
): void {
  const { fields: known, ignored } = fieldsOf(schema);
  checkKeys(problems, at, fields, Object.keys(known), what, ignored);
  checkMissing(problems, at, fields, known, what);
  checkEach(problems, at, fields, known, checks);
}

export function checkEach(
  problems: Problems,
  at: At,
  fields: JsonObject,
  schemas: Readonly<Record<string, Schema>>,
  { also = {}, instead = {} }: FieldChecks = {},
): void {
  for (const [key, schema] of Object.entries(schemas)) {
    if (!has(fields, key)) continue;
    const value = getOwn(fields, key);
    const where = [...at, key];
    const check = getOwn(instead, key);
    if (check !== undefined) check(value, where);
    else checkValue(problems, where, value, schema);
    getOwn(also, key)?.(value, where);
  }
}

export function checkFieldsOf(
  problems: Problems,
  at: At,
  fields: JsonObject,
  schema: Schema,
  ...keys: readonly string[]
): void {
  const all = Object.entries(fieldsOf(schema).fields);
  checkEach(problems, at, fields, Object.fromEntries(all.filter(([key]) => keys.includes(key))));
}

export function checkMissing(
  problems: Problems,
  at: At,
  fields: JsonObject,
  schemas: Readonly<Record<string, Schema>>,
  what: string,
): void {
  for (const [key, schema] of Object.entries(schemas)) {
    if (isRequired(schema) && !has(fields, key)) {
      problems.error([...at, key], 'required', needs(what, key, schema));
    }
  }
}

const NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)\s*$/;

/** A number, or the text of one. */
export const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && NUMBER.test(value);

export const isIsoDate = (value: unknown): boolean => typeof value === 'string' && momentOf(value) !== null;

export const checkText = (problems: Problems, at: At, value: unknown, most: number): void =>
  checkValue(problems, at, value, filledText(most));

/** A word of a list. One that the interface does not list in full is checked through `ofUndocumented`. */
export const checkWord = (problems: Problems, at: At, value: unknown, words: readonly string[]): void =>
  checkValue(problems, at, value, z.enum(words));

export const checkBoolean = (problems: Problems, at: At, value: unknown): void =>
  checkValue(problems, at, value, z.boolean());

export const checkId = (problems: Problems, at: At, value: unknown): void => checkValue(problems, at, value, Id);

/** An id that may be a positive whole number or text. */
export const checkReference = (problems: Problems, at: At, value: unknown): void =>
  checkValue(problems, at, value, Reference);

/** `a task needs a title`, `a KING needs next: a list`; what an enumeration may be, and what an object looks like. */
export function needs(what: string, key: string, schema: Schema | undefined): string {
  const core = schema === undefined ? undefined : coreOf(schema);
  if (schema === undefined || core === undefined) return `${what} needs ${withArticle(key)}`;
  const words = wordsOf(core);
  if (words.length > 0) return `${what} needs ${withArticle(key)}: ${alternatives(words)}`;
  if (core instanceof z.ZodObject || notesOf(schema).example !== undefined) {
    return `${what} needs ${withArticle(key)}, such as ${exampleOf(schema)}`;
  }
  if (core instanceof z.ZodArray) {
    const { least = 0 } = lengthsOf(core);
    return `${what} needs ${key}: ${kindName(core)}${least > 0 ? ' with at least one entry' : ''}`;
  }
  return `${what} needs ${UNCOUNTABLE.has(key) ? key : withArticle(key)}`;
}

/** Names of fields that take no article. */
const UNCOUNTABLE: ReadonlySet<string> = new Set(['content']);
