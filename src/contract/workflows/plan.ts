// The shapes of a workflow: plan, nodes, trigger, and what a create takes.

import * as z from 'zod';
import { filledText, Id, lazyInput, lazyObject, undocumented, undocumentedObject } from '../common.ts';
import {
  BLOCK_GROUPS,
  BLOCK_INPUT_TYPES,
  CONDITION_DATA_TYPES,
  CONDITION_FIELD_GROUPS,
  CONDITION_OPERATORS,
  CONTRACT_STATUSES,
  RESOLUTIONS,
  SCHEDULE_DEFINITIONS,
  SIGNAL_KINDS,
  WEBHOOK_INPUT_TYPES,
  WORKFLOW_ENTITIES,
  WORKFLOW_LIMITS,
} from './enums.ts';

const NodeId = filledText(WORKFLOW_LIMITS.nodeIdMax);
/** The id of a node, or an empty string for a slot that is not wired. */
const Slot = z.string().max(WORKFLOW_LIMITS.nodeIdMax);

/** In place of a value: the declared webhook input it comes from. */
export const Binding = z.lazy(() => z.strictObject({ webhookInputKey: filledText(WORKFLOW_LIMITS.inputKeyMax) }));

export const BlockNode = lazyInput(() => ({
  id: NodeId,
  kind: z.literal('BLOCK'),
  blockId: filledText(WORKFLOW_LIMITS.nodeIdMax),
  inputs: undocumented(z.record(z.string(), z.unknown()).optional(), 'may be left out where a block needs none'),
  next: undocumented(z.array(Slot).max(2), 'an empty list ends the path; [""] is a slot that is not wired'),
}));

const Value = z.union([z.string(), z.number(), z.boolean()]);

const OPERATORS_WHY =
  'the operators of a workflow condition are not shown: those of lead_field, and what lists and dates need';

const conditionName = undocumented(
  z.string().max(WORKFLOW_LIMITS.nameMax).optional(),
  'as fallbackName names the fallback',
);

export const RandomSplit = lazyInput(() => ({
  type: z.literal('RANDOM_SPLIT'),
  percentage: z.int().min(1).max(WORKFLOW_LIMITS.percentMax),
  name: conditionName,
}));

export const Predicate = lazyInput(() => ({
  field: filledText(WORKFLOW_LIMITS.nameMax),
  operator: undocumented(z.enum(CONDITION_OPERATORS), OPERATORS_WHY),
  value: undocumented(
    z.union([Value, z.array(Value).max(WORKFLOW_LIMITS.valuesMax), Binding]).optional(),
    'the interface does not show what a predicate compares with; left out for IS_EMPTY and IS_NOT_EMPTY',
  ),
  name: conditionName,
}));

/** One branch of a CONDITIONAL: a predicate over a field, or a share of the records. */
export const FlowCondition = z.lazy(() => z.union([RandomSplit, Predicate]));
export type FlowCondition = z.output<typeof FlowCondition>;

export const ConditionalNode = lazyInput(() => ({
  id: NodeId,
  kind: z.literal('CONDITIONAL'),
  conditions: z.array(FlowCondition).max(WORKFLOW_LIMITS.conditions),
  fallbackName: undocumented(z.string().max(WORKFLOW_LIMITS.nameMax).optional(), 'may be left out'),
  next: z.array(Slot).max(WORKFLOW_LIMITS.conditions + 1),
}));

export const KingNode = lazyInput(() => ({
  id: NodeId,
  kind: z.literal('KING'),
  groupBy: undocumented(z.string().max(WORKFLOW_LIMITS.nameMax).nullish(), 'a draft may leave it open'),
  orderBy: undocumented(z.string().max(WORKFLOW_LIMITS.nameMax).nullish(), 'a draft may leave it open'),
  limit: z.int().min(1).max(WORKFLOW_LIMITS.kingLimitMax).optional(),
  next: z.array(Slot).length(2),
}));

export const WorkflowNode = z.lazy(() =>
  z
    .discriminatedUnion('kind', [BlockNode.unwrap(), ConditionalNode.unwrap(), KingNode.unwrap()])
    .meta({ id: 'WorkflowNode' }),
);
export type WorkflowNode = z.output<typeof WorkflowNode>;
export type BlockNode = Extract<WorkflowNode, { kind: 'BLOCK' }>;
export type ConditionalNode = Extract<WorkflowNode, { kind: 'CONDITIONAL' }>;
export type KingNode = Extract<WorkflowNode, { kind: 'KING' }>;

export const Plan = z.lazy(() =>
  z
    .strictObject({
      name: z.string().max(WORKFLOW_LIMITS.nameMax).optional(),
      nodes: z.array(WorkflowNode).max(WORKFLOW_LIMITS.nodes),
    })
    .meta({ id: 'WorkflowPlan' }),
);
export type Plan = z.output<typeof Plan>;

export const Recurrence = lazyInput(() => ({
  byWeekday: z.array(z.int().min(0).max(6)).min(1).max(7).optional(),
  interval: undocumented(
    z.int().min(1).max(WORKFLOW_LIMITS.intervalMax).optional(),
    'the interface describes an every-N-periods interval and does not show its name',
  ),
  endDate: undocumented(
    z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
    'the interface describes an end date and does not show its name; a day counts whole, in the timezone',
  ),
}));

export const Manual = z.strictObject({ type: z.literal('MANUAL'), entity: z.enum(WORKFLOW_ENTITIES).optional() });
export const Schedule = lazyInput(() => ({
  type: z.literal('SCHEDULE'),
  definition: z.enum(SCHEDULE_DEFINITIONS),
  startsAt: z.iso.datetime({ offset: true }),
  timezone: filledText(WORKFLOW_LIMITS.nameMax),
  recurrence: Recurrence.optional(),
}));

export const WebhookInput = lazyInput(() => ({
  key: filledText(WORKFLOW_LIMITS.inputKeyMax),
  type: undocumented(z.enum(WEBHOOK_INPUT_TYPES), 'scalar and array types are not shown by name'),
  label: undocumented(z.string().max(WORKFLOW_LIMITS.nameMax).optional(), 'may be left out'),
}));
export type WebhookInput = z.output<typeof WebhookInput>;

export const Webhook = lazyInput(() => ({
  type: z.literal('WEBHOOK'),
  inputs: undocumented(
    z.array(WebhookInput).max(WORKFLOW_LIMITS.webhookInputs).optional(),
    'a webhook with no declared inputs may leave them out',
  ),
}));
export const ApiCall = z.strictObject({ type: z.literal('API') });

export const Signal = lazyInput(() => ({
  kind: z.enum(SIGNAL_KINDS),
  listId: undocumented(Id.optional(), 'only this list, for *_ADDED_TO_LIST; all lists without it'),
  field: undocumented(
    z.string().max(WORKFLOW_LIMITS.nameMax).optional(),
    'only this field, for *_PROPERTY_UPDATED; all fields without it',
  ),
}));
export type Signal = z.output<typeof Signal>;

export const Intent = z.lazy(() => z.strictObject({ type: z.literal('INTENT'), signal: Signal }));

/** What starts a workflow. Left out, it is MANUAL. */
export const Trigger = z.lazy(() =>
  z
    .discriminatedUnion('type', [Manual, Schedule.unwrap(), Webhook.unwrap(), ApiCall, Intent.unwrap()])
    .meta({ id: 'WorkflowTrigger' }),
);
export type Trigger = z.output<typeof Trigger>;
export type ScheduleTrigger = Extract<Trigger, { type: 'SCHEDULE' }>;

export const PreviewSource = lazyInput(() => ({
  previewId: z.uuid(),
  maxCount: undocumented(
    z.int().min(1).max(WORKFLOW_LIMITS.importMax).optional(),
    'the greatest number is not shown; left out, the block has no maximum of its own',
  ),
}));

export const ImportSource = z.lazy(() => z.strictObject({ nodeId: NodeId, source: PreviewSource }));
export type ImportSource = z.output<typeof ImportSource>;

export const WorkflowInput = lazyInput(() => ({
  name: filledText(WORKFLOW_LIMITS.nameMax),
  trigger: Trigger.optional(),
  plan: Plan,
  maxCreditsPerRun: z.int().min(1).nullish(),
  importSources: z.array(ImportSource).max(WORKFLOW_LIMITS.nodes).optional(),
  publish: z.boolean().optional(),
}));
export type WorkflowInput = z.output<typeof WorkflowInput>;

export const Block = undocumentedObject('the shape of the catalogue is not shown', () => ({
  blockId: z.string(),
  label: z.string(),
  description: z.string(),
  /** What may flow through it; both where it does not matter. */
  entities: z.array(z.enum(WORKFLOW_ENTITIES)),
  group: z.enum(BLOCK_GROUPS),
  creditsPerRecord: z.number(),
  /** Names of its slots in order; none for a block that ends the path. */
  slots: z.array(z.string()),
  /** Whether it can be the entry. */
  isEntry: z.boolean(),
  inputs: z.array(
    z.object({
      key: z.string(),
      type: z.enum(BLOCK_INPUT_TYPES),
      required: z.boolean(),
      valueShape: z.string(),
      resolution: z.enum(RESOLUTIONS),
      description: z.string(),
    }),
  ),
  undocumented: z.string().optional(),
}));
export type Block = z.output<typeof Block>;

const FIELD_WHY = 'of a condition field only its operators and fixed values are shown';

export const ConditionField = lazyObject(() => ({
  id: z.string(),
  label: undocumented(z.string(), FIELD_WHY),
  group: undocumented(z.enum(CONDITION_FIELD_GROUPS), 'the kinds of fields are shown, not the words for them'),
  entities: undocumented(z.array(z.enum(WORKFLOW_ENTITIES)), FIELD_WHY),
  dataType: undocumented(z.enum(CONDITION_DATA_TYPES), FIELD_WHY),
  operatorIds: undocumented(z.array(z.enum(CONDITION_OPERATORS)), OPERATORS_WHY),
  valueOptions: z
    .array(
      z.object({
        value: undocumented(z.union([z.string(), z.number(), z.boolean()]), FIELD_WHY),
        label: undocumented(z.string(), FIELD_WHY),
      }),
    )
    .optional(),
}));
export type ConditionField = z.output<typeof ConditionField>;

/** What a run call may or must bring. */
export const RuntimeInputContract = lazyObject(() => ({
  status: undocumented(z.enum(CONTRACT_STATUSES), 'the name of the third status is not shown'),
  acceptedKeys: z.array(z.string()).optional(),
  exampleBody: z.record(z.string(), z.unknown()).optional(),
  reason: undocumented(z.string().optional(), 'why runs are rejected'),
}));
export type RuntimeInputContract = z.output<typeof RuntimeInputContract>;
