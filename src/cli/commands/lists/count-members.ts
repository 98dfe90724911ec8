// A list as its members show it, for a service that shows no path for lists.

import type { ListEntity } from '../../../contract/lists/kinds.ts';
import type { Session } from '../../app/session.ts';
import { COMPANY, CONTACT } from '../../shared/records/kind.ts';
import { NoShownWay } from '../../shared/shown-way/by-shown-way.ts';

interface CountedList {
  readonly id: number;
  readonly entity: ListEntity;
  readonly size: number;
}

/** Throws NoShownWay for a list without members: a search does not tell it from one that does not exist. */
export async function countedList(session: Session, listId: number): Promise<CountedList> {
  const { call } = await session.client();
  for (const entity of [CONTACT, COMPANY]) {
    const found = entity.search(call, { include: { [entity.listFilter]: [listId] } }, { signal: session.io.interrupt });
    let size = 0;
    for await (const _ of found) {
      size += 1;
      // Where the service says how many there are, the first page is enough.
      if (found.total !== null) break;
    }
    if (size > 0) return { id: listId, entity: entity.kind, size: found.total ?? size };
  }
  throw new NoShownWay(`no record is on list ${listId}, and an empty list cannot be told from one that does not exist`);
}
