// How a workflow is printed, and which version of it.

import type { Workflow } from '../../../contract/workflows/records.ts';
import { workflowGraph } from '../../../presentation/graph/workflow-model.ts';
import type { Session } from '../../session/session.ts';
import { workflowView } from '../../shared/views/workflows.ts';
import { workflowTree } from '../../terminal/graph/tree.ts';
import { printsWhole, wholeNumber } from '../../terminal/settings.ts';

// A workflow as commands print it: a card and the tree for a person, the whole record for a program.

/** The record. As table and as columns without its plan: the number of nodes instead. */
export async function printWorkflow(session: Session, workflow: Workflow): Promise<void> {
  const { settings } = session;
  const nodeCount = workflow.plan.nodes.length;
  if (settings.fields !== null || printsWhole(settings))
    return await session.print.record(workflowView, { ...workflow, nodeCount });
  const { plan: _plan, runtimeInputContract, published, trigger, ...head } = workflow;
  const input = [runtimeInputContract.status, ...(runtimeInputContract.acceptedKeys ?? [])].join(' ');
  await session.print.record(workflowView, {
    ...head,
    nodeCount,
    runInput: input,
    ...(trigger.type === 'WEBHOOK' && { webhookUrl: trigger.webhookUrl }),
    ...(published != null && { publishedAt: published.publishedAt }),
  });
}

/** The tree, for a person who is about to say yes: on stderr. */
export async function showTree(session: Session, body: unknown): Promise<void> {
  const { print, io } = session;
  await print.note((await workflowTree(workflowGraph(body), print.paint.stderr, io.stderr.columns)).trimEnd());
}

// `--published-version`, for commands that can read a version instead of the draft.

const VERSION_MAX = 1_000_000_000;

/** Throws UsageError for text that is not a version; undefined means the draft. */
export function publishedVersion(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber(text, '--published-version', 1, VERSION_MAX);
}
