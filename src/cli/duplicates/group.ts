// A group of duplicates, and what is to become of it.

import type { Client } from '../../client/api.ts';
import { getOwn } from '../../contract/dictionary.ts';
import type { AnyId } from '../../contract/ids.ts';
import { isObject } from '../../contract/json.ts';
import { routes } from '../../contract/routes/routes.ts';
import { EDITABLE_FIELDS, RESERVED_NAMES } from '../../rules/records/fields.ts';
import type { FieldValue } from '../../rules/records/items.ts';
import type { ReadContact } from '../../rules/records/resolve-duplicates.ts';
import { CONTACT_COLUMNS, isExtra } from '../shared/records/columns.ts';
import { rowsOf } from '../shared/records/rows.ts';

/** A list or campaign. */
export interface ListOrCampaign {
  readonly id: AnyId;
  readonly name: string;
  /** Of a campaign. */
  readonly status?: string | undefined;
}

export interface ListsAndCampaigns {
  readonly lists: readonly ListOrCampaign[];
  readonly campaigns: readonly ListOrCampaign[];
}

/** A contact as it was shown. */
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

/** A group that is left alone, with why. */
interface SkippedGroup {
  readonly group: number;
  readonly shared: string;
  readonly ids: readonly number[];
  readonly why: string;
}

export type PlannedGroup = MergeGroup | SkippedGroup;

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
