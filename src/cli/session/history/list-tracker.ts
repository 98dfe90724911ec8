// Who is in the lists that a bulk adds its records to. A small list is read once per command; of a large one, the records that a
// bulk may match.

import type { Call } from '../../../client/api.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { RecordEntity } from '../../../rules/records/fields.ts';
import { type ReadContext, recordIn } from './recorded-route.ts';

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

  private constructor(entity: RecordEntity) {
    this.#group = entity === 'CONTACT' ? 'contacts' : 'companies';
    this.#filter = entity === 'CONTACT' ? 'leadsGroup' : 'companyGroup';
  }

  static of(entity: RecordEntity, { memo }: ReadContext): ListTracker {
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
      const { records, total } = await this.#page(call, { [this.#filter]: [listId] }, 1);
      const isWhole = total !== null && total <= WHOLE_MAX;
      this.#lists.set(listId, { ids: new Set(records), isWhole });
      if (isWhole) {
        for (let page = 2; (page - 1) * LIMITS.pageSizeMax < total; page += 1)
          this.added(listId, (await this.#page(call, { [this.#filter]: [listId] }, page)).records);
        return;
      }
    }
    if (ids.length === 0) return;
    const some = ids.slice(0, LIMITS.pageSizeMax);
    this.added(listId, (await this.#page(call, { [this.#filter]: [listId], id: some }, 1)).records);
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

  async #page(call: Call, include: object, page: number): Promise<{ records: number[]; total: number | null }> {
    const body = { include, page, pageSize: LIMITS.pageSizeMax };
    const data = recordIn((await call(routes[this.#group].search, { body })).data);
    const found = own(data, this.#group);
    const records = (Array.isArray(found) ? found.filter(isObject) : []).flatMap(({ id }) =>
      typeof id === 'number' ? [id] : [],
    );
    const total = data['total'] ?? data['totalCount'];
    return { records, total: typeof total === 'number' ? total : null };
  }
}
