import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { validateBody, validateDraft } from './check.ts';
import { getBlock, importInputs, listBlocks, listConditionFields } from './import-sources.ts';
import { getWorkflow, listWorkflows } from './read.ts';
import { cancelRun, getRun, listRunRecords, listRuns } from './runs/read.ts';
import { decide, runWorkflow } from './runs/start.ts';
import { deliverWebhook } from './triggers/deliver-webhook.ts';
import { createWorkflow, editDraft, publishDraft, versionBefore } from './write.ts';

export const workflows: HandlersFor<Table['workflows']> = {
  list: ({ query }, context) => listWorkflows(context, query),
  create: ({ body }, context) => createWorkflow(context, body),
  get: ({ params, query }, context) => getWorkflow(context, params.workflowId, query.version),
  validate: ({ body }, context) => validateBody(context, body),
  validateDraft: ({ params }, context) => validateDraft(context, params.workflowId),
  editDraft: ({ params, body }, context) => editDraft(context, params.workflowId, body),
  publish: {
    prepare: async ({ params }, context) => ({ version: await versionBefore(context, params.workflowId) }),
    handle: ({ params, body }, context, { version = 0 }) =>
      publishDraft(context, params.workflowId, body.revision, version),
  },
  run: ({ params, body }, context) => runWorkflow(context, params.workflowId, body.input),
  runs: ({ params, query }, context) => listRuns(context, params.workflowId, query),
  getRun: ({ params }, context) => getRun(context, params.runId),
  runRecords: ({ params, query }, context) => listRunRecords(context, params.runId, query),
  cancelRun: ({ params }, context) => cancelRun(context, params.runId),
  decide: ({ params, body }, context) => decide(context, params.runId, body),
  deliver: ({ params, body }, context) => deliverWebhook(context, params.webhookId, body),
  blocks: () => listBlocks(),
  block: ({ params }) => getBlock(params.blockId),
  conditionFields: (_, context) => listConditionFields(context),
  importInputs: ({ query }, context) => importInputs(context, query),
};
