// Contacts that are duplicates of one another, as they are now, with the lists and campaigns they are in.

import { holdersOfContacts } from '../../client/answers/bisect.ts';
import { listPages } from '../../client/answers/pages.ts';
import type { Client } from '../../client/api.ts';
import { append } from '../../contract/append.ts';
import { batchesOf } from '../../contract/batches.ts';
import type { AnyId } from '../../contract/ids.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import { routes } from '../../contract/routes/routes.ts';
import { EDITABLE_FIELDS, RESERVED_NAMES } from '../../rules/records/fields.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import type { ReadContact } from '../../rules/records/resolve-duplicates.ts';
import { having, whyUnreadable } from '../shared/answer.ts';
import { CONTACT_COLUMNS, isExtra } from '../shared/records/columns.ts';
import { CONTACT, rowsOf } from '../shared/records/entity.ts';
import { CliError } from '../terminal/exit.ts';

// A group of duplicates, and what is to become of it.

export interface ListOrCampaign {
  readonly id: AnyId;
  readonly name: string;
  /** Of a campaign. */
  readonly status?: string | undefined;
}

interface ListsAndCampaigns {
  readonly lists: readonly ListOrCampaign[];
  readonly campaigns: readonly ListOrCampaign[];
}

export interface DisplayedContact {
  readonly id: number;
  readonly record: ReadContact;
  readonly holders: ListsAndCampaigns;
}

export interface MergeGroup {
  /** From 1, in the order of the plan. */
  readonly group: number;
  /** What the contacts share, for a person. */
  readonly shared: string;
  readonly keep: DisplayedContact;
  readonly remove: readonly DisplayedContact[];
  /** What is changed in the one that stays. */
  readonly set: Readonly<Record<string, FieldValue>>;
  readonly note: string;
}

export type PlannedGroup =
  | MergeGroup
  | (Pick<MergeGroup, 'group' | 'shared'> & { readonly ids: readonly number[]; readonly why: string });

export const isMerge = (group: PlannedGroup): group is MergeGroup => 'keep' in group;

export interface ContactFields {
  /** Fields that an update sets: the standard ones, then those of the workspace. */
  readonly editable: readonly string[];
  /** To be asked for: a record does not show them by itself. */
  readonly extra: readonly string[];
}

/** The fields that this workspace's contacts have of their own; those of their companies are changed there. */
export async function contactFields(client: Client, signal: AbortSignal): Promise<ContactFields> {
  const { data } = await client.call(routes.contacts.fields, {}, { signal });
  const standard = [...EDITABLE_FIELDS.CONTACT.keys()];
  const known = rowsOf(data).flatMap((field) => {
    const id = isObject(field) ? getOwn(field, 'id') : undefined;
    return isObject(field) && typeof id === 'string' ? [{ id, isEditable: getOwn(field, 'editable') === true }] : [];
  });
  const isOther = (id: string) => !standard.includes(id) && !isColumn(id) && !RESERVED_NAMES.CONTACT.has(id);
  const custom = known.filter(({ id, isEditable }) => isEditable && isOther(id)).map(({ id }) => id);
  const displayed = [...CONTACT_COLUMNS.filter((id) => known.some((field) => field.id === id)), ...custom];
  return { editable: [...standard, ...custom], extra: displayed.filter((id) => isExtra('CONTACT', id)) };
}

const isColumn = (id: string): boolean => (CONTACT_COLUMNS as readonly string[]).includes(id);

// Contacts as they are now, with the lists and campaigns they are in.

/** A search takes so many ids and names at once, whatever the service. */
const IDS_AT_ONCE = 100;
const NAMES_AT_ONCE = 100;
const PAGE_SIZE = 50;

/** Whether lists and campaigns are looked at. */
export interface WantedHolders {
  readonly lists: boolean;
  readonly campaigns: boolean;
}

export class ContactReader {
  readonly #client: Client;
  readonly #fields: ContactFields;
  readonly wanted: WantedHolders;
  readonly #signal: AbortSignal;
  #known: Promise<ListsAndCampaigns> | null = null;

  constructor(client: Client, fields: ContactFields, wanted: WantedHolders, signal: AbortSignal) {
    this.#client = client;
    this.#fields = fields;
    this.wanted = wanted;
    this.#signal = signal;
  }

  /** Those that there are, by id. */
  async contacts(ids: readonly number[]): Promise<Map<number, DisplayedContact>> {
    const records = await this.#records(ids);
    const holders = await this.#holdersOf([...records.keys()]);
    const displayed = new Map<number, DisplayedContact>();
    for (const [id, record] of records)
      displayed.set(id, { id, record, holders: holders.get(id) ?? { lists: [], campaigns: [] } });
    return displayed;
  }

  async existing(ids: readonly number[]): Promise<Set<number>> {
    const found = new Set<number>();
    for await (const { id } of this.#search({ id: [...ids] }, [])) found.add(id);
    return found;
  }

  async isInCampaign(contactId: number, campaign: ListOrCampaign): Promise<boolean> {
    for await (const { id } of this.#search({ id: [contactId], campaigns: [campaign.id] }, []))
      if (id === contactId) return true;
    return false;
  }

  async #records(ids: readonly number[]): Promise<Map<number, ReadContact>> {
    const found = new Map<number, ReadContact>();
    for (const some of batchesOf(ids, IDS_AT_ONCE)) {
      const wanted = new Set(some);
      for (const names of this.#fields.extra.length === 0 ? [[]] : batchesOf(this.#fields.extra, NAMES_AT_ONCE)) {
        for await (const { id, record } of this.#search({ id: some }, names))
          if (wanted.has(id)) found.set(id, { ...found.get(id), ...record });
      }
    }
    return found;
  }

  async *#search(include: Readonly<Record<string, (string | number)[]>>, fields: readonly string[]) {
    const input = { include, ...(fields.length > 0 && { fields }) };
    const options = { signal: this.#signal, pageSize: PAGE_SIZE };
    for await (const record of CONTACT.search(this.#client.call, input, options)) {
      const id = isObject(record) ? record['id'] : undefined;
      if (isObject(record) && typeof id === 'number') yield { id, record };
    }
  }

  async #holdersOf(ids: readonly number[]): Promise<Map<number, ListsAndCampaigns>> {
    this.#known ??= this.#readHolders();
    const all = await this.#known;
    const found = new Map(ids.map((id) => [id, { lists: [] as ListOrCampaign[], campaigns: [] as ListOrCampaign[] }]));
    for (const some of batchesOf(ids, IDS_AT_ONCE)) {
      for (const [kind, filter] of [
        ['lists', 'leadsGroup'],
        ['campaigns', 'campaigns'],
      ] as const) {
        const held = await holdersOfContacts(this.#client.call, some, filter, all[kind], this.#signal);
        for (const [id, holders] of held) append(found.get(id)?.[kind] ?? [], holders);
      }
    }
    return found;
  }

  async #readHolders(): Promise<ListsAndCampaigns> {
    const { call } = this.#client;
    const signal = this.#signal;
    const query = { entity: 'CONTACT' } as const;
    const lists = () => listPages(call, 'lists', 'list', { query }, { filtersItself: true, signal });
    const campaigns = () => listPages(call, 'campaigns', 'list', {}, { signal });
    return {
      lists: this.wanted.lists ? await readable('lists', lists, ({ entity }) => entity !== 'COMPANY') : [],
      campaigns: this.wanted.campaigns ? await readable('campaigns', campaigns, () => true) : [],
    };
  }
}

/** Deleting a contact takes it off its lists and campaigns: where they cannot be read, that has to be wanted. */
async function readable<T extends { [K in keyof ListOrCampaign]?: ListOrCampaign[K] | undefined }>(
  kind: 'lists' | 'campaigns',
  listing: () => AsyncIterable<T>,
  isOurs: (one: T) => boolean,
): Promise<ListOrCampaign[]> {
  const all: T[] = [];
  try {
    for await (const one of listing()) if (isOurs(one)) all.push(one);
  } catch (error) {
    const why = whyUnreadable(error);
    if (why === null) throw error;
    throw new CliError('access', `${kind}_unread`, `the ${kind} of the contacts cannot be read: ${why}`, {
      hint: `nothing was changed; --no-${kind} resolves duplicates without carrying ${kind} over`,
    });
  }
  return having(all, 'id', 'name').map(({ id, name, status }) => ({
    id,
    name,
    ...(status !== undefined && { status }),
  }));
}
