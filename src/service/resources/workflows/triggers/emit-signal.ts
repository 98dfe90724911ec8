import type { SignalKind } from '../../../../contract/workflows/enums.ts';
import type { Context } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';
import { hasListeners } from '../queries/triggers.ts';

export interface WorkspaceSignal {
  readonly kind: SignalKind;
  readonly entity: 'LEAD' | 'COMPANY';
  readonly ids: readonly number[];
  /** Further data for triggers, plain JSON: `listId`; `fields`, the ids of the changed fields. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The job's payload is the signal and `causedBy`. */
const SIGNAL_JOB = 'signal';

/**
 * Queues the signal in the transaction of the event. If no published workflow listens to it, this costs one index lookup.
 * `context.causedBy` is passed on, so that no workflow starts itself endlessly.
 */
export async function emitSignal(context: Context, { kind, entity, ids, details }: WorkspaceSignal): Promise<void> {
  const { tx, principal, causedBy = [] } = context;
  if (ids.length === 0 || !(await hasListeners(tx, principal.workspaceId, kind))) return;
  const payload = { kind, entity, ids, details: details ?? {}, causedBy };
  await enqueueJob(context, { kind: SIGNAL_JOB, payload });
}
