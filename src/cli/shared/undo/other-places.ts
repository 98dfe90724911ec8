// Where contacts that were made have come to since: lists, campaigns, and conversations, which would go with them.

import { listPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { ContactPlaces } from '../../session/history/recorded-members.ts';
import { helpful } from '../approval.ts';
import type { OtherPlaces } from './undo-plan.ts';

type Held = ReadonlyMap<number, readonly AnyId[]>;

/**
 * The conversations of contacts, by contact. All of the workspace are read, once; where that takes more requests than there are
 * contacts, theirs alone. None where the service does not list them.
 */
function conversationsOf(call: Call, signal: AbortSignal): (ids: readonly number[]) => Promise<Held> {
  let all: Held | null | undefined;
  const read = async (queries: readonly { readonly contactId?: string }[], most: number): Promise<Held | null> => {
    const found = new Map<number, AnyId[]>();
    let count = 0;
    for (const query of [false, true].flatMap((archived) => queries.map((one) => ({ ...one, archived })))) {
      for await (const { id, contactId } of listPages(call, 'inbox', 'threads', { query }, { signal })) {
        count += 1;
        if (count > most) return null;
        if (id !== undefined && contactId !== undefined) found.set(contactId, [...(found.get(contactId) ?? []), id]);
      }
    }
    return found;
  };
  return async (ids) => {
    if (all === undefined) all = await helpful(read([{}], ids.length * LIMITS.pageSizeMax));
    const theirs = ids.map((id) => ({ contactId: String(id) }));
    return all ?? (await helpful(read(theirs, Number.POSITIVE_INFINITY))) ?? new Map();
  };
}

/** Reads them for contacts, at most as many as a page has; then gives those of one. */
export function otherPlaces(call: Call, signal: AbortSignal, places: ContactPlaces) {
  const conversations = conversationsOf(call, signal);
  return async (ids: readonly number[]): Promise<(id: AnyId | null) => OtherPlaces> => {
    if (ids.length === 0) return () => ({});
    const found = [await places.lists(ids), await places.campaigns(ids), await conversations(ids)];
    return (id) => {
      const [lists = [], campaigns = [], held = []] = found.map((of) => of.get(Number(id)));
      return { lists, campaigns, conversations: held };
    };
  };
}
