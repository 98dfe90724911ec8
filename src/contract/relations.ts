// Which fields of an object need or exclude each other: declared once, for the rules and for the JSON Schemas of files.
// Free of zod.

import type { JsonObject } from './json.ts';

export interface Relations {
  /** At least one of these groups of fields must be given, all of it. */
  readonly oneOf?: readonly (readonly string[])[];
  /** While the first field is given, the others must not be. */
  readonly excludes?: readonly { readonly field: string; readonly others: readonly string[]; readonly why?: string }[];
  /** While the first field is given, the second must be. */
  readonly needs?: readonly (readonly [field: string, other: string])[];
}

/** The relations as JSON Schema, each a schema of its own. */
export function relationSchemas({ oneOf = [], excludes = [], needs = [] }: Relations): JsonObject[] {
  return [
    ...(oneOf.length > 0 ? [{ anyOf: oneOf.map((required) => ({ required })) }] : []),
    ...excludes.map(({ field, others }) => ({
      dependencies: { [field]: { properties: Object.fromEntries(others.map((other) => [other, false])) } },
    })),
    ...(needs.length > 0
      ? [{ dependencies: Object.fromEntries(needs.map(([field, other]) => [field, [other]])) }]
      : []),
  ];
}
