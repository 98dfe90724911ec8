// Checks a value against its shape: every problem at once, each with its path.

import { own } from '../contract/dictionary.ts';
import { alternatives, withArticle } from '../contract/english.ts';
import { isObject, type JsonObject } from '../contract/json.ts';
import type { Relations } from '../contract/relations.ts';
import type { ListShape, ObjectShape, Shape } from '../contract/shape.ts';
import type { At, Problems } from './problem.ts';
import {
  checkBoolean,
  checkFields,
  checkId,
  checkKeys,
  checkNumber,
  checkReference,
  checkText,
  checkWord,
  has,
  hasValue,
  kindOf,
  nameOf,
} from './shape.ts';

export type FieldCheck = (value: unknown, at: At) => void;

export interface FieldChecks {
  /** By field: what else has to hold, whatever the shape says of the value. */
  readonly also?: Readonly<Record<string, FieldCheck>>;
  /** By field: checks that take the place of the shape's. */
  readonly instead?: Readonly<Record<string, FieldCheck>>;
}

export function checkShape(problems: Problems, at: At, value: unknown, shape: Shape, checks: FieldChecks = {}): void {
  if (value === null && shape.nullable) return;
  checkKind(shape.undocumented ? problems.ofUndocumented : problems, at, value, shape, checks);
}

function checkKind(problems: Problems, at: At, value: unknown, shape: Shape, checks: FieldChecks): void {
  switch (shape.kind) {
    case 'text':
      checkText(problems, at, value, {
        most: shape.max,
        blank: shape.blank ?? false,
        isGiven: shape.givenMax ?? false,
      });
      break;
    case 'number':
      checkNumber(problems, at, value, shape);
      break;
    case 'enum':
      checkWord(problems, at, value, shape.values);
      break;
    case 'boolean':
      checkBoolean(problems, at, value);
      break;
    case 'id':
      checkId(problems, at, value);
      break;
    case 'reference':
      checkReference(problems, at, value);
      break;
    case 'list':
      checkList(problems, at, value, shape, checks);
      break;
    case 'union':
      checkUnion(problems, at, value, shape.of, checks);
      break;
    case 'map': {
      const fields = checkFields(problems, at, value, `{ key: ${exampleOf(shape.of)} }`);
      for (const [key, inner] of Object.entries(fields ?? {})) {
        checkShape(problems, [...at, key], inner, shape.of, checks);
      }
      break;
    }
    case 'object': {
      const fields = checkFields(problems, at, value, exampleOf(shape));
      if (fields !== null) checkObject(problems, at, fields, shape, nameOf(at), checks);
      break;
    }
    case 'any':
      break;
  }
}

/** The fields of an object: none unknown, none missing, each of its shape. `what` is what the object is called. */
export function checkObject(
  problems: Problems,
  at: At,
  fields: JsonObject,
  shape: ObjectShape,
  what: string,
  checks: FieldChecks = {},
): void {
  checkKeys(problems, at, fields, Object.keys(shape.fields), what, shape.ignored);
  checkMissing(problems, at, fields, shape, what);
  checkInput(problems, at, fields, shape, checks);
}

/** Each field that is given, by its shape. */
export function checkInput(
  problems: Problems,
  at: At,
  fields: JsonObject,
  shape: ObjectShape,
  { also = {}, instead = {} }: FieldChecks = {},
): void {
  for (const [key, inner] of Object.entries(shape.fields)) {
    if (!has(fields, key)) continue;
    const value = own(fields, key);
    const where = [...at, key];
    const check = own(instead, key);
    if (check !== undefined) check(value, where);
    else checkShape(problems, where, value, inner, { also, instead });
    own(also, key)?.(value, where);
  }
}

/** One field, if it is given. */
export function checkField(problems: Problems, at: At, fields: JsonObject, shape: ObjectShape, key: string): void {
  const inner = own(shape.fields, key);
  if (inner !== undefined && has(fields, key)) checkShape(problems, [...at, key], own(fields, key), inner);
}

/** Fields that are required and missing. */
export function checkMissing(problems: Problems, at: At, fields: JsonObject, shape: ObjectShape, what: string): void {
  for (const key of shape.required) {
    if (!has(fields, key)) problems.error('given', [...at, key], 'required', needs(what, key, own(shape.fields, key)));
  }
}

/** `a task needs a title`, `a KING needs next: a list`; what an enumeration may be, and what an object looks like. */
export function needs(what: string, key: string, shape: Shape | undefined): string {
  if (shape?.kind === 'enum') return `${what} needs ${withArticle(key)}: ${alternatives(shape.values)}`;
  if (shape?.example !== undefined || shape?.kind === 'object') {
    return `${what} needs ${withArticle(key)}, such as ${exampleOf(shape)}`;
  }
  if (shape?.kind === 'list')
    return `${what} needs ${key}: ${kindName(shape)}${(shape.min ?? 0) > 0 ? ' with at least one entry' : ''}`;
  return `${what} needs ${UNCOUNTABLE.has(key) ? key : withArticle(key)}`;
}

/** Names of fields that take no article. */
const UNCOUNTABLE: ReadonlySet<string> = new Set(['content']);

/** What an object breaks of its relations. */
interface BrokenRelation {
  readonly key: string;
  readonly code: 'required' | 'exclusive';
  readonly message: string;
}

/** Every broken relation of an object; `isGiven` tells which of its fields count. */
export function* brokenRelations(
  { oneOf = [], excludes = [], needs: required = [] }: Relations,
  what: string,
  isInput: (key: string) => boolean,
): Generator<BrokenRelation> {
  const [first = []] = oneOf;
  if (oneOf.length > 0 && !oneOf.some((group) => group.every(isInput))) {
    const groups = oneOf.map((group) => group.join(' and '));
    // The comma keeps the groups apart: subject and content, or aiMessageId.
    const message = `${what} needs ${first.length > 1 ? groups.join(', or ') : alternatives(groups)}`;
    for (const key of first) if (!isInput(key)) yield { key, code: 'required', message };
  }
  for (const { field, others, why } of excludes) {
    for (const key of isInput(field) ? others.filter(isInput) : []) {
      const message = `${key} cannot be combined with ${field}${why === undefined ? '' : `: ${why}`}`;
      yield { key, code: 'exclusive', message };
    }
  }
  const missing = required.filter(([field, key]) => isInput(field) && !isInput(key)).map(([, key]) => key);
  for (const key of new Set(missing)) {
    const by = required.filter(([, other]) => other === key).map(([field]) => field);
    yield { key, code: 'required', message: `${by.join(' and ')} need ${key}` };
  }
}

/** Which fields need or exclude each other. */
export function checkRelations(
  problems: Problems,
  at: At,
  fields: JsonObject,
  relations: Relations,
  what: string,
): void {
  for (const { key, code, message } of brokenRelations(relations, what, (name) => has(fields, name))) {
    // Which fields need another is undocumented; what excludes what, and what is needed at least, is not.
    const basis = code === 'required' && relations.needs?.some(([, other]) => other === key) ? 'undocumented' : 'given';
    problems.error(basis, [...at, key], code, message);
  }
}

function checkList(problems: Problems, at: At, value: unknown, shape: ListShape, checks: FieldChecks): void {
  if (!hasValue(problems, at, value)) return;
  const name = nameOf(at);
  if (!Array.isArray(value)) {
    problems.error('given', at, 'invalid_type', `${name} must be ${kindName(shape)}, not ${kindOf(value)}`);
    return;
  }
  const { min = 0, max = Number.POSITIVE_INFINITY } = shape;
  if (value.length < min)
    problems.error('given', at, 'too_small', `${name} needs at least ${min === 1 ? 'one entry' : `${min} entries`}`);
  if (value.length > max) {
    problems.error('undocumented', at, 'too_big', `${name} has ${value.length} entries; at most ${max} are allowed`);
    return;
  }
  for (const [index, item] of value.entries()) checkShape(problems, [...at, index], item, shape.of, checks);
}

function checkUnion(problems: Problems, at: At, value: unknown, shapes: readonly Shape[], checks: FieldChecks): void {
  if (!hasValue(problems, at, value)) return;
  const meant = shapes.find((shape) => isOfKind(value, shape));
  if (meant !== undefined) checkShape(problems, at, value, meant, checks);
  else
    problems.error(
      'given',
      at,
      'invalid_type',
      `${nameOf(at)} must be ${alternatives(shapes.map(kindName))}, not ${kindOf(value)}`,
    );
}

function isOfKind(value: unknown, { kind }: Shape): boolean {
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'text' || kind === 'enum') return typeof value === 'string';
  if (kind === 'object' || kind === 'map') return isObject(value);
  if (kind === 'boolean') return typeof value === 'boolean';
  return kind === 'any' || typeof value === 'number';
}

/** A kind of value as a person would call it. */
function kindName(shape: Shape): string {
  switch (shape.kind) {
    case 'text':
      return 'text';
    case 'number':
      return 'a number';
    case 'enum':
      return alternatives(shape.values);
    case 'boolean':
      return 'a boolean';
    case 'id':
    case 'reference':
      return 'an id';
    case 'list':
      return shape.of.kind === 'text' ? 'a list of texts' : shape.of.kind === 'id' ? 'a list of ids' : 'a list';
    case 'map':
    case 'object':
      return 'an object';
    case 'union':
      return alternatives(shape.of.map(kindName));
    case 'any':
      return 'a value';
  }
}

/** What a value could be, as it is written in a file: what is required of an object, else its first field. */
export function exampleOf(shape: Shape): string {
  if (shape.example !== undefined) return shape.example;
  switch (shape.kind) {
    case 'enum':
      return shape.values[0] ?? '…';
    case 'number':
      return String(shape.min ?? 1);
    case 'boolean':
      return 'true';
    case 'list':
      return `[${exampleOf(shape.of)}]`;
    case 'object': {
      const [first] = Object.keys(shape.fields);
      const keys = shape.required.length > 0 || first === undefined ? shape.required : [first];
      const parts = keys.map((key) => {
        const field = own(shape.fields, key);
        return `${key}: ${field === undefined ? '…' : exampleOf(field)}`;
      });
      return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
    }
    default:
      return '…';
  }
}
