// The words of workflow runs, beside their statuses (workflow-words.ts). Free of zod: engine and CLI read them.

/**
 * What a record is at a step. The interface shows SUCCEEDED and FAILED. PENDING: its turn has not come; WAITING: for a
 * delay or a decision; SKIPPED: the step does not apply to it; CANCELLED: the run or the record went before its turn.
 */
export const STEP_STATUSES = ['PENDING', 'WAITING', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const DECISIONS = ['APPROVED', 'REJECTED'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Undocumented: operations of one edit. */
export const DRAFT_OPS_MAX = 200;
