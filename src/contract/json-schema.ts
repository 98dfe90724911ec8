// JSON Schemas (draft-07) of files, from the zod declarations. Only commands that print or write a schema come here.

import * as z from 'zod';
import { getOwn, isObject, type JsonObject, objectAt } from './json.ts';

/** The schema of what is sent. `change` gets each named property; our own annotations are not part of a file's schema. */
export function fileSchema(
  schema: z.ZodType,
  change: (key: string, property: JsonObject) => JsonObject = (_, property) => property,
): JsonObject {
  const made = changed(z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }), change);
  return isObject(made) ? made : {};
}

function changed(value: unknown, change: (key: string, property: JsonObject) => JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'x-undocumented' && key !== 'x-named');
  return Object.fromEntries(
    kept.map(([key, inner]) => {
      const walked = changed(inner, change);
      if (key !== 'properties' || !isObject(walked)) return [key, walked];
      const properties = Object.entries(walked).map(([name, one]) => [name, isObject(one) ? change(name, one) : one]);
      return [key, Object.fromEntries(properties)];
    }),
  );
}

/** Changes to properties by name: the sentence that an editor shows. */
export function describedBy(about: Readonly<Record<string, string>>) {
  return (key: string, property: JsonObject): JsonObject => {
    const description = getOwn(about, key);
    return description === undefined ? property : { ...property, description };
  };
}

export function optionsOf(union: JsonObject): JsonObject[] {
  const { oneOf, anyOf } = union;
  return [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
}

/** The words that a shape allows under `key`. */
export function wordsAt(shape: JsonObject, key: string): string[] {
  const { const: one, enum: several } = objectAt(objectAt(shape, 'properties'), key);
  return [...(typeof one === 'string' ? [one] : []), ...(Array.isArray(several) ? several.map(String) : [])];
}

/** `if` the word is this, `then` that: an editor's message is then about what was meant, not about every other shape. */
export function choice(key: string, cases: readonly (readonly [words: readonly string[], schema: JsonObject])[]) {
  return {
    type: 'object',
    required: [key],
    properties: { [key]: { enum: cases.flatMap(([words]) => words) } },
    allOf: cases.map(([words, schema]) => ({
      if: { required: [key], properties: { [key]: words.length === 1 ? { const: words[0] } : { enum: words } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: schema,
    })),
  };
}

export const OWN_KEYS_SCHEMA = {
  '^x-': true,
  '^ignore$': {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    description: 'In an outreach folder: fields that are left to the app, such as steps[0].content.',
  },
  '^protect$': {
    type: 'boolean',
    description: 'In an outreach folder: apply neither deletes it nor stops what starts it.',
  },
};
