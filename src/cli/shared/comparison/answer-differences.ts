// An answer beside the definition of its operation: what it has not, what it has besides, what is of another type there.

import { expectedOf, inItsForm } from '../../../client/answers/fit.ts';
import type { DefinitionReader } from '../../../client/compatibility/definitions/read.ts';
import { firstOf } from '../../../contract/english.ts';
import { getOwn, isObject, type JsonObject, listIn, objectAt } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';

export type Aspect =
  | 'path'
  | 'parameters'
  | 'shape'
  | 'types'
  | 'enumerations'
  | 'statuses'
  | 'rateHeaders'
  | 'defaults';

export interface ServiceDifference {
  readonly aspect: Aspect;
  readonly text: string;
  /** A local service can be made to do the same: `reach serve --like`. */
  readonly isTaken?: true;
  /** An id that is text there. */
  readonly textId?: string;
}

const NAMES_MAX = 20;
const TEXT_MAX = 60;

/** `a, b and 3 more`: a service may have any number of names, of any length. */
export function listed(names: Iterable<string>): string {
  const all = [...names].map((name) => (name.length > TEXT_MAX ? `${name.slice(0, TEXT_MAX)}…` : name));
  return firstOf(all, NAMES_MAX);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return value === null ? 'null' : typeof value;
}

/** What is known of a schema is kept with it, and lost with one made here. */
const anyOf = (schemas: readonly unknown[]): unknown => (schemas.length === 1 ? schemas[0] : { anyOf: schemas });

/** The names under which records may have values of the workspace. */
export type CustomNames = ReadonlySet<string>;

class AnswerReader {
  readonly missing = new Set<string>();
  readonly also = new Set<string>();
  readonly words = new Set<string>();
  /** Text → the name of an id that is text there. */
  readonly types = new Map<string, string | null>();
  readonly #reader: DefinitionReader;
  readonly #custom: CustomNames | null;

  constructor(reader: DefinitionReader, custom: CustomNames | null) {
    this.#reader = reader;
    this.#custom = custom;
  }

  read(schema: unknown, value: unknown, place: string): void {
    const parts = this.#reader.parts(schema);
    const types = parts.flatMap(({ type }) => (Array.isArray(type) ? type : type === undefined ? [] : [type]));
    const type = typeOf(value);
    const isOf = (one: unknown) => one === type || (one === 'integer' && Number.isInteger(value));
    if (types.length > 0 && !types.some(isOf)) {
      const expected = types.filter((one) => one !== 'null' || types.length === 1);
      const name = place.split('.').at(-1) ?? '';
      const id = type === 'string' && types.includes('integer') && /id$/i.test(name) ? name : null;
      this.types.set(`${place || 'data'} is ${type}, not ${[...new Set(expected)].join(' or ')}`, id);
    } else if (typeof value === 'string') this.#readText(parts, value, place);
    else if (Array.isArray(value)) {
      const items = parts.flatMap((part) => (part['items'] === undefined ? [] : [part['items']]));
      if (items.length > 0) for (const one of value) this.read(anyOf(items), one, `${place}[]`);
    } else if (isObject(value)) this.#readObject(parts, value, place);
  }

  #readText(parts: readonly JsonObject[], value: string, place: string): void {
    const words = parts.flatMap((part) => [...listIn(part['enum']), part['const']]).filter((one) => one !== undefined);
    const isOpen = parts.some((part) => part['type'] === 'string' && part['enum'] === undefined && !('const' in part));
    if (words.length > 0 && !isOpen && !words.includes(value)) this.words.add(`${place} ${value}`);
    const isDate = parts.some((part) => part['format'] === 'date-time');
    if (isDate && Number.isNaN(Date.parse(value))) this.types.set(`${place} is not a date-time`, null);
  }

  #readObject(parts: readonly JsonObject[], value: JsonObject, place: string): void {
    const objects = parts.filter((part) => part['properties'] !== undefined || part['type'] === 'object');
    const at = (name: string) => (place === '' ? name : `${place}.${name}`);
    const required = objects.map((part) => new Set(listIn(part['required'])));
    for (const name of required[0] ?? [])
      if (required.every((names) => names.has(name)) && getOwn(value, String(name)) === undefined)
        this.missing.add(at(String(name)));
    const isOpen = objects.some((part) => part['additionalProperties'] !== false);
    for (const [name, one] of Object.entries(value)) {
      const schemas = objects.flatMap((part) => getOwn(objectAt(part, 'properties'), name) ?? []);
      if (schemas.length > 0) this.read(anyOf(schemas), one, at(name));
      else if (!isOpen || (objects.some((part) => isObject(part['properties'])) && this.#custom?.has(name) === false))
        this.also.add(at(name));
    }
  }
}

/** What is different in an answer with status 200. `custom`: null where they are not known. */
export function answerDifferences(
  reader: DefinitionReader,
  route: Route,
  body: unknown,
  custom: CustomNames | null,
): ServiceDifference[] {
  const sent = isObject(body) ? getOwn(body, 'data') : undefined;
  const shape = (text: string): ServiceDifference => ({ aspect: 'shape', text });
  if (body === undefined) return [shape('the answer is not JSON')];
  if (sent === undefined || sent === null || !isObject(body)) return [shape('the answer has no data')];
  const expected = expectedOf(route);
  const data = expected === null ? sent : inItsForm(sent, expected);
  const found = new AnswerReader(reader, custom);
  const operation = objectAt(reader.document, 'paths', route.path, route.method.toLowerCase());
  const schema = objectAt(operation, 'responses', '200', 'content', 'application/json', 'schema');
  found.read(objectAt(schema, 'properties')['data'], data, '');
  const beside = Object.keys(body).filter((key) => !['status', 'message', 'data'].includes(key));
  const some = (aspect: Aspect, text: string, names: ReadonlySet<string>): ServiceDifference[] =>
    names.size === 0 ? [] : [{ aspect, text: `${text} ${listed(names)}` }];
  return [
    ...(data === sent
      ? []
      : [shape(Array.isArray(sent) ? 'data is the list itself' : `data holds ${listed(Object.keys(sent))}`)]),
    ...some('shape', 'beside data it has', new Set(beside)),
    ...some('shape', 'has no', found.missing),
    ...some('shape', 'also has', found.also),
    ...some('enumerations', 'also', found.words),
    ...[...found.types].slice(0, NAMES_MAX).map(([text, textId]): ServiceDifference => {
      const taken = textId === null ? {} : { isTaken: true as const, textId };
      return { aspect: 'types', text, ...taken };
    }),
  ];
}
