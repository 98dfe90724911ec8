// What the bulks of an entry were to create. By that a record that a lost request made is known from one that existed before: of
// both, the service only answers that they exist.

import type { Change } from './recorded-route.ts';

/** Whether the request that was to create the record was answered. */
export type BulkCreation = 'answered' | 'unanswered';

/** More bulks than are under way at once: an older one has its results in the journal of its command. */
const ANSWERED_MAX = 64;

/** Of a bulk that could not be compared with what was there before, nothing is known. */
export const isUnread = ({ is, id, keys }: Change): boolean => is === 'created' && id === null && !Array.isArray(keys);

export class Creations {
  readonly #open = new Map<number, readonly string[]>();
  readonly #answered = new Map<number, readonly string[]>();
  #isKnown = false;

  sent(request: number, changes: readonly Change[]): void {
    if (!changes.some(({ kind }) => kind === 'contact' || kind === 'company') || changes.some(isUnread)) return;
    this.#open.set(
      request,
      changes.flatMap(({ keys }) => keys ?? []),
    );
    this.#isKnown = true;
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

  /** By the match keys of items; null where nothing is known of any bulk. */
  byKey(): ReadonlyMap<string, BulkCreation> | null {
    const rows = (requests: ReadonlyMap<number, readonly string[]>, is: BulkCreation) =>
      [...requests.values()].flatMap((keys) => keys.map((key) => [key, is] as const));
    // Sent twice, a record is the first one's, which may have arrived between what the second one read and its own arrival.
    const all = [...rows(this.#answered, 'answered'), ...rows(this.#open, 'unanswered')];
    return this.#isKnown ? new Map(all) : null;
  }
}
