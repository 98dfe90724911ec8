// The records of a run, one by one: where each stands, and why a step failed or skipped it.

import * as z from 'zod';
import { AnyId, CursorQuery, DateTime, undocumented } from '../common.ts';
import { STEP_STATUSES, WORKFLOW_ENTITIES, WORKFLOW_LIMITS } from './enums.ts';

export const RunRecordQuery = CursorQuery.extend({
  status: z.enum(STEP_STATUSES).optional(),
  /** Only records that stand at this step, or ended there. */
  stepId: z.string().min(1).max(WORKFLOW_LIMITS.nodeIdMax).optional(),
});

const RunRecord = z.object({
  /** Of the contact or company. */
  id: AnyId,
  entity: z.enum(WORKFLOW_ENTITIES),
  /** Null where it has none, or was deleted. */
  name: z.string().nullable(),
  /** PENDING or WAITING at its step; at the end of its path FAILED or SKIPPED if a step failed or skipped it. */
  status: z.enum(STEP_STATUSES),
  /** Where it stands, or its path ended. */
  stepId: z.string(),
  /** When it continues by itself; null where it does not wait, or waits for a decision. */
  dueAt: DateTime.nullable(),
  /** Why a step failed or skipped it, the last of several; or why it was cancelled. */
  reason: z.string().nullable(),
  /** The step of the reason. */
  reasonStepId: z.string().nullable(),
});

export const RunRecords = z.lazy(() =>
  undocumented(
    z.object({
      records: z.array(RunRecord),
      nextCursor: z.string().nullable(),
      /** Until when they can be read; null while the run goes on. */
      keptUntil: DateTime.nullable(),
    }),
    'the interface shows how many records are at a step, not which',
  ),
);
