// What the bulks of an entry were to create. By that a record that a lost request made is known from one that existed before: of
// both, the service only answers that they exist.

import type { Change } from './change.ts';

/** Whether the request that was to create the record was answered. */
export type BulkCreation = 'answered' | 'unanswered';

/** More bulks than are under way at once: an older one has its results in the journal of its command. */
const ANSWERED_MAX = 64;

export class Creations {
  readonly #open = new Map<number, readonly string[]>();
  readonly #answered = new Map<number, readonly string[]>();

  sent(request: number, changes: readonly Change[]): void {
    const keys = changes.flatMap((change) => (Array.isArray(change.keys) ? change.keys : []));
    if (keys.length > 0) this.#open.set(request, keys);
  }

  /** `is` refused: it created nothing. */
  answered(request: number, is: 'done' | 'refused'): void {
    const keys = this.#open.get(request);
    if (keys === undefined) return;
    this.#open.delete(request);
    if (is === 'done') this.#answered.set(request, keys);
    const [oldest] = this.#answered.keys();
    if (this.#answered.size > ANSWERED_MAX && oldest !== undefined) this.#answered.delete(oldest);
  }

  /** By the match keys of items; null where no bulk was to create any. */
  byKey(): ReadonlyMap<string, BulkCreation> | null {
    const rows = (requests: ReadonlyMap<number, readonly string[]>, is: BulkCreation) =>
      [...requests.values()].flatMap((keys) => keys.map((key) => [key, is] as const));
    const all = [...rows(this.#open, 'unanswered'), ...rows(this.#answered, 'answered')];
    return all.length === 0 ? null : new Map(all);
  }
}
