// The JSON Schema (draft-07) of run files, made from the shapes of the contract. What a schema can say of the rules it
// says: which options exclude each other, and that there is one target. `action lint` finds the rest.

import { type JsonObject, objectAt } from '../json.ts';
import { choice, fileSchema, optionsOf, wordsAt } from '../json-schema.ts';
import { relationSchemas } from '../relations.ts';
import { ActionsInput } from './endpoints.ts';
import { RUN_TARGET_KEYS } from './enums.ts';
import { SEARCH_RELATIONS } from './relations.ts';

function withSearch(shape: JsonObject): JsonObject {
  const properties = objectAt(shape, 'properties');
  const options = { ...objectAt(properties, 'options'), allOf: relationSchemas(SEARCH_RELATIONS) };
  return { ...shape, required: ['type', 'options'], properties: { ...properties, options } };
}

/** The shapes of actions, each with what its options need. */
function actionSchema(union: JsonObject): JsonObject {
  return choice(
    'type',
    optionsOf(union).map((shape) => {
      const types = wordsAt(shape, 'type');
      return [types, types.includes('SEARCH_LEADS_FROM_NETWORK_COMPANY') ? withSearch(shape) : shape] as const;
    }),
  );
}

const text = { type: 'string', pattern: '\\S' };
const TARGETS = ['list', 'lists', ...RUN_TARGET_KEYS];

function pairsOf(names: readonly string[]): string[][] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
}

/** The schema of a run file: what a run takes, its target also as lists by name, `x-…` keys, `$schema`. */
export function runFileSchema(): JsonObject {
  const { $schema: draft, ...run } = fileSchema(ActionsInput);
  const properties = objectAt(run, 'properties');
  const actions = objectAt(properties, 'actions');
  const named = String(objectAt(actions, 'items')['$ref'] ?? '').replace('#/definitions/', '');
  const union = named === '' ? objectAt(actions, 'items') : objectAt(objectAt(run, 'definitions'), named);
  const { definitions: _, ...rest } = run;
  return {
    $schema: draft,
    title: 'Enrichment run',
    description: 'Actions for reach: `reach action lint`, `reach action run`.',
    ...rest,
    properties: {
      $schema: { type: 'string' },
      ...properties,
      actions: { ...actions, items: actionSchema(union) },
      list: { ...text, description: 'A list by its name or id.' },
      lists: {
        type: 'array',
        items: text,
        minItems: 1,
        description: 'Several lists.',
      },
    },
    patternProperties: { '^x-': true },
    // One target at most: a file may leave it to the flags of the command.
    not: { anyOf: pairsOf(TARGETS).map((required) => ({ required })) },
  };
}
