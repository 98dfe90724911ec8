// An OpenAPI 3 document, read as far as it says which requests there are. Tolerant: what it cannot make sense of is left out.

import { getOwn, isObject, type JsonObject, listIn, objectAt, objectIn } from '../../../contract/json.ts';

export interface DefinedField {
  readonly name: string;
  /** JSON Schema types its value may have; empty where the document does not say. */
  readonly types: readonly string[];
  readonly required: boolean;
  /** Why we chose it, where the interface does not show it (`x-undocumented`). */
  readonly undocumented: string | null;
  /** The largest number it may be; null where the document does not say. */
  readonly maximum: number | null;
  /** How many entries a list may have, where the document says so. */
  readonly maxItems: number | null;
  /** Names inside: of an object, or of the objects in a list. */
  readonly inside: readonly string[];
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
  readonly query: readonly DefinedField[];
  /** The properties of a JSON body that is an object; null where there is no such body. */
  readonly body: readonly DefinedField[] | null;
  readonly bodySchema: JsonObject;
  /** The properties of the answer's `data`. */
  readonly answer: readonly DefinedField[];
  /** Field → the words it may have, wherever in the request or the answer it stands. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  readonly undocumented: string | null;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** References to references are followed this far, and fields inside fields. */
const REFERENCES_MAX = 12;
const DEPTH_MAX = 60;

const numberOf = (value: unknown): number[] => (typeof value === 'number' && value >= 0 ? [value] : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
interface Collected {
  readonly words: Map<string, Set<string>>;
  readonly seen: Map<JsonObject, Set<string>>;
}

export class DefinitionReader {
  readonly document: JsonObject;

  constructor(document: JsonObject) {
    this.document = document;
  }

  readonly #parts = new WeakMap<JsonObject, readonly JsonObject[]>();

  /** The schema itself, references followed. */
  resolved(value: unknown, depth = 0): JsonObject {
    if (!isObject(value)) return {};
    const reference = textOf(value['$ref']);
    if (!reference.startsWith('#/') || depth > REFERENCES_MAX) return value;
    const keys = reference
      .slice(2)
      .split('/')
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    return this.resolved(objectAt(this.document, ...keys), depth + 1);
  }

  /** All parts of `allOf`, `anyOf` and `oneOf`, the schema itself first; each once, also where they refer in circles. */
  parts(value: unknown): readonly JsonObject[] {
    const schema = this.resolved(value);
    const known = this.#parts.get(schema);
    if (known !== undefined) return known;
    const found = new Set([schema]);
    // A set goes on with what is added meanwhile.
    for (const part of found) {
      for (const key of ['allOf', 'anyOf', 'oneOf'])
        for (const inner of listIn(getOwn(part, key))) found.add(this.resolved(inner));
    }
    const parts = [...found];
    this.#parts.set(schema, parts);
    return parts;
  }

  types(schema: unknown): string[] {
    const found = this.parts(schema).flatMap(({ type }) => (Array.isArray(type) ? type.map(textOf) : [textOf(type)]));
    return [...new Set(found.filter((type) => type !== '' && type !== 'null'))];
  }

  field(name: string, schema: unknown, required: boolean): DefinedField {
    const [own = {}] = this.parts(schema);
    return {
      name,
      types: this.types(schema),
      required,
      // A name that the interface shows, where its values are not shown.
      undocumented: own['x-named'] === true ? null : textOf(own['x-undocumented']) || null,
      maximum: this.bound(schema, 'maximum'),
      maxItems: this.bound(schema, 'maxItems'),
      inside: [...new Set([schema, own['items']].flatMap((inner) => this.namesIn(inner)))],
    };
  }

  /** The number that a schema, or one of its parts, bounds its values by. */
  bound(schema: unknown, key: 'maximum' | 'maxItems' | 'maxLength'): number | null {
    return this.parts(schema).flatMap((part) => numberOf(part[key]))[0] ?? null;
  }

  namesIn(schema: unknown): string[] {
    return this.parts(schema).flatMap((part) => Object.keys(objectAt(part, 'properties')));
  }

  /**
   * Adds the enumerations of a schema, and of all inside it, under the names of their fields. `seen`: what was looked at
   * under a name, so that the time it takes grows with the document and not with the ways through it.
   */
  collectWords(schema: unknown, name: string, { words, seen }: Collected, depth = 0): void {
    const names = seen.get(this.resolved(schema)) ?? new Set();
    if (depth > DEPTH_MAX || names.has(name)) return;
    seen.set(this.resolved(schema), names.add(name));
    for (const part of this.parts(schema)) {
      for (const word of [...listIn(part['enum']), part['const']])
        if (name !== '' && typeof word === 'string') words.set(name, (words.get(name) ?? new Set()).add(word));
      for (const [inner, value] of Object.entries(objectAt(part, 'properties')))
        this.collectWords(value, inner, { words, seen }, depth + 1);
      if (part['items'] !== undefined) this.collectWords(part['items'], name, { words, seen }, depth + 1);
    }
  }

  properties(schema: unknown): DefinedField[] {
    const fields = new Map<string, DefinedField>();
    for (const part of this.parts(schema)) {
      const required = new Set(listIn(part['required']));
      for (const [name, inner] of Object.entries(objectAt(part, 'properties'))) {
        if (!fields.has(name)) fields.set(name, this.field(name, inner, required.has(name)));
      }
    }
    return [...fields.values()];
  }

  operation(method: string, path: string, value: JsonObject, shared: readonly unknown[]): Operation {
    const parameters = [...shared, ...listIn(value['parameters'])].map((one) => this.resolved(one));
    const content = objectAt(this.resolved(value['requestBody']), 'content');
    const json = Object.entries(content).find(([type]) => /json/.test(type))?.[1];
    const body = objectAt(json, 'schema');
    const [bodyPart = {}] = this.parts(body);
    const answer = objectAt(
      this.resolved(objectAt(value, 'responses')['200']),
      'content',
      'application/json',
      'schema',
    );
    const data = this.parts(answer).map((part) => objectAt(part, 'properties')['data'])[0];
    const asked = parameters.filter((one) => one['in'] === 'query');
    const words = new Map<string, Set<string>>();
    const collected = { words, seen: new Map() };
    for (const one of asked) this.collectWords(one['schema'], textOf(one['name']), collected);
    for (const schema of [body, data]) this.collectWords(schema, '', collected);
    return {
      method: method.toUpperCase(),
      path,
      id: textOf(value['operationId']),
      query: asked.map((one) => this.field(textOf(one['name']), one['schema'], one['required'] === true)),
      body: json === undefined ? null : this.properties(body),
      bodySchema: body,
      answer: this.properties(data),
      words: new Map([...words].map(([name, all]) => [name, [...all]])),
      undocumented: textOf(value['x-undocumented']) || textOf(bodyPart['x-undocumented']) || null,
    };
  }
}

function* rawOperations(reader: DefinitionReader) {
  for (const [path, input] of Object.entries(objectAt(reader.document, 'paths'))) {
    const item = reader.resolved(input);
    for (const method of METHODS) {
      const value = getOwn(item, method);
      if (isObject(value)) yield { method, path, value, shared: listIn(item['parameters']) };
    }
  }
}

export const readerOf = (document: unknown) => new DefinitionReader(objectIn(document));

/** Whether `readDefinitions` finds any: it takes a while. */
export const hasOperations = (document: unknown): boolean => rawOperations(readerOf(document)).next().done !== true;

/** Every operation of the document, in its order; none for what is not an OpenAPI document. */
export function readDefinitions(document: unknown): Operation[] {
  const reader = readerOf(document);
  return [...rawOperations(reader)].map(({ method, path, value, shared }) =>
    reader.operation(method, path, value, shared),
  );
}
