/** A record as the bulk endpoints take it: field → value. */
export type Item = Record<string, string | number | boolean>;
