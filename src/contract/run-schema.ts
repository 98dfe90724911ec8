// The JSON Schema (draft-07) of run files, made from the shapes of the contract. What excludes what finds `action lint`.

import * as z from 'zod';
import { RUN_TARGET_KEYS } from './action-words.ts';
import { ActionsInput } from './actions.ts';

type Json = Record<string, unknown>;

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reasons of our own are no part of a file's schema. */
function withoutReasons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutReasons);
  if (!isJson(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== 'x-chosen');
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutReasons(inner)]));
}

const text = { type: 'string', minLength: 1 };

/** The schema of a run file: what a run takes, its target also as lists by name, `x-…` keys, `$schema`. */
export function runFileSchema(): Json {
  const made = z.toJSONSchema(ActionsInput, { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  const root = withoutReasons(made);
  const { $schema: draft, ...run } = isJson(root) ? root : {};
  const properties = isJson(run['properties']) ? run['properties'] : {};
  const targets = ['list', 'lists', ...RUN_TARGET_KEYS];
  return {
    $schema: draft,
    title: 'Enrichment run',
    description: 'Actions for reach: `reach action lint`, `reach action run`.',
    ...run,
    properties: {
      $schema: { type: 'string' },
      ...properties,
      list: { ...text, description: 'A list by its name, in place of ids.' },
      lists: { type: 'array', items: text, minItems: 1, description: 'Several lists by name.' },
    },
    patternProperties: { '^x-': true },
    // Exactly one target; a file may leave it to the flags of the command.
    not: { anyOf: pairsOf(targets).map((required) => ({ required })) },
  };
}

function pairsOf(names: readonly string[]): string[][] {
  return names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]));
}
