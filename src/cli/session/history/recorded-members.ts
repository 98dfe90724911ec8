// Members of a list: those that were in it already are not added, and those that were not are not removed.

import { holdersOfContacts } from '../../../client/answers/bisect.ts';
import { collected, everyThread, listPages, searchPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { notAddedOf } from '../../../client/compatibility/not-added.ts';
import { ApiError } from '../../../client/errors.ts';
import { batchesOf } from '../../../contract/batches.ts';
import { counted } from '../../../contract/english.ts';
import { groupBy } from '../../../contract/group-by.ts';
import { type AnyId, anyIdOf, isId } from '../../../contract/ids.ts';
import { isObject, listIn, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import {
  bodyOf,
  type Change,
  type ChangedKind,
  deleting,
  idOf,
  labelOf,
  type RecordedRoute,
  YES,
} from './recorded-route.ts';

// Tags of conversations. What a contact without a conversation is tagged with, the service does not show.

const UNREAD_RECORDED_TAGS = 'without a conversation, the service does not show which tags it had before';

/** Of a tag that is yet to be made, the words that stand for its id. */
const tagIdsIn = (value: unknown): AnyId[] => [value ?? []].flat().map((id) => anyIdOf(String(id)));

export function tagging(is: 'added' | 'removed'): RecordedRoute {
  return {
    undo: YES,
    before: async (input, call) => {
      const { senderIdentityId } = bodyOf(input);
      const contactId = idOf(input, 'contactId');
      if (contactId === null) return [];
      const query = { contactId, ...(isId(senderIdentityId) && { senderIdentityId }) };
      return await collected(everyThread(call, query));
    },
    changes: (input, before) => {
      const { senderIdentityId, tagIds: inBody } = bodyOf(input);
      const wanted = tagIdsIn(inBody ?? input.query?.['tagIds']);
      const threads = Array.isArray(before) ? before.filter(isObject) : [];
      const head = { kind: 'conversation', id: idOf(input, 'contactId'), is: 'updated' } as const;
      const scope = typeof senderIdentityId === 'number' ? { scope: senderIdentityId } : {};
      if (threads.length === 0)
        return [{ ...head, ...scope, members: { tags: { [is]: wanted } }, unread: UNREAD_RECORDED_TAGS }];
      // Of each sender: a tag may be on the conversations with one and not on those with another.
      const bySender = groupBy(threads, ({ senderIdentityId: sender }) => Number(sender));
      return [...bySender].flatMap(([sender, all]): Change[] => {
        const has = new Set<AnyId>(
          all.flatMap(({ tags }) => (Array.isArray(tags) ? tags.map(({ id }) => Number(id)) : [])),
        );
        const changed = wanted.filter((tag) => has.has(tag) === (is === 'removed'));
        if (changed.length === 0) return [];
        const label = labelOf(all[0]?.['contact']);
        return [{ ...head, scope: sender, ...label, members: { tags: { [is]: changed } } }];
      });
    },
  };
}

const ids = (value: unknown): number[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'number') : []);

/** The lists and campaigns of contacts: no answer shows them. Which there are is asked for once. */
export class ContactPlaces {
  readonly #call: Call;
  #lists: Promise<{ id: AnyId }[]> | null = null;
  #campaigns: Promise<{ id: AnyId }[]> | null = null;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Contact id → ids of its lists. `ids` are at most as many as a page has. */
  async lists(ids: readonly number[]): Promise<ReadonlyMap<number, AnyId[]>> {
    const query = { query: { entity: 'CONTACT' } } as const;
    this.#lists ??= idsIn(listPages(this.#call, 'lists', 'list', query, { filtersItself: true }));
    return await this.#among(ids, 'leadsGroup', await this.#lists);
  }

  async campaigns(ids: readonly number[]): Promise<ReadonlyMap<number, AnyId[]>> {
    this.#campaigns ??= idsIn(listPages(this.#call, 'campaigns', 'list', {}));
    return await this.#among(ids, 'campaigns', await this.#campaigns);
  }

  async #among(ids: readonly number[], filter: 'leadsGroup' | 'campaigns', holders: { id: AnyId }[]) {
    const found = await holdersOfContacts(this.#call, ids, filter, holders);
    return new Map([...found].map(([id, held]) => [id, held.map((one) => one.id)]));
  }
}

async function idsIn(
  records: AsyncIterable<{ readonly id?: AnyId | undefined; readonly entity?: string | undefined }>,
): Promise<{ id: AnyId }[]> {
  const found: { id: AnyId }[] = [];
  for await (const { id, entity } of records) if (entity !== 'COMPANY' && id !== undefined) found.push({ id });
  return found;
}

const UNREAD = 'which of them were in the list before could not be read';

/** Those of the records that are in the list. */
export async function membersAmong(
  call: Call,
  of: 'contacts' | 'companies',
  listId: AnyId | null,
  wanted: readonly number[],
): Promise<ReadonlySet<number>> {
  const filter = of === 'contacts' ? 'leadsGroup' : 'companyGroup';
  const members = new Set<number>();
  for (const some of batchesOf(wanted, LIMITS.pageSizeMax)) {
    const include = { [filter]: [listId], id: some };
    for await (const { id } of searchPages(call, of, { include }, { limit: some.length }))
      if (typeof id === 'number') members.add(id);
  }
  return members;
}

export function listMembers(is: 'added' | 'removed'): RecordedRoute {
  return {
    undo: YES,
    before: async (input, call) => {
      const listId = idOf(input, 'listId');
      const { contactIds, companyIds } = bodyOf(input);
      const of = contactIds === undefined ? 'companies' : 'contacts';
      return { members: await membersAmong(call, of, listId, ids(contactIds ?? companyIds)) };
    },
    changes: (input, before) => {
      const { contactIds, companyIds } = bodyOf(input);
      const of = contactIds === undefined ? 'companies' : 'contacts';
      const wanted = ids(contactIds ?? companyIds);
      const head = { kind: 'list', id: idOf(input, 'listId'), is: 'updated' } as const;
      const members = isObject(before) && before['members'] instanceof Set ? before['members'] : null;
      if (members === null) return [{ ...head, members: { [of]: { [is]: wanted } }, unread: UNREAD }];
      const changed = wanted.filter((id) => members.has(id) === (is === 'removed'));
      return changed.length === 0 ? [] : [{ ...head, members: { [of]: { [is]: changed } } }];
    },
    answered(input, data, before) {
      const failed = new Set(notAddedOf(data).map(({ id }) => id));
      if (failed.size === 0) return [];
      return this.changes(input, before).map((change) => ({ ...change, members: without(failed, change.members) }));
    },
  };
}

const without = (failed: ReadonlySet<unknown>, members: Change['members'] = {}): NonNullable<Change['members']> =>
  Object.fromEntries(
    Object.entries(members).map(([of, { added = [] }]) => [of, { added: added.filter((id) => !failed.has(id)) }]),
  );

// Contacts of a campaign: the API only adds them.

export const STAYS_IN_CAMPAIGN = 'the API cannot remove a contact from a campaign';

/** Of no one it says so: what was foreseen did not happen. */
function enrolled(data: unknown, count: number, ids: readonly number[], unread?: string): readonly Change[] {
  const { campaignId } = objectIn(data);
  if (typeof campaignId !== 'number' && typeof campaignId !== 'string') return [];
  const members = ids.length > 0 ? { members: { contacts: { added: ids } } } : { count };
  const change = { kind: 'campaign', id: campaignId, is: 'updated', ...members, lasting: STAYS_IN_CAMPAIGN } as const;
  return [{ ...change, ...(unread !== undefined && { unread }) }];
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0);

export const contactAddition: RecordedRoute = {
  undo: { is: 'no', why: STAYS_IN_CAMPAIGN },
  changes: (input) => enrolled(bodyOf(input), 1, [number(bodyOf(input)['contactId'])]),
  answered: (input, data) => {
    // A service that does not say what came of a contact has accepted it.
    const isAdded = ['ADDED', 'REACTIVATED', 'undefined'].includes(String(objectIn(data)['outcome']));
    return enrolled(bodyOf(input), 0, isAdded ? [number(bodyOf(input)['contactId'])] : []);
  },
};

/** Members of a list that are named. */
const NAMED = { local: 10_000, remote: 3 * LIMITS.pageSizeMax } as const;

export const listAddition: RecordedRoute = {
  undo: { is: 'no', why: STAYS_IN_CAMPAIGN },
  /** The members of the list that are not in the campaign yet; none where they are too many, or the service does not say. */
  before: async (input, call, { isLocal }) => {
    const { contactGroupId, campaignId } = bodyOf(input);
    const body = { include: { leadsGroup: [contactGroupId] }, exclude: { campaigns: [campaignId] } };
    const most = isLocal ? NAMED.local : NAMED.remote;
    const found: unknown[] = [];
    try {
      for await (const { id } of searchPages(call, 'contacts', body, { limit: most + 1 })) found.push(id);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return [];
    }
    return found.length > most ? [] : found;
  },
  changes: (input, before) => enrolled(bodyOf(input), 1, ids(before)),
  answered: (input, data, before) => {
    const { added, reactivated, skippedContacts } = objectIn(data);
    if (typeof added !== 'number') return [];
    const skipped = Array.isArray(skippedContacts) ? skippedContacts.map((one) => objectIn(one)['contactId']) : [];
    const left = ids(before).filter((id) => !skipped.includes(id));
    const named = left.length === added ? left : [];
    const others = added - named.length + number(reactivated);
    const unread = others > 0 ? `${counted(others, 'contact')} that the service does not name` : undefined;
    return enrolled(bodyOf(input), others, named, unread);
  },
};

const ITEMS_OF: ReadonlyMap<unknown, ChangedKind> = new Map([
  ['contacts', 'AI variable'],
  ['companies', 'AI variable'],
  ['ai-messages', 'AI message'],
  ['ai-snippets', 'AI snippet'],
  ['message-templates', 'message template'],
]);

interface InFolder extends Pick<Change, 'kind' | 'label' | 'scope'> {
  readonly id: AnyId;
  /** The one that names the folder. */
  readonly field: string;
}

/** The items and folders in a folder of a tree. */
export function heldIn(folder: unknown, scope: unknown): readonly InFolder[] {
  const { aiVariables, children } = objectIn(folder);
  const held = (records: unknown, more: Pick<InFolder, 'kind' | 'field' | 'scope'>) =>
    listIn(records)
      .filter(isObject)
      .flatMap((one): InFolder[] => (isId(one['id']) ? [{ ...labelOf(one), id: one['id'], ...more }] : []));
  return [
    ...held(aiVariables, { kind: ITEMS_OF.get(scope) ?? 'AI variable', field: 'folderId' }),
    ...held(children, { kind: 'AI folder', field: 'parentId', ...(typeof scope === 'string' && { scope }) }),
  ];
}

/** What is in it moves up to its parent. */
export function folderDeletion(folder: Parameters<typeof deleting>[0]): RecordedRoute {
  const emptied = deleting(folder);
  return {
    ...emptied,
    changes: (input, before) => {
      const { id, parentId } = objectIn(before);
      const moved = heldIn(before, idOf(input, 'kind')).map(
        ({ field, ...one }): Change => ({ ...one, is: 'updated', fields: { [field]: [id, parentId ?? null] } }),
      );
      // Undo begins with the last.
      return [...moved, ...emptied.changes(input, before)];
    },
  };
}
