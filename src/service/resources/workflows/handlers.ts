import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { getBlock, listBlocks, listConditionFields } from './catalogue.ts';
import { editDraft } from './draft.ts';
import { importInputs } from './imports.ts';
import { publishDraft, versionSeen } from './publish.ts';
import { findRuns, getRun } from './run-view.ts';
import { cancelRun, decide } from './runs.ts';
import { deliverWebhook, runWorkflow } from './start.ts';
import { createWorkflow, findWorkflows, getWorkflow, validateBody, validateDraft } from './workflows.ts';

export const workflows: HandlersFor<Table['workflows']> = {
  list: ({ query }, context) => findWorkflows(context, query),
  create: ({ body }, context) => createWorkflow(context, body),
  get: ({ params, query }, context) => getWorkflow(context, params.workflowId, query.version),
  validate: ({ body }, context) => validateBody(context, body),
  validateDraft: ({ params }, context) => validateDraft(context, params.workflowId),
  editDraft: ({ params, body }, context) => editDraft(context, params.workflowId, body),
  publish: {
    prepare: ({ params }, context) => versionSeen(context, params.workflowId),
    handle: ({ params, body }, context, versionBefore) =>
      publishDraft(context, params.workflowId, body.revision, versionBefore),
  },
  run: ({ params, body }, context) => runWorkflow(context, params.workflowId, body.input),
  runs: ({ params, query }, context) => findRuns(context, params.workflowId, query),
  getRun: ({ params }, context) => getRun(context, params.runId),
  cancelRun: ({ params }, context) => cancelRun(context, params.runId),
  decide: ({ params, body }, context) => decide(context, params.runId, body),
  deliver: ({ params, body }, context) => deliverWebhook(context, params.webhookId, body),
  blocks: () => listBlocks(),
  block: ({ params }) => getBlock(params.blockId),
  conditionFields: (_, context) => listConditionFields(context),
  importInputs: ({ query }, context) => importInputs(context, query),
};
