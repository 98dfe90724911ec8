// The JSON Schema (draft-07) of workflow files, made from the shapes of the contract and the block catalogue. What a
// schema can say of the rules it says: which inputs each block takes, how many slots it has. The rest finds `workflow lint`.

import * as z from 'zod';
import { isObject } from '../json.ts';
import { NODE_KINDS, type NodeKind, TRIGGER_TYPES, type TriggerType } from './enums.ts';
import { type Block, WorkflowInput } from './plan.ts';

type Json = Record<string, unknown>;

const ABOUT_KIND: Readonly<Record<NodeKind, string>> = {
  BLOCK: 'A step: a block of the catalogue with its inputs.',
  CONDITIONAL: 'Ways apart: next has one node per condition, in order, and the fallback last.',
  KING: 'The best of each group go one way, the rest the other: next is [prioritized, remaining].',
};

const ABOUT_TRIGGER: Readonly<Record<TriggerType, string>> = {
  MANUAL: 'Started by a run call or in the app.',
  SCHEDULE: 'Fires on a recurrence in its time zone; startsAt is the first time, with Z or an offset.',
  WEBHOOK: 'Fires on a delivery to its URL, which publishing issues.',
  API: 'Started by a call.',
  INTENT: 'Fires on a signal of the platform.',
};

const ABOUT_FIELD: Readonly<Record<string, string>> = {
  id: 'A name of the node that stays the same; next of other nodes points to it.',
  next: 'Ids of the nodes it leads to, one per slot; "" is an open slot, [] ends the path of a BLOCK.',
  blockId: 'A block of `reach workflow blocks`.',
  inputs: 'What the block is to do. Ids of records stand on the entry only: elsewhere they come with the records.',
  conditions: 'One way each: { field, operator, value } or { type: RANDOM_SPLIT, percentage }.',
  field: 'A field of `reach workflow fields`.',
  maxCreditsPerRun: 'A run stops when it has used this many credits.',
  importSources: 'Import nodes that take their inputs from a preview when the file is sent.',
  publish: 'Whether to publish at once.',
};

function jsonAt(value: Json, key: string): Json {
  const inner = value[key];
  return isObject(inner) ? inner : {};
}

/** Walks the whole schema: named properties get what is to be said about them, reasons of our own go. */
function described(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(described);
  if (!isObject(value)) return value;
  const kept: Json = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key === 'x-chosen') continue;
    const walked = described(inner);
    kept[key] = key === 'properties' && isObject(walked) ? withDescriptions(walked) : walked;
  }
  return kept;
}

const withDescriptions = (properties: Json): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => {
      const about = ABOUT_FIELD[name];
      return [name, isObject(one) && about !== undefined ? { ...one, description: about } : one];
    }),
  );

/** The shapes of a union by the word each of them has under `key`. */
function byWord(union: Json, key: string): ReadonlyMap<string, Json> {
  const shapes = [union['oneOf'], union['anyOf']].find((list) => Array.isArray(list));
  const found = (Array.isArray(shapes) ? shapes : []).filter(isObject);
  return new Map(found.map((shape) => [String(jsonAt(jsonAt(shape, 'properties'), key)['const']), shape]));
}

/** `if` the word is this, `then` that: an editor's message is then about what was meant. */
function choice(key: string, words: readonly string[], schemaOf: (word: string) => Json, required = true): Json {
  return {
    type: 'object',
    ...(required && { required: [key] }),
    properties: { [key]: { enum: words } },
    allOf: words.map((word) => ({
      if: { required: [key], properties: { [key]: { const: word } } },
      // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
      then: schemaOf(word),
    })),
  };
}

/** What a node of one block looks like, beside its id and kind: its inputs by name, its slots by number. */
function blockSchema({ label, description, inputs, slots }: Block): Json {
  const own = inputs.filter(({ resolution }) => resolution === 'configure');
  const properties = own.map(({ key, description: about, valueShape }) => [
    key,
    { description: `${about} ${valueShape}` },
  ]);
  return {
    description: `${label}. ${description}`,
    properties: {
      inputs: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
      next: { minItems: slots.length > 1 ? slots.length : 0, maxItems: slots.length },
    },
  };
}

function nodeSchema(union: Json, blocks: readonly Block[]): Json {
  const shapes = byWord(union, 'kind');
  const ofBlock = choice(
    'blockId',
    blocks.map(({ blockId }) => blockId),
    (word) => {
      const block = blocks.find(({ blockId }) => blockId === word);
      return block === undefined ? {} : blockSchema(block);
    },
  );
  return choice('kind', NODE_KINDS, (word) => {
    const shape = { ...(shapes.get(word) ?? {}), patternProperties: { '^x-': true } };
    const about = NODE_KINDS.find((kind) => kind === word);
    const said = { ...shape, ...(about !== undefined && { description: ABOUT_KIND[about] }) };
    return word === 'BLOCK' ? { ...said, allOf: [ofBlock] } : said;
  });
}

function triggerSchema(union: Json): Json {
  const shapes = byWord(union, 'type');
  return choice('type', TRIGGER_TYPES, (word) => {
    const type = TRIGGER_TYPES.find((name) => name === word);
    return { ...(shapes.get(word) ?? {}), ...(type !== undefined && { description: ABOUT_TRIGGER[type] }) };
  });
}

/** The schema of a workflow file: what a create takes, `nodes` at the top or in a `plan`, `x-…` keys, `$schema`. */
export function workflowFileSchema(blocks: readonly Block[]): Json {
  const made = described(z.toJSONSchema(WorkflowInput, { target: 'draft-7', io: 'input', unrepresentable: 'any' }));
  const { $schema: draft, ...root } = isObject(made) ? made : {};
  const definitions = jsonAt(root, 'definitions');
  const plan = jsonAt(definitions, 'WorkflowPlan');
  const required = Array.isArray(root['required']) ? root['required'].filter((key) => key !== 'plan') : [];
  return {
    $schema: draft,
    title: 'Workflow',
    description: 'A workflow for reach: `reach workflow lint`, `graph`, `create`.',
    ...root,
    required,
    oneOf: [{ required: ['nodes'] }, { required: ['plan'] }],
    properties: {
      $schema: { type: 'string' },
      ...jsonAt(root, 'properties'),
      nodes: { ...jsonAt(jsonAt(plan, 'properties'), 'nodes'), description: 'The nodes of the plan.' },
    },
    patternProperties: { '^x-': true },
    definitions: {
      ...definitions,
      WorkflowPlan: { ...plan, patternProperties: { '^x-': true } },
      WorkflowNode: nodeSchema(jsonAt(definitions, 'WorkflowNode'), blocks),
      WorkflowTrigger: triggerSchema(jsonAt(definitions, 'WorkflowTrigger')),
    },
  };
}
