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

/** The object at a place; one without fields where there is none. */
export const objectAt = (value: unknown, ...keys: readonly string[]): JsonObject => objectIn(valueIn(value, ...keys));

/** A text that says something; null for anything else. */
export function textAt(fields: JsonObject, key: string): string | null {
  const value = getOwn(fields, key);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
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

/** A value for each of the names. */
export const recordOf = <K extends string, T>(names: readonly K[], make: (name: K) => T) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<K, T>;

/** What has a value; nothing is undefined in it. */
export function given<Q extends object>(values: Q): { [K in keyof Q]?: Exclude<Q[K], undefined> } {
  const kept: { [K in keyof Q]?: Exclude<Q[K], undefined> } = {};
  return Object.assign(kept, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}

export function has(record: Readonly<Record<string, unknown>>, name: string): boolean {
  return getOwn(record, name) !== undefined;
}
