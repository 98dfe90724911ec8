// What the changes of an entry that are newer than one came to: of what they made or left, it is no longer asked.

import { everyThread } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { type HistoryEntry, recordedChanges } from '../../session/history/entry.ts';
import { type ContactPlaces, heldIn } from '../../session/history/recorded-members.ts';
import { type Change, isEqual, keyOf } from '../../session/history/recorded-route.ts';
import { helpful } from '../approval.ts';
import { UNDO_KINDS } from './kinds.ts';
import type { OtherPlaces, UndoneStep } from './undo-plan.ts';

/**
 * Records that the entry made and then changed: one that goes takes its changes along, and one that stays, because someone changed
 * it since, stays as it is.
 */
export async function madeAndChanged(entry: HistoryEntry): Promise<ReadonlySet<string>> {
  const counts = Object.keys(entry.header.counts ?? {});
  const made = new Set<string>();
  const changed = new Set<string>();
  if (!counts.some((name) => name.endsWith(' updated')) || !counts.some((name) => name.endsWith(' created')))
    return made;
  for await (const { change, is } of recordedChanges(entry)) {
    if (is === 'refused' || UNDO_KINDS[change.kind]?.remove === undefined) continue;
    if (change.is === 'created') made.add(keyOf(change));
    if (change.is === 'updated' && made.has(keyOf(change))) changed.add(keyOf(change));
  }
  return changed;
}

export class UndoProgress {
  readonly #made: ReadonlySet<string>;
  /** Of those that the entry made: all that it wrote in them since. */
  readonly #later = new Map<string, Pick<Change, 'fields' | 'members'>>();
  /** Of a dry run: records as they would be; null for one that would be gone. */
  readonly #values = new Map<string, JsonObject | null>();
  /** Fields that stay as they are: what they were before that is not asked any more. */
  readonly #staying = new Map<string, Set<string>>();
  /** Fields of which only the last value is known: what they were before, an older change may know. */
  readonly #unread = new Map<string, NonNullable<Change['fields']>>();
  readonly #places = new Set<string>();

  constructor(made: ReadonlySet<string>) {
    this.#made = made;
  }

  /** Whether it is a part of making the record, which is taken back as a whole. */
  isPartOfMaking(change: Change): boolean {
    const key = keyOf(change);
    const isKnown = change.unread === undefined || change.fields !== undefined;
    if (change.is !== 'updated' || !isKnown || !this.#made.has(key)) return false;
    const later = this.#later.get(key);
    // From the newest: what is known already was written later.
    const members = Object.fromEntries(
      Object.entries({ ...change.members, ...later?.members }).map(([of]) => [
        of,
        {
          added: [
            ...(getOwn(change.members ?? {}, of)?.added ?? []),
            ...(getOwn(later?.members ?? {}, of)?.added ?? []),
          ],
        },
      ]),
    );
    this.#later.set(key, { fields: { ...change.fields, ...later?.fields }, members });
    return true;
  }

  of(change: Change, now: JsonObject | null): JsonObject | null {
    const values = this.#values.get(keyOf(change));
    return values === undefined ? now : values === null ? null : { ...now, ...values };
  }

  /** Without fields of which a newer value stays; what was made with all that the entry wrote in it. */
  open(change: Change, now: JsonObject | null): Change {
    const later = change.is === 'created' ? this.#later.get(keyOf(change)) : undefined;
    if (later !== undefined) return { ...change, fields: { ...change.fields, ...later.fields } };
    if (change.is !== 'updated' || change.fields === undefined) return change;
    const staying = this.#staying.get(keyOf(change));
    const unread = this.#unread.get(keyOf(change));
    if (staying === undefined && unread === undefined) return change;
    const open = Object.entries(change.fields).filter(([field]) => staying?.has(field) !== true);
    // Where the service took a value for the same as the one before, it is still that one.
    const fields = open.map(([field, [from, to]]) => {
      const last = getOwn(unread ?? {}, field)?.[1];
      return [field, [from, last !== undefined && isEqual(last, getOwn(now ?? {}, field)) ? last : to]] as const;
    });
    return { ...change, fields: Object.fromEntries(fields) };
  }

  otherPlaces(change: Change, { lists = [], campaigns = [], ...others }: OtherPlaces): OtherPlaces {
    const added = [change.members, this.#later.get(keyOf(change))?.members].flatMap(
      (one) => one?.['lists']?.added ?? [],
    );
    const own = new Set(added.map((id) => `list/${id}`));
    return {
      lists: lists.filter((id) => !own.has(`list/${id}`) && !this.#places.has(`list/${id}`)),
      campaigns: campaigns.filter((id) => !this.#places.has(`campaign/${id}`)),
      ...others,
    };
  }

  /** What is in a folder, but for what newer changes of a dry run would have taken out of it. */
  left(change: Change, folder: JsonObject | null): OtherPlaces {
    const held = heldIn(folder, change.scope).filter(({ field, ...one }) => {
      const values = this.#values.get(keyOf(one));
      return values === undefined || (values !== null && !Object.hasOwn(values, field));
    });
    const ids = (isFolder: boolean) => held.flatMap(({ kind, id }) => ((kind === 'AI folder') === isFolder ? id : []));
    return { items: ids(false), folders: ids(true) };
  }

  note({ change, act, fields, kept, lasting, error }: UndoneStep, isDry: boolean): void {
    const key = keyOf(change);
    const { kind, id } = change;
    const unread = Object.entries(this.#unread.get(key) ?? {}).filter(([field]) => !Object.hasOwn(fields, field));
    if (change.unread !== undefined) this.#unread.set(key, { ...change.fields, ...Object.fromEntries(unread) });
    // What is back is no longer what a newer change wrote.
    else if (error === undefined && this.#unread.has(key)) this.#unread.set(key, Object.fromEntries(unread));
    if (kind === 'list' || kind === 'campaign') this.#places.add(`${kind}/${id}`);
    // A company that a contact could not be moved back to is the only field that is refused by itself.
    const refused =
      error !== undefined ? Object.keys(fields) : 'companyId' in fields && lasting !== null ? ['companyId'] : [];
    const stays = [...kept.map(({ field }) => field), ...refused];
    if (stays.length > 0) this.#staying.set(key, new Set([...(this.#staying.get(key) ?? []), ...stays]));
    if (!isDry) return;
    if (act === 'remove') this.#values.set(key, null);
    if (act !== 'change' || Object.keys(fields).length === 0) return;
    const restored = Object.entries(fields).map(([field, [, to]]) => [field, to] as const);
    this.#values.set(key, { ...this.#values.get(key), ...Object.fromEntries(restored) });
  }
}

// Where contacts that were made have come to since: lists, campaigns, and conversations, which would go with them.

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
    for (const query of queries) {
      for await (const { id, contactId } of everyThread(call, query, { signal })) {
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
