// The JSON Schema (draft-07) of workflow files, made from the shapes of the contract and the block catalogue. What a
// schema can say of the rules it says: which inputs each block takes, how many slots it has. `workflow lint` finds the rest.

import { durationPattern } from '../durations.ts';
import { type JsonObject, objectAt } from '../json.ts';
import { choice, describedBy, fileSchema, OWN_KEYS_SCHEMA, optionsOf, wordsAt } from '../json-schema.ts';
import {
  type BlockInputType,
  MANUAL_INPUT,
  NODE_KINDS,
  type NodeKind,
  TRIGGER_TYPES,
  type TriggerType,
  WAIT_BLOCK_UNITS,
} from './enums.ts';
import { type Block, WorkflowInput } from './plan.ts';

const ABOUT_KIND: Readonly<Record<NodeKind, string>> = {
  BLOCK: 'A step: a block of the catalogue with its inputs.',
  CONDITIONAL: 'Branches: next has one node per condition, in order, and the fallback last.',
  KING: 'Separates the best of each group from the rest: next is [prioritized, remaining].',
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
  inputs: 'What the block is to do. Ids of records belong in the entry only: elsewhere they come with the records.',
  conditions: 'One branch each: { field, operator, value } or { type: RANDOM_SPLIT, percentage }.',
  field: 'A field of `reach workflow fields`.',
  maxCreditsPerRun: 'A run stops when it has used this many credits.',
  importSources: 'Import nodes that take their inputs from a preview when the file is sent.',
  publish: 'Whether to publish at once.',
};

const id = { type: 'integer', minimum: 1 };
const binding = { webhookInputKey: { type: 'string', pattern: '\\S' } };

/** Text that is not a value: none yet, or one that comes with the records. */
const UNSET = `^(${MANUAL_INPUT})?$`;

/** What an input takes beside its own kind: nothing, or `{ webhookInputKey }`. */
const besides = (types: readonly string[], schema: JsonObject = {}): JsonObject => ({
  type: [...types, 'object', 'null', ...(types.includes('string') ? [] : ['string'])],
  ...(!types.includes('string') && { pattern: UNSET }),
  properties: binding,
  ...schema,
});

function inputSchema(type: BlockInputType): JsonObject {
  switch (type) {
    case 'boolean':
    case 'number':
    case 'integer':
      return besides([type]);
    case 'string':
      return besides(['string']);
    case 'stringArray':
      return besides(['array'], { items: { type: 'string' } });
    case 'leadIds':
    case 'companyIds':
      return besides(['array'], { items: id });
    case 'campaignId':
      return besides(['integer', 'string'], { minimum: 1, pattern: '^$|\\S' });
    case 'span':
      return besides([], {
        pattern: `^$|${durationPattern(WAIT_BLOCK_UNITS, true)}`,
        properties: { ...binding, value: { type: 'integer' }, unit: { type: 'string' } },
      });
    case 'companyPayload':
      return besides([]);
    // A search has fields of its own.
    case 'object':
      return besides([], { properties: {} });
    default:
      return besides(['integer'], { minimum: 1 });
  }
}

/** What a node of one block looks like, beside its id and kind: its inputs by name, its slots by number. */
function blockSchema({ label, description, inputs, slots }: Block): JsonObject {
  const own = inputs.filter(({ resolution }) => resolution === 'configure');
  const properties = own.map(({ key, type, description: about, valueShape }) => [
    key,
    { description: `${about} ${valueShape}`, ...inputSchema(type) },
  ]);
  return {
    description: `${label}. ${description}`,
    properties: {
      inputs: { type: 'object', properties: Object.fromEntries(properties), additionalProperties: false },
      next: { minItems: slots.length > 1 ? slots.length : 0, maxItems: slots.length },
    },
  };
}

function nodeSchema(union: JsonObject, blocks: readonly Block[]): JsonObject {
  const ofBlock = choice(
    'blockId',
    blocks.map((block) => [[block.blockId], blockSchema(block)] as const),
  );
  return choice(
    'kind',
    NODE_KINDS.map((kind) => {
      const shape = optionsOf(union).find((one) => wordsAt(one, 'kind').includes(kind));
      const described = { ...shape, patternProperties: { '^x-': true }, description: ABOUT_KIND[kind] };
      return [[kind], kind === 'BLOCK' ? { ...described, allOf: [ofBlock] } : described] as const;
    }),
  );
}

function triggerSchema(union: JsonObject): JsonObject {
  return choice(
    'type',
    TRIGGER_TYPES.map((type) => {
      const shape = optionsOf(union).find((one) => wordsAt(one, 'type').includes(type));
      return [[type], { ...shape, description: ABOUT_TRIGGER[type] }] as const;
    }),
  );
}

/** The schema of a workflow file: what a create takes, `nodes` at the top or in a `plan`, `x-…` keys, `$schema`. */
export function workflowFileSchema(blocks: readonly Block[]): JsonObject {
  const { $schema: draft, ...root } = fileSchema(WorkflowInput, describedBy(ABOUT_FIELD));
  const definitions = objectAt(root, 'definitions');
  const plan = objectAt(definitions, 'WorkflowPlan');
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
      ...objectAt(root, 'properties'),
      nodes: { ...objectAt(objectAt(plan, 'properties'), 'nodes'), description: 'The nodes of the plan.' },
    },
    patternProperties: OWN_KEYS_SCHEMA,
    definitions: {
      ...definitions,
      WorkflowPlan: { ...plan, patternProperties: { '^x-': true } },
      WorkflowNode: nodeSchema(objectAt(definitions, 'WorkflowNode'), blocks),
      WorkflowTrigger: triggerSchema(objectAt(definitions, 'WorkflowTrigger')),
    },
  };
}
