// The records of an answer that is one page by nature: an array, or the one array in an object.

/** A record as the bulk endpoints take it: field → value. */
export type Item = Record<string, string | number | boolean>;

export function rowsOf(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  if (typeof data !== 'object' || data === null) return [];
  const found: unknown = Object.values(data).find((value) => Array.isArray(value));
  return Array.isArray(found) ? found : [];
}
