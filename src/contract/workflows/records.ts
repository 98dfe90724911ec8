// What travels of a workflow beside plan and trigger (plan.ts): its record, its edits, its runs.

import * as z from 'zod';
import type { Answer } from '../answer.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  lazyInput,
  lazyObject,
  undocumented,
  undocumentedFields,
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import {
  DECISIONS,
  DRAFT_OPS_MAX,
  RUN_STATUSES,
  TRIGGER_TYPES,
  WEBHOOK_INPUT_TYPES,
  WORKFLOW_ENTITIES,
  WORKFLOW_LIMITS,
  WORKFLOW_STATUSES,
} from './enums.ts';
import {
  ApiCall,
  ImportSource,
  Intent,
  Manual,
  Plan,
  RuntimeInputContract,
  Schedule,
  Webhook,
  WorkflowInput,
} from './plan.ts';

export const WorkflowCheck = z.lazy(() =>
  WorkflowInput.unwrap()
    .partial({ name: true })
    .extend({
      publish: undocumented(
        z.boolean().optional(),
        'default true: as if publishing, as validate-draft does; false asks whether a draft may look so',
      ),
    }),
);

const OTHER_OPS = 'operation kinds other than updateStepInputs are not shown';

const id = z.string().min(1).max(WORKFLOW_LIMITS.nodeIdMax);
const fields = z.record(z.string(), z.unknown());

/** Only `updateStepInputs` is shown; the rest is undocumented. */
export const DraftOp = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** A node at the end of the plan; `after` wires the named slot (the first by default) of that node to it. */
    undocumented(
      z.strictObject({
        kind: z.literal('addStep'),
        node: fields,
        after: id.optional(),
        slot: z.int().min(0).optional(),
      }),
      OTHER_OPS,
    ),
    /** The slots that led to it are unwired. */
    undocumented(z.strictObject({ kind: z.literal('removeStep'), id }), OTHER_OPS),
    /** Replaces the inputs that are named; null takes one away. */
    z.strictObject({ kind: z.literal('updateStepInputs'), id, inputs: fields }),
    /** Replaces the fields that are named; null takes one away. A new `id` is followed by all slots. */
    undocumented(z.strictObject({ kind: z.literal('updateStep'), id, changes: fields }), OTHER_OPS),
    undocumented(z.strictObject({ kind: z.literal('setNext'), id, next: z.array(z.string()) }), OTHER_OPS),
    /** Null: the default again, MANUAL. */
    undocumented(z.strictObject({ kind: z.literal('setTrigger'), trigger: fields.nullable() }), OTHER_OPS),
    undocumented(z.strictObject({ kind: z.literal('setPlan'), plan: fields }), OTHER_OPS),
    undocumented(z.strictObject({ kind: z.literal('rename'), name: z.string() }), OTHER_OPS),
  ]),
);
export type DraftOp = z.output<typeof DraftOp>;

const Revision = z.string().min(1).max(100);

export const DraftEdit = lazyInput(() => ({
  ops: undocumentedValue(
    z.array(DraftOp).max(DRAFT_OPS_MAX).optional(),
    'may be left out where only the ceiling changes',
  ),
  revision: Revision.optional(),
  maxCreditsPerRun: z.int().min(1).nullish(),
  importSources: undocumented(
    z.array(ImportSource).max(WORKFLOW_LIMITS.nodes).optional(),
    'as in create, applied after the operations',
  ),
}));
export type DraftEdit = z.output<typeof DraftEdit>;

export const PublishBody = z.lazy(() => z.strictObject({ revision: Revision.optional() }));

/** A problem of a plan or trigger, with its path in the body. */
const WorkflowIssue = undocumentedObject('the shape of a problem is not shown', () => ({
  path: z.string(),
  code: z.string(),
  message: z.string(),
}));

/** Whether a plan may be published, and everything that is wrong with it. */
export const Verdict = lazyObject(() => ({
  isValid: z.boolean(),
  errors: z.array(WorkflowIssue),
  warnings: z.array(WorkflowIssue),
}));

/** What reading adds to a webhook: where to deliver, null until a version with it is published, and what. */
const delivery = {
  webhookUrl: undocumented(z.url().nullable(), 'null where nothing is published yet'),
  webhookInputs: z.array(
    z.object({
      key: z.string(),
      type: undocumented(z.enum(WEBHOOK_INPUT_TYPES), 'scalar and array types are not shown by name'),
    }),
  ),
};

function readTrigger<W extends z.ZodObject>(webhook: W) {
  return z.discriminatedUnion('type', [Manual, Schedule.unwrap(), webhook, ApiCall, Intent.unwrap()]);
}

const ReadTrigger = z.lazy(() => readTrigger(Webhook.unwrap().extend(delivery)));

const head = {
  id: AnyId,
  appUrl: AppUrl,
  name: z.string(),
  status: z.enum(WORKFLOW_STATUSES),
  isPublished: z.boolean(),
  /** Of the version that runs execute; null before the first. */
  version: z.int().nullable(),
  /** Whether the draft differs from the published version. */
  hasUnpublishedChanges: z.boolean(),
  triggerType: z.enum(TRIGGER_TYPES),
  maxCreditsPerRun: z.int().nullable(),
  /** When the schedule of the published version fires next; null without one. */
  nextRunAt: DateTime.nullable(),
  /** Equal to `updatedAt`. */
  revision: DateTime,
  createdAt: DateTime,
  updatedAt: DateTime,
};

export const WorkflowSummary = undocumentedObject('the fields of a list are not shown', () => ({
  ...head,
  nodeCount: z.int(),
}));
export type WorkflowSummary = z.output<typeof WorkflowSummary>;

/** One workflow: the draft, or the version that was asked for, and what is published. */
export const Workflow = lazyObject(() => ({
  ...undocumentedFields(
    {
      ...head,
      ownerId: AnyId,
      published: z
        .object({
          version: z.int(),
          publishedAt: DateTime,
          triggerType: z.enum(TRIGGER_TYPES),
          maxCreditsPerRun: z.int().nullable(),
        })
        .nullable(),
    },
    'the interface shows runtimeInputContract, revision, trigger and plan',
  ),
  revision: head.revision,
  plan: Plan,
  trigger: ReadTrigger,
  /** Of the published version; of the draft before the first. */
  runtimeInputContract: RuntimeInputContract,
}));
export type Workflow = Answer<typeof Workflow>;

/** Of the trigger of a version published just now: the secret goes with it. */
const PublishedTrigger = z.lazy(() =>
  readTrigger(Webhook.unwrap().extend({ ...delivery, webhookSecret: z.string().optional() })),
);

export const Created = lazyObject(() => ({
  id: AnyId,
  isPublished: z.boolean(),
  warnings: z.array(WorkflowIssue),
  appUrl: undocumented(AppUrl, 'as every record has it'),
  version: undocumented(z.int().nullable(), 'as publish answers it'),
  revision: undocumented(DateTime, 'so that the next edit needs no read'),
  trigger: undocumented(PublishedTrigger, 'where to deliver, and the secret where one was issued'),
}));

export const Edited = lazyObject(() => ({
  revision: DateTime,
  id: undocumented(AnyId, 'only the new revision is shown; from here on the draft as it is now'),
  name: z.string(),
  plan: Plan,
  trigger: ReadTrigger,
  maxCreditsPerRun: z.int().nullable(),
  warnings: z.array(WorkflowIssue),
}));

export const Published = lazyObject(() => ({
  version: z.int(),
  isPublished: z.boolean(),
  id: undocumented(AnyId, 'only version and isPublished are shown'),
  revision: undocumented(DateTime, 'publishing changes updatedAt, and so the revision'),
  warnings: undocumented(z.array(WorkflowIssue), 'as create answers them'),
  trigger: undocumented(PublishedTrigger, 'where to deliver, and the secret where one was issued'),
}));

export const Started = z.lazy(() => z.object({ runId: AnyId, status: z.enum(RUN_STATUSES), sequenceNumber: z.int() }));

const runHead = {
  runId: AnyId,
  sequenceNumber: z.int(),
  status: z.enum(RUN_STATUSES),
  triggerType: z.enum(TRIGGER_TYPES),
  version: z.int(),
  startedAt: DateTime,
  finishedAt: DateTime.nullable(),
  distinctEntityCount: z.int(),
  creditsUsed: z.number(),
};

export const RunSummary = z.lazy(() => undocumented(z.object(runHead), 'only triggerType is shown'));

/** A run, and how many records are where. */
export const Run = lazyObject(() => ({
  ...undocumentedFields(
    {
      ...runHead,
      workflowId: AnyId,
      appUrl: AppUrl,
      entity: z.enum(WORKFLOW_ENTITIES),
      maxCreditsPerRun: z.int().nullable(),
      /** Why it ended as it did, where that needs saying. */
      reason: z.string().nullable(),
    },
    'the interface shows status, distinctEntityCount and steps with stepId, stepType and statusCounts',
  ),
  status: runHead.status,
  distinctEntityCount: runHead.distinctEntityCount,
  steps: z.array(
    z.object({
      stepId: z.string(),
      stepType: z.string(),
      /** Status → how many records; those without records are left out. */
      statusCounts: z.record(z.string(), z.int()),
    }),
  ),
}));
export type Run = Answer<typeof Run>;

export const Decided = lazyObject(() => ({
  runId: AnyId,
  stepId: z.string(),
  decision: z.enum(DECISIONS),
  decided: z.int(),
  /** Still waiting at the step. */
  waiting: z.int(),
}));
