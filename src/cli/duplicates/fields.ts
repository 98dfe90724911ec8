// Which fields of a contact are read, compared, changed and saved.

import type { Client } from '../../client/api.ts';
import { own } from '../../contract/dictionary.ts';
import { isObject } from '../../contract/json.ts';
import { routes } from '../../contract/routes/routes.ts';
import { EDITABLE_FIELDS, RESERVED_NAMES } from '../../rules/records/fields.ts';
import { CONTACT_COLUMNS, isExtra } from '../shared/records/columns.ts';
import { rowsOf } from '../shared/records/rows.ts';

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
    const id = isObject(field) ? own(field, 'id') : undefined;
    return isObject(field) && typeof id === 'string' ? [{ id, isEditable: own(field, 'editable') === true }] : [];
  });
  const isOther = (id: string) => !standard.includes(id) && !isColumn(id) && !RESERVED_NAMES.CONTACT.has(id);
  const custom = known.filter(({ id, isEditable }) => isEditable && isOther(id)).map(({ id }) => id);
  const shown = [...CONTACT_COLUMNS.filter((id) => known.some((field) => field.id === id)), ...custom];
  return { editable: [...standard, ...custom], extra: shown.filter((id) => isExtra('CONTACT', id)) };
}

const isColumn = (id: string): boolean => (CONTACT_COLUMNS as readonly string[]).includes(id);
