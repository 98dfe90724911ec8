import type { Reason } from '../../../../contract/actions/enums.ts';

/** Of one record. `SKIPPED`: nothing to do, or the input is missing; `FAILED`: tried without a result. */
export interface ActionOutcome {
  readonly id: number;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'SKIPPED';
  /** Null if it succeeded. */
  readonly reason: Reason | null;
  readonly credits: number;
  /** Contacts it created or merged. */
  readonly imported: readonly number[];
}

export function succeeded(id: number, credits: number, imported: readonly number[] = []): ActionOutcome {
  return { id, status: 'SUCCEEDED', reason: null, credits, imported };
}

/** Costs nothing. */
export function failed(id: number, reason: Reason): ActionOutcome {
  return { id, status: 'FAILED', reason, credits: 0, imported: [] };
}

export function skipped(id: number, reason: Reason): ActionOutcome {
  return { id, status: 'SKIPPED', reason, credits: 0, imported: [] };
}
