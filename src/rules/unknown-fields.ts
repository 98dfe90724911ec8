// Fields at the top of a record that this build does not know: another service may have settings of its own.

import type { JsonObject } from '../contract/json.ts';

/** What reading adds everywhere, by its name: when and by whom, links, how many, how far. It is not written. */
const ADDED = /(^_?id|At|By|Url|Count|Link|Version)$|^(_.*|links?|stats|statistics|metrics|counts|progress|etag)$/;

/** Their names and values, as they stand in the record; none without a value. */
export function unknownFields(record: JsonObject, known: Iterable<string>): readonly (readonly [string, unknown])[] {
  const names = new Set(known);
  return Object.entries(record).filter(
    ([name, value]) => !names.has(name) && !ADDED.test(name) && value !== null && value !== undefined,
  );
}
