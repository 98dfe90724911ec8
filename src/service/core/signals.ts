// What happens in a workspace and may start a workflow (SERVICE-API, Workflow: `signal.kind`).

import type { SignalKind } from '../../contract/workflows/enums.ts';
import { enqueueJob } from '../jobs/queries/jobs.ts';
import { hasListeners } from '../resources/workflows/queries/intent-listeners.ts';
import type { Context } from './context.ts';

export interface Signal {
  readonly kind: SignalKind;
  readonly entity: 'LEAD' | 'COMPANY';
  /** The records it happened to. */
  readonly ids: readonly number[];
  /** What else a trigger may ask about, plain JSON: `listId`; `fields`, the ids of fields that changed. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The kind of job a signal becomes. Its payload is the signal, and `causedBy`. */
export const SIGNAL_JOB = 'signal';

/**
 * Says that something happened, in the transaction in which it did. Where no published workflow waits for it, this is
 * one look into an index. `context.causedBy` goes along, so that no workflow starts itself without end.
 */
export async function emitSignal(context: Context, { kind, entity, ids, details }: Signal): Promise<void> {
  const { tx, principal, now, causedBy = [] } = context;
  if (ids.length === 0 || !(await hasListeners(tx, principal.workspaceId, kind))) return;
  const payload = { kind, entity, ids, details: details ?? {}, causedBy };
  await enqueueJob(tx, { workspaceId: principal.workspaceId, kind: SIGNAL_JOB, dueAt: now, payload });
}
