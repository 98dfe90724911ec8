// Under which ids records are now that were deleted and made again, by this undo or others.

import type { AnyId } from '../../../contract/ids.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import type { Change } from '../../session/history/recorded-route.ts';

type Named = Pick<Change, 'kind' | 'id'>;

const nameOf = ({ kind, id }: Named): string => `${kind}/${id}`;

/** One that was killed has no counts, and what was not answered is in none. */
const mayHaveCreated = ({ counts, unanswered = 0 }: HistoryEntry['header']): boolean =>
  counts === undefined || unanswered > 0 || Object.keys(counts).some((name) => name.endsWith(' created'));

export class RecordIds {
  readonly #renamed = new Map<string, AnyId>();
  /** Records that an undo set out to make again, without an answer: when, epoch ms. */
  readonly #unanswered = new Map<string, number>();

  /** From the undos of the history. */
  static async from(entries: readonly HistoryEntry[]): Promise<RecordIds> {
    const ids = new RecordIds();
    for (const entry of entries) {
      if (entry.header.undoes === undefined || !mayHaveCreated(entry.header)) continue;
      for await (const { change, is, sentAt } of recordedChanges(entry))
        ids.#learn(change, is === 'unanswered' ? sentAt : null);
    }
    return ids;
  }

  #learn({ kind, id, was }: Change, sentAt: number | null): void {
    if (was === undefined) return;
    const name = nameOf({ kind, id: was });
    if (id !== null) {
      this.#renamed.set(name, id);
      this.#unanswered.delete(name);
    } else if (sentAt !== null) this.#unanswered.set(name, sentAt);
  }

  /** Each id leads to the next one: a record may have been made again several times. */
  current({ kind, id }: Named): AnyId | null {
    let now = id;
    for (let next = id; next !== null; ) {
      now = next;
      next = this.#renamed.get(nameOf({ kind, id: now })) ?? null;
    }
    return now;
  }

  rename({ kind, id }: Named, newId: AnyId): void {
    const from = this.current({ kind, id });
    if (from !== newId) this.#renamed.set(nameOf({ kind, id: from }), newId);
  }

  /** When a request to make it again was sent that nothing is known of; null where none was. */
  unanswered(change: Named): number | null {
    return this.#unanswered.get(nameOf({ kind: change.kind, id: this.current(change) })) ?? null;
  }
}
