// Counts of rows by result, and what limited the speed.

import { type RowResult, type RowStatus, STATUSES } from './row-result.ts';

export class RowTally {
  readonly #counts = new Map<RowStatus, number>(STATUSES.map((status) => [status, 0]));
  /** Milliseconds that bulks waited for their turn under the rate, and for their answers; all bulks together. */
  pacedMs = 0;
  answeredMs = 0;
  #rows = 0;
  #replayed = 0;
  #leftOut = 0;

  /** `isReplayed`: an earlier run of the same import did it. */
  add({ status, leftOut, contradiction = '' }: RowResult, isReplayed = false): void {
    this.#rows += 1;
    this.#leftOut += (leftOut?.length ?? 0) + (contradiction === '' ? 0 : 1);
    if (isReplayed) this.#replayed += 1;
    this.#counts.set(status, (this.#counts.get(status) ?? 0) + 1);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Rows that this run brought further. */
  get newRows(): number {
    return this.#rows - this.#replayed;
  }

  count(status: RowStatus): number {
    return this.#counts.get(status) ?? 0;
  }

  /** Cells left out of rows that were sent. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Rows that were not imported, or perhaps not. */
  get errors(): number {
    return this.count('failed') + this.count('uncertain') + this.count('rejected');
  }

  /** Records that were created, changed or deleted. */
  get touched(): number {
    return this.count('created') + this.count('merged') + this.count('updated') + this.count('deleted');
  }

  get counts(): Record<RowStatus, number> {
    return {
      created: this.count('created'),
      merged: this.count('merged'),
      unchanged: this.count('unchanged'),
      updated: this.count('updated'),
      deleted: this.count('deleted'),
      failed: this.count('failed'),
      uncertain: this.count('uncertain'),
      rejected: this.count('rejected'),
      skipped: this.count('skipped'),
    };
  }
}

export type LimitingFactor = 'rate' | 'service' | 'file';

/**
 * What an import spent its time on. Every bulk in progress waits for its turn or its response; where neither fills the
 * time, reading and checking did.
 */
export function limitingFactor(wallMs: number, parallel: number, { pacedMs, answeredMs }: RowTally): LimitingFactor {
  const all = wallMs * parallel;
  // One bulk that waits is enough: it may be the last.
  if (pacedMs > answeredMs && pacedMs > wallMs * 0.3) return 'rate';
  return answeredMs > all * 0.3 ? 'service' : 'file';
}
