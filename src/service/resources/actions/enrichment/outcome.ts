// What an action did to a record.

import type { Reason } from '../../../../contract/actions/enums.ts';

/** `SKIPPED`: there was nothing to do, or nothing to do it with; `FAILED`: it was tried and did not work. */
export interface Outcome {
  readonly id: number;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  /** Null where it succeeded. */
  readonly reason: Reason | null;
  readonly credits: number;
  /** Contacts it brought in, created or merged. */
  readonly imported: readonly number[];
}

export function succeeded(id: number, credits: number, imported: readonly number[] = []): Outcome {
  return { id, status: 'SUCCEEDED', reason: null, credits, imported };
}

/** Nothing is charged for what was not found. */
export function failed(id: number, reason: Reason): Outcome {
  return { id, status: 'FAILED', reason, credits: 0, imported: [] };
}

export function skipped(id: number, reason: Reason): Outcome {
  return { id, status: 'SKIPPED', reason, credits: 0, imported: [] };
}
