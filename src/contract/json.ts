// JSON of which nothing is known yet. Free of zod.

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of an object; none for anything else. */
export const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The items of a list; none for anything else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What stands at a place, key by key; undefined where nothing does. */
export function valueIn(value: unknown, ...keys: readonly string[]): unknown {
  let here = value;
  for (const key of keys) here = isObject(here) ? getOwn(here, key) : undefined;
  return here;
}

/** A text that says something; null for anything else. */
export function textAt(fields: JsonObject, key: string): string | null {
  const value = getOwn(fields, key);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Texts, and whole numbers of so many digits that a double may not hold them. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![0-9.])-?[0-9]{16,}(?![0-9.eE])/g;

const asText = (found: string): string =>
  found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`;

/** The value of a JSON text; a whole number beyond 2^53-1 is the text of its digits, never its neighbour. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(/[0-9]{16}/.test(text) ? text.replace(TEXT_OR_LONG_NUMBER, asText) : text);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// What is looked up by names from outside. A plain object also answers `constructor`, `toString` and all else that every
// object inherits; a dictionary and `own` know only what was put there. A check of the structure forbids the rest.

declare const INHERITS_NOTHING: unique symbol;

/** Made by `dictionary` only. Names are read and written like those of any object, `__proto__` too. */
export type Dictionary<T> = { [name: string]: T } & { readonly [INHERITS_NOTHING]: true };

/** Its objects are as quick to fill as literals; those of Object.create(null) take twice the time. */
class Empty {}
Object.setPrototypeOf(Empty.prototype, null);
Reflect.deleteProperty(Empty.prototype, 'constructor');

export function dictionary<T>(entries?: Readonly<Record<string, T>>): Dictionary<T> {
  const made = new Empty() as Dictionary<T>;
  if (entries === undefined) return made;
  for (const [name, value] of Object.entries(entries)) (made as Record<string, T>)[name] = value;
  return made;
}

/** What the record itself has under a name. */
export function getOwn<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** What has a value; nothing is undefined in it. */
export function given<Q extends object>(values: Q): { [K in keyof Q]?: Exclude<Q[K], undefined> } {
  const kept: { [K in keyof Q]?: Exclude<Q[K], undefined> } = {};
  return Object.assign(kept, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

export function has(record: Readonly<Record<string, unknown>>, name: string): boolean {
  return getOwn(record, name) !== undefined;
}
