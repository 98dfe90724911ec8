// The records of a run: what each step did to each record that reached it, and why it failed or skipped it.

import * as z from 'zod';
import { AnyId, CursorQuery, DateTime, undocumentedObject } from '../common.ts';
import { STEP_STATUSES, WORKFLOW_ENTITIES, WORKFLOW_LIMITS } from './enums.ts';

export const RunRecordQuery = CursorQuery.extend({
  status: z.enum(STEP_STATUSES).optional(),
  /** Only records that have reached this step. */
  stepId: z.string().min(1).max(WORKFLOW_LIMITS.nodeIdMax).optional(),
});

const RunRecord = z.object({
  /** Of the contact or company. */
  id: AnyId,
  entity: z.enum(WORKFLOW_ENTITIES),
  /** Null where it has none, or was deleted. */
  name: z.string().nullable(),
  /** At the step: a record has one entry for each step that it has reached. */
  status: z.enum(STEP_STATUSES),
  stepId: z.string(),
  /** When it continues by itself; null where it does not wait, or waits for a decision. */
  dueAt: DateTime.nullable(),
  /** Why the step failed or skipped it, or why it was cancelled there. */
  reason: z.string().nullable(),
});

export const RunRecords = undocumentedObject('the interface shows how many records are at a step, not which', () => ({
  records: z.array(RunRecord),
  nextCursor: z.string().nullable(),
  /** Until when they can be read; null while the run goes on. */
  keptUntil: DateTime.nullable(),
}));
