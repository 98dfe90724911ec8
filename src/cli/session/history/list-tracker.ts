// Who is in the lists that a bulk adds its records to. A small list is read once per command; of a large one, the records that a
// bulk may match.

import { searchPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { EntityName } from '../../../contract/entities.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ReadContext } from './recorded-route.ts';

/** A list of so many is read whole. */
const WHOLE_MAX = 300;

interface KnownMembers {
  readonly ids: Set<number>;
  readonly isWhole: boolean;
}

export class ListTracker {
  readonly #group: 'contacts' | 'companies';
  readonly #filter: 'leadsGroup' | 'companyGroup';
  readonly #lists = new Map<number, KnownMembers>();

  private constructor(entity: EntityName) {
    this.#group = entity === 'CONTACT' ? 'contacts' : 'companies';
    this.#filter = entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  }

  static of(entity: EntityName, { memo }: ReadContext): ListTracker {
    const kept = memo.get(`lists ${entity}`);
    if (kept instanceof ListTracker) return kept;
    const tracker = new ListTracker(entity);
    memo.set(`lists ${entity}`, tracker);
    return tracker;
  }

  /** Learns which of the ids are in the list. */
  async read(listId: number, ids: readonly number[], call: Call): Promise<void> {
    const known = this.#lists.get(listId);
    if (known?.isWhole === true) return;
    if (known === undefined) {
      const members = searchPages(call, this.#group, { include: { [this.#filter]: [listId] } });
      const found = new Set<number>();
      let isWhole = true;
      for await (const { id } of members) {
        isWhole = members.total !== null && members.total <= WHOLE_MAX;
        if (!isWhole) break;
        if (typeof id === 'number') found.add(id);
      }
      this.#lists.set(listId, { ids: found, isWhole });
      if (isWhole) return;
    }
    if (ids.length === 0) return;
    const some = ids.slice(0, LIMITS.pageSizeMax);
    const include = { [this.#filter]: [listId], id: some };
    for await (const { id } of searchPages(call, this.#group, { include }, { limit: some.length }))
      if (typeof id === 'number') this.added(listId, [id]);
  }

  /** Whether the record was not in the list yet; from now on it is. */
  isNew(listId: number, id: number): boolean {
    const { ids } = this.#lists.get(listId) ?? { ids: new Set<number>() };
    return !ids.has(id);
  }

  added(listId: number, ids: Iterable<number>): void {
    const known = this.#lists.get(listId);
    if (known !== undefined) for (const id of ids) known.ids.add(id);
  }
}
