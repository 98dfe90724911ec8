// Something happened: every published workflow that waits for it begins a run with the records it happened to.

import type { WorkflowEntity } from '../../../../contract/workflows/enums.ts';
import type { Signal } from '../../../../contract/workflows/plan.ts';
import { isFields } from '../../../../rules/shape.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { entryOf } from '../../../../rules/workflows/plan/graph.ts';
import { type RunInput, runtimeInputContract } from '../../../../rules/workflows/triggers/runtime-input.ts';
import type { Performer } from '../../../jobs/performer.ts';
import { listenersTo } from '../queries/intent-listeners.ts';
import { publishedWorkflow, type VersionRow } from '../queries/workflows.ts';
import { startRun } from '../runs.ts';

/** What a job of kind `signal` carries (domain/signals.ts). */
interface Heard {
  readonly kind: string;
  readonly entity: WorkflowEntity;
  readonly ids: readonly number[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly causedBy: readonly number[];
}

export const signalPerformer: Performer = {
  perform: async ({ payload }, context) => {
    const heard = heardOf(payload);
    for (const id of await listenersTo(context.tx, context.principal.workspaceId, heard.kind)) {
      // What a workflow does never starts that workflow again, over however many others it comes back.
      if (heard.causedBy.includes(id)) continue;
      const version = await publishedWorkflow(context.tx, id);
      const trigger = version?.trigger;
      if (version === undefined || trigger?.type !== 'INTENT' || !isMeant(trigger.signal, heard)) continue;
      const seed = seedOf(version, heard);
      if (seed === undefined) continue;
      await startRun({ ...context, causedBy: heard.causedBy }, { version, triggerType: 'INTENT', seed, payload: {} });
    }
  },
};

function heardOf({ kind, entity, ids, details, causedBy }: Readonly<Record<string, unknown>>): Heard {
  return {
    kind: String(kind),
    entity: entity === 'COMPANY' ? 'COMPANY' : 'LEAD',
    ids: Array.isArray(ids) ? ids.map(Number) : [],
    details: isFields(details) ? details : {},
    causedBy: Array.isArray(causedBy) ? causedBy.map(Number) : [],
  };
}

/** A signal may ask for one list, or for one field. */
function isMeant({ kind, listId, field }: Signal, { kind: happened, details }: Heard): boolean {
  if (kind !== happened) return false;
  if (listId !== undefined && details['listId'] !== listId) return false;
  const { fields } = details;
  return field === undefined || (Array.isArray(fields) && fields.includes(field));
}

/**
 * The records take the place of the entry's `__MANUAL_INPUT`; an entry that is fixed begins as ever (null). Undefined
 * where records of this kind cannot begin the workflow.
 */
function seedOf({ plan, trigger }: VersionRow, { entity, ids }: Heard): RunInput | null | undefined {
  const contract = runtimeInputContract(plan, trigger ?? { type: 'MANUAL' });
  if (contract.status === 'EMPTY') return null;
  if (contract.status === 'UNSUPPORTED') return undefined;
  const entry = entryOf(plan);
  const flows = entry?.kind === 'BLOCK' ? blockOf(entry.blockId)?.entities : undefined;
  if (flows?.includes(entity) !== true) return undefined;
  return { key: entity === 'LEAD' ? 'leadIds' : 'companyIds', value: ids };
}
