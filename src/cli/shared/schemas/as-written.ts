// Schemas of files in which text needs no quotes: `name: 2024` is text to reach, and a number to an editor.

import { isObject, type JsonObject } from '../../../contract/json.ts';
import { nameKeyOf } from '../../../rules/name-keys.ts';

interface WrittenKeys {
  /** Keys whose values are text, however they are written. */
  readonly texts: ReadonlySet<string>;
  /** Keys whose values are ids: whole numbers, or text. */
  readonly ids?: ReadonlySet<string>;
}

/** Bounds of text that say nothing of its form. */
const FREE_PATTERNS: readonly unknown[] = [undefined, '\\S'];
const isText = (type: unknown): boolean => (Array.isArray(type) ? type.includes('string') : type === 'string');

/** The schema of a value that is text, or a list or record of texts: it may also look like a number or a boolean. */
function asText(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { type, items, anyOf, additionalProperties } = schema;
  const isFree = !['enum', 'const', 'format'].some((word) => Object.hasOwn(schema, word));
  const isWide = isText(type) && isFree && FREE_PATTERNS.includes(schema['pattern']);
  return {
    ...schema,
    ...(isWide && { type: [...new Set([type, 'number', 'boolean'].flat())].filter((word) => word !== 'integer') }),
    ...(items !== undefined && { items: asText(items) }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map(asText) }),
    ...(additionalProperties !== undefined && { additionalProperties: asText(additionalProperties) }),
  };
}

/** `1.50` is the text of an id. */
const asId = ({ description, ...schema }: JsonObject) => ({
  anyOf: [schema, { type: 'number', not: { type: 'integer' } }],
  ...(description !== undefined && { description }),
});

/** The schema, with what is text under these keys as it may be written. */
export function asWritten(value: unknown, keys: WrittenKeys): unknown {
  if (Array.isArray(value)) return value.map((item) => asWritten(item, keys));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([word, inner]) => {
      const walked = asWritten(inner, keys);
      if (word !== 'properties' || !isObject(walked)) return [word, walked];
      const properties = Object.entries(walked).map(([key, one]) => {
        if (keys.texts.has(key)) return [key, asText(one)];
        return [key, keys.ids?.has(key) && isObject(one) ? asId(one) : one];
      });
      return [word, Object.fromEntries(properties)];
    }),
  );
}

// Schemas of files that may say names where the interface has ids.

const NAME = { type: 'string', minLength: 1 };

/** Wherever an id is allowed, its name is, too: either satisfies what is required. */
export function withNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNames);
  if (!isObject(value)) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withNames(inner)]));
  const { properties, required } = made;
  if (!isObject(properties)) return made;
  const named = Object.keys(properties).flatMap((id) => {
    const key = nameKeyOf(id);
    return key === undefined || Object.hasOwn(properties, key) ? [] : [[id, key] as const];
  });
  if (named.length === 0) return made;
  const about = (id: string, key: string) => ({ ...NAME, description: `The name of what ${id} means (${key}).` });
  const added = Object.fromEntries(named.map(([id, key]) => [key, about(id, key)]));
  const words: readonly unknown[] = Array.isArray(required) ? required : [];
  const free = words.filter((word) => !named.some(([id]) => id === word));
  const either = named
    .filter(([id]) => words.includes(id))
    .map(([id, key]) => ({ anyOf: [{ required: [id] }, { required: [key] }] }));
  const allOf: readonly unknown[] = Array.isArray(made['allOf']) ? made['allOf'] : [];
  return {
    ...made,
    properties: { ...properties, ...added },
    ...(words.length > 0 && { required: free }),
    ...(either.length > 0 && { allOf: [...allOf, ...either] }),
  };
}
