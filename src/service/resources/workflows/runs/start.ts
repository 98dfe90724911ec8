import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { TriggerType, WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { entryOf } from '../../../../rules/workflows/plan/graph.ts';
import type { RunInput } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../../core/context.ts';
import { wakeRun } from '../execution/finish.ts';
import { insertRun } from '../queries/runs.ts';
import type { VersionRow } from '../queries/workflows.ts';

/** What a run starts with; already checked. */
export interface RunStart {
  readonly version: VersionRow;
  readonly triggerType: TriggerType;
  /** Replaces `__MANUAL_INPUT` in the entry; null for an entry with fixed records. */
  readonly seed: RunInput | null;
  /** Values of declared webhook inputs, by key. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export type StartedRun = ReplyOf<Table['workflows']['run']>;

function entityOf({ plan }: VersionRow): WorkflowEntity {
  const entry = entryOf(plan);
  const block = entry?.kind === 'BLOCK' ? blockOf(entry.blockId) : null;
  return block?.entities[0] ?? 'LEAD';
}

/** Starts a run in the open transaction; background work executes it. */
export async function startRun(
  context: Context,
  { version, triggerType, seed, payload }: RunStart,
): Promise<StartedRun> {
  const { tx, principal, now, causedBy = [] } = context;
  const { id, sequenceNumber } = await insertRun(tx, {
    workspaceId: principal.workspaceId,
    workflowId: version.workflowId,
    version: version.version,
    triggerType,
    entity: entityOf(version),
    input: { seed, payload },
    causedBy,
    maxCredits: version.maxCreditsPerRun,
    now,
  });
  await wakeRun(context, id);
  return { runId: id, status: 'RUNNING', sequenceNumber };
}
