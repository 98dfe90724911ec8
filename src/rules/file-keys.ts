// Keys of files and records that no schema names.

import { isObject, type JsonObject } from '../contract/json.ts';

/** Whether a key of a file is for its readers only: `$schema`, `x-…`. */
export function isFileOnly(key: string): boolean {
  return key === '$schema' || key.startsWith('x-');
}

/** Whether a key at the top of a resource's file is for an outreach folder alone: `ignore`, `protect`. */
const isOfFolder = (key: string): boolean => key === 'ignore' || key === 'protect';

/** Whether a key at the top of a resource's file is no part of the resource. */
export const isOwnKey = (key: string): boolean => isFileOnly(key) || isOfFolder(key);

/** A file of a resource without what is no part of it. */
export function resourceIn(file: unknown): unknown {
  if (!isObject(file)) return withoutFileKeys(file);
  return withoutFileKeys(Object.fromEntries(Object.entries(file).filter(([key]) => !isOfFolder(key))));
}

/** What is sent for a file: nothing that is for its readers only, at any depth; a JSON Schema has `$schema` and `x-…` of its own. */
export function withoutFileKeys(value: unknown, key = ''): unknown {
  if (key === 'jsonSchema') return value;
  if (Array.isArray(value)) return value.map((item) => withoutFileKeys(item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isFileOnly(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutFileKeys(inner, name)]));
}

/** Fields that a service adds to what it returns, by their names: times, users, links, counts, versions. They are not written. */
const ADDED = /(^_?id|At|By|Url|Count|Link|Version)$|^(_.*|links?|stats|statistics|metrics|counts|progress|etag)$/;

/** Fields of a record that this build does not know, with their values: another service may have settings of its own. */
export function unknownFields(record: JsonObject, known: Iterable<string>): readonly (readonly [string, unknown])[] {
  const names = new Set(known);
  return Object.entries(record).filter(
    ([name, value]) => !names.has(name) && !ADDED.test(name) && value !== null && value !== undefined,
  );
}
