// What is looked up by names from outside. A plain object also answers `constructor`, `toString` and all else that every
// object inherits; a dictionary and `own` know only what was put there. A check of the structure forbids the rest.

declare const INHERITS_NOTHING: unique symbol;

/** Made by `dictionary` only. Names are read and written like those of any object, `__proto__` too. */
export type Dictionary<T> = { [name: string]: T } & { readonly [INHERITS_NOTHING]: true };

/** Its objects are as quick to fill as literals; those of Object.create(null) take twice the time. */
class Empty {}
Object.setPrototypeOf(Empty.prototype, null);
Reflect.deleteProperty(Empty.prototype, 'constructor');

/** A dictionary of these entries. */
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
