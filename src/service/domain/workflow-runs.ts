// Runs: how they begin, and how they are ended from outside.

import type { ReplyOf } from '../../contract/endpoint.ts';
import type { Table } from '../../contract/table.ts';
import type { Decision } from '../../contract/workflow-run-words.ts';
import type { TriggerType, WorkflowEntity } from '../../contract/workflow-words.ts';
import { blockOf } from '../../rules/workflows/catalogue.ts';
import { entryOf } from '../../rules/workflows/graph.ts';
import type { RunInput } from '../../rules/workflows/runtime-input.ts';
import { insertRun } from '../store/workflow-runs.ts';
import type { VersionRow } from '../store/workflows.ts';
import type { Context } from './context.ts';
import { Refusal } from './refusal.ts';
import { runOf, showRun } from './workflow-run-show.ts';

/** What a run begins with, checked already. */
export interface RunStart {
  readonly version: VersionRow;
  readonly triggerType: TriggerType;
  /** What takes the place of `__MANUAL_INPUT` in the entry; null for an entry that is fixed. */
  readonly seed: RunInput | null;
  /** Values of declared webhook inputs, by key. */
  readonly payload: Readonly<Record<string, unknown>>;
}

function entityOf({ plan }: VersionRow): WorkflowEntity {
  const entry = entryOf(plan);
  const block = entry?.kind === 'BLOCK' ? blockOf(entry.blockId) : null;
  return block?.entities[0] ?? 'LEAD';
}

/** Starts a run, in the transaction that is open. */
export async function startRun(
  context: Context,
  { version, triggerType, seed, payload }: RunStart,
): Promise<ReplyOf<Table['workflows']['run']>> {
  const { tx, who, now, causedBy = [] } = context;
  const { id, sequenceNumber } = await insertRun(tx, {
    workspaceId: who.workspaceId,
    workflowId: version.workflowId,
    version: version.version,
    triggerType,
    entity: entityOf(version),
    input: { seed, payload },
    causedBy,
    maxCredits: version.maxCreditsPerRun,
    now,
  });
  return { runId: id, status: 'RUNNING', sequenceNumber };
}

/** Throws Refusal `not_found`; `conflict` for a run that has ended. */
export async function cancelRun(context: Context, runId: number): Promise<ReplyOf<Table['workflows']['cancelRun']>> {
  const run = await runOf(context, runId);
  if (run.status !== 'RUNNING') throw new Refusal('conflict', `Run ${runId} has ended: it is ${run.status}`);
  return showRun(context, run);
}

export interface DecisionAsked {
  readonly stepId: string;
  readonly decision: Decision;
  readonly ids?: readonly number[] | undefined;
}

/** Throws Refusal `not_found`; `conflict` where nobody waits. */
export async function decide(
  context: Context,
  runId: number,
  { stepId }: DecisionAsked,
): Promise<ReplyOf<Table['workflows']['decide']>> {
  await runOf(context, runId);
  throw new Refusal('conflict', `No record of run ${runId} waits for approval at step ${stepId}`);
}
