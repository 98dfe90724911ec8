// Schemas of files that may say names where the interface has ids.

import { isObject } from '../../../contract/json.ts';
import { nameKeyOf } from '../../../rules/name-keys.ts';

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
