import * as z from 'zod';
import {
  AnyId,
  CursorQuery,
  DateTime,
  Id,
  IdText,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedObject,
  wholeNumber,
} from '../common.ts';
import { endpoints, get, patch, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import {
  DECISIONS,
  RUN_STATUSES,
  STEP_STATUSES,
  TRIGGER_TYPES,
  WORKFLOW_ENTITIES,
  WORKFLOW_LIMITS,
  WORKFLOW_STATUSES,
} from './enums.ts';
import { Block, ConditionField, Plan, WorkflowInput } from './plan.ts';
import {
  Created,
  Decided,
  DraftEdit,
  Edited,
  PublishBody,
  Published,
  Run,
  RunSummary,
  Started,
  Verdict,
  Workflow,
  WorkflowCheck,
  WorkflowSummary,
} from './records.ts';

// The records of a run: what each step did to each record that reached it, and why it failed or skipped it.

export const RunRecordQuery = CursorQuery.extend({
  status: z.enum(STEP_STATUSES).optional(),
  /** Only records that have reached this step. */
  stepId: z.string().min(1).max(WORKFLOW_LIMITS.nodeIdMax).optional(),
});

const RunRecord = z.object({
  /** Of the contact or company. */
  id: AnyId,
  entity: z.enum(WORKFLOW_ENTITIES),
  /** Null where it has none, or was deleted. */
  name: z.string().nullable(),
  /** At the step: a record has one entry for each step that it has reached. */
  status: z.enum(STEP_STATUSES),
  stepId: z.string(),
  /** When it continues by itself; null where it does not wait, or waits for a decision. */
  dueAt: DateTime.nullable(),
  /** Why the step failed or skipped it, or why it was cancelled there. */
  reason: z.string().nullable(),
});

const RunRecords = undocumentedObject('the interface shows how many records are at a step, not which', () => ({
  records: z.array(RunRecord),
  nextCursor: z.string().nullable(),
  /** Until when they can be read; null while the run goes on. */
  keptUntil: DateTime.nullable(),
}));

const params = z.object({ workflowId: IdText });
const runParams = z.object({ runId: IdText });

export const workflows = endpoints({
  list: get('/v1/workflows', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'Workflows, oldest first',
    query: PageQuery.extend({
      search: undocumented(z.string().optional(), 'part of the name; a to z in any case'),
      status: undocumented(z.enum(WORKFLOW_STATUSES).optional(), 'list queries are not shown'),
      name: undocumented(z.string().optional(), 'exactly this name'),
    }),
    data: z.lazy(() => pageOf('workflows', WorkflowSummary)),
    command: 'workflow list',
  }),
  create: post('/v1/workflows', 'WORKFLOWS_WRITE', {
    given: 'scope',
    summary: 'Create a workflow: a draft, or published at once',
    body: WorkflowInput,
    checkedBy: 'rules',
    data: Created,
    command: 'workflow create',
  }),
  get: get('/v1/workflow/{workflowId}', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'One workflow: its draft, and what is published',
    params,
    query: z.object({
      version: undocumented(
        wholeNumber(1, 1_000_000_000).optional(),
        'plan and trigger of this published version in place of the draft: runs execute a version',
      ),
    }),
    data: Workflow,
    command: 'workflow show',
  }),
  validate: post('/v1/workflows/validate', 'WORKFLOWS_READ', {
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'Check a plan as if it were published; nothing is stored',
    body: WorkflowCheck,
    checkedBy: 'rules',
    data: z.lazy(() =>
      Verdict.unwrap().extend({
        plan: undocumented(Plan.nullable(), 'normalized, import sources applied; null where it is not a plan at all'),
      }),
    ),
    undocumented: 'the interface says "both validate and create" and shows no path for it',
    command: 'workflow validate',
  }),
  validateDraft: get('/v1/workflow/{workflowId}/validate-draft', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'Check the draft as if it were published',
    params,
    data: Verdict,
    command: 'workflow validate',
  }),
  editDraft: patch('/v1/workflow/{workflowId}/draft', 'WORKFLOWS_WRITE', {
    given: 'scope',
    refuses: ['conflict'],
    summary: 'Change the draft; the published version keeps running',
    params,
    body: DraftEdit,
    data: Edited,
    command: 'workflow update',
  }),
  publish: post('/v1/workflow/{workflowId}/publish', 'WORKFLOWS_WRITE', {
    given: 'scope',
    refuses: ['conflict'],
    summary: 'Publish the draft as the next version',
    params,
    body: PublishBody,
    data: Published,
    command: 'workflow publish',
  }),
  run: post('/v1/workflow/{workflowId}/run', 'WORKFLOWS_WRITE', {
    given: 'scope',
    refuses: ['conflict'],
    summary: 'Start a run of the published version',
    params,
    body: z.lazy(() => z.strictObject({ input: z.record(z.string(), z.unknown()).optional() })),
    data: Started,
    command: 'workflow run',
  }),
  runs: get('/v1/workflow/{workflowId}/runs', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'Runs of a workflow, newest first',
    params,
    query: PageQuery.extend({
      status: undocumented(z.enum(RUN_STATUSES).optional(), 'list queries are not shown'),
      triggerType: undocumented(z.enum(TRIGGER_TYPES).optional(), 'list queries are not shown'),
    }),
    data: z.lazy(() => pageOf('runs', RunSummary)),
    command: 'workflow runs',
  }),
  getRun: get('/v1/workflow-runs/{runId}', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'One run: its status, and how many records are where',
    params: runParams,
    data: Run,
    command: 'workflow status',
  }),
  runRecords: get('/v1/workflow-runs/{runId}/records', 'WORKFLOWS_READ', {
    summary: 'Records of a run: where each stands, and why a step failed or skipped it',
    params: runParams,
    query: RunRecordQuery,
    data: RunRecords,
    undocumented: 'the interface shows how many records are at a step, not which',
    command: 'workflow run-records',
  }),
  cancelRun: post('/v1/workflow-runs/{runId}/cancel', 'WORKFLOWS_WRITE', {
    refuses: ['conflict'],
    summary: 'Cancel a run that has not ended',
    params: runParams,
    data: Run,
    undocumented: 'how a run is cancelled is not shown',
    command: 'workflow cancel',
  }),
  decide: post('/v1/workflow-runs/{runId}/approvals', 'WORKFLOWS_WRITE', {
    refuses: ['conflict'],
    summary: 'Approve or reject records that wait for approval',
    params: runParams,
    body: lazyInput(() => ({
      stepId: z.string().min(1).max(WORKFLOW_LIMITS.nodeIdMax),
      decision: z.enum(DECISIONS),
      /** Records; left out, all that wait at the step. */
      ids: z.array(Id).min(1).max(LIMITS.listMembers).optional(),
    })),
    data: Decided,
    undocumented: 'how a record that waits for approval is approved is not shown',
    command: 'workflow approve',
  }),
  deliver: post('/wf/{webhookId}', 'WEBHOOK', {
    perMinute: LIMITS.deliveriesPerMinute,
    refuses: ['conflict'],
    summary: 'Deliver a payload to a published webhook trigger: starts a run',
    params: z.object({ webhookId: undocumented(z.string(), 'the interface writes <webhook_id>') }),
    body: z.lazy(() => z.record(z.string(), z.unknown())),
    checkedBy: 'rules',
    data: z.lazy(() => undocumented(Started, 'the answer of a delivery is not shown: that of a run')),
    command: 'workflow trigger',
  }),
  blocks: get('/v1/workflows/blocks', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'The block catalogue',
    data: z.lazy(() => z.object({ blocks: z.array(Block) })),
    command: 'workflow blocks',
  }),
  block: get('/v1/workflows/blocks/{blockId}', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'One block: its inputs, and which to configure or let flow',
    params: z.object({ blockId: z.string() }),
    data: Block,
    command: 'workflow blocks',
  }),
  conditionFields: get('/v1/workflows/condition-fields', 'WORKFLOWS_READ', {
    given: 'scope',
    summary: 'Fields that conditions may ask, with operators and fixed values',
    data: z.lazy(() => z.object({ fields: z.array(ConditionField) })),
    command: 'workflow fields',
  }),
  importInputs: get('/v1/workflows/import-inputs', 'WORKFLOWS_READ', {
    given: 'scope',
    refuses: ['not_found'],
    summary: 'Which import block a finder preview becomes, and its inputs',
    query: z.object({
      previewId: z.uuid(),
      maxCount: wholeNumber(1, WORKFLOW_LIMITS.importMax).optional(),
    }),
    data: lazyObject(() => ({
      blockId: z.string(),
      inputs: z.record(z.string(), z.unknown()),
      warnings: z.array(z.string()),
      source: z.object({ previewId: z.uuid(), maxCount: z.int().optional() }),
    })),
    command: 'finder preview',
  }),
});
