// A signal starts a run of every published workflow that listens to it, with the records it is about.

import { isObject } from '../../../../contract/json.ts';
import type { WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import type { Signal } from '../../../../contract/workflows/plan.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { entryOf } from '../../../../rules/workflows/plan/graph.ts';
import { type RunInput, runtimeInputContract } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Context } from '../../../core/context.ts';
import { listenersTo } from '../queries/triggers.ts';
import { publishedWorkflow, type VersionRow } from '../queries/workflows.ts';
import { startRun } from '../runs/start.ts';

export interface HandledSignal {
  readonly kind: string;
  readonly entity: WorkflowEntity;
  readonly ids: readonly number[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly causedBy: readonly number[];
}

export function handledSignalOf(payload: Readonly<Record<string, unknown>>): HandledSignal {
  const { kind, entity, ids, details, causedBy } = payload;
  return {
    kind: String(kind),
    entity: entity === 'COMPANY' ? 'COMPANY' : 'LEAD',
    ids: Array.isArray(ids) ? ids.map(Number) : [],
    details: isObject(details) ? details : {},
    causedBy: Array.isArray(causedBy) ? causedBy.map(Number) : [],
  };
}

export async function startRunsFor(context: Context, signal: HandledSignal): Promise<void> {
  const { causedBy } = signal;
  for (const id of await listenersTo(context.tx, context.principal.workspaceId, signal.kind)) {
    // A workflow never starts itself again, not even through a chain of other workflows.
    if (causedBy.includes(id)) continue;
    const version = await publishedWorkflow(context.tx, id);
    const trigger = version?.trigger;
    if (version === undefined || trigger?.type !== 'INTENT' || !isMatch(trigger.signal, signal)) continue;
    const seed = seedOf(version, signal);
    if (seed !== undefined)
      await startRun({ ...context, causedBy }, { version, triggerType: 'INTENT', seed, payload: {} });
  }
}

/** A trigger may be limited to one list or one field. */
function isMatch({ kind, listId, field }: Signal, { kind: happened, details }: HandledSignal): boolean {
  if (kind !== happened) return false;
  if (listId !== undefined && details['listId'] !== listId) return false;
  const { fields } = details;
  return field === undefined || (Array.isArray(fields) && fields.includes(field));
}

/**
 * The records replace `__MANUAL_INPUT` of the entry; null for an entry with fixed records. Undefined if the workflow
 * cannot start with records of this kind.
 */
function seedOf({ plan, trigger }: VersionRow, { entity, ids }: HandledSignal): RunInput | null | undefined {
  const contract = runtimeInputContract(plan, trigger ?? { type: 'MANUAL' });
  if (contract.status === 'EMPTY') return null;
  if (contract.status === 'UNSUPPORTED') return undefined;
  const entry = entryOf(plan);
  const entities = entry?.kind === 'BLOCK' ? blockOf(entry.blockId)?.entities : undefined;
  if (entities?.includes(entity) !== true) return undefined;
  return { key: entity === 'LEAD' ? 'leadIds' : 'companyIds', value: ids };
}
