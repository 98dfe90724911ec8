// The JSON Schema (draft-07) of run files, made from the shapes of the contract. What a schema can say of the rules it
// says: which options exclude each other, and that there is one target. The rest finds `action lint`.

import * as z from 'zod';
import { isObject } from '../json.ts';
import { ActionsInput } from './endpoints.ts';
import { RUN_TARGET_KEYS } from './enums.ts';

type Json = Record<string, unknown>;

function jsonAt(value: unknown, key: string): Json {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
}

/** Reasons of our own are no part of a file's schema. */
function withoutReasons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReasons);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'x-chosen');
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutReasons(inner)]));
}

const excludes = (key: string, ...others: string[]): Json => ({
  dependencies: { [key]: { properties: Object.fromEntries(others.map((other) => [other, false])) } },
});

/** Who is searched for at a company: `text` stands alone, `savedFilterId` not beside `filters`, one of four is there. */
const SEARCH: Json = {
  anyOf: ['text', 'savedFilterId', 'filters', 'keyword'].map((key) => ({ required: [key] })),
  allOf: [excludes('text', 'savedFilterId', 'filters', 'keyword'), excludes('savedFilterId', 'filters')],
};

/** `if` the type is this, `then` that: an editor's message is then about the action that was meant, not about all ten. */
function byType(union: Json): Json {
  const { oneOf, anyOf } = union;
  const shapes = [oneOf, anyOf].flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : []));
  const typeOf = (shape: Json) => jsonAt(jsonAt(shape, 'properties'), 'type')['const'];
  return {
    type: 'object',
    required: ['type'],
    properties: { type: { enum: shapes.map(typeOf) } },
    allOf: shapes.map((shape) => ({
      if: { required: ['type'], properties: { type: { const: typeOf(shape) } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: typeOf(shape) === 'SEARCH_LEADS_FROM_NETWORK_COMPANY' ? withSearch(shape) : shape,
    })),
  };
}

function withSearch(shape: Json): Json {
  const properties = jsonAt(shape, 'properties');
  return {
    ...shape,
    required: ['type', 'options'],
    properties: { ...properties, options: { ...jsonAt(properties, 'options'), ...SEARCH } },
  };
}

const text = { type: 'string', minLength: 1 };
const TARGETS = ['list', 'lists', ...RUN_TARGET_KEYS];

function pairsOf(names: readonly string[]): string[][] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
}

/** The schema of a run file: what a run takes, its target also as lists by name, `x-…` keys, `$schema`. */
export function runFileSchema(): Json {
  const made = z.toJSONSchema(ActionsInput, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  });
  const root = withoutReasons(made);
  const { $schema: draft, ...run } = isObject(root) ? root : {};
  const properties = jsonAt(run, 'properties');
  const actions = jsonAt(properties, 'actions');
  const named = String(jsonAt(actions, 'items')['$ref'] ?? '').replace('#/definitions/', '');
  const union = named === '' ? jsonAt(actions, 'items') : jsonAt(jsonAt(run, 'definitions'), named);
  const { definitions: _, ...rest } = run;
  return {
    $schema: draft,
    title: 'Enrichment run',
    description: 'Actions for reach: `reach action lint`, `reach action run`.',
    ...rest,
    properties: {
      $schema: { type: 'string' },
      ...properties,
      actions: { ...actions, items: byType(union) },
      list: { type: ['string', 'integer'], minLength: 1, description: 'A list by its name or id.' },
      lists: {
        type: 'array',
        items: { ...text, type: ['string', 'integer'] },
        minItems: 1,
        description: 'Several lists.',
      },
    },
    patternProperties: { '^x-': true },
    // One target at most: a file may leave it to the flags of the command.
    not: { anyOf: pairsOf(TARGETS).map((required) => ({ required })) },
  };
}
