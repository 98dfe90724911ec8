// Contacts and companies: read a hundred at a time, and contacts made again.

import { batchesOf } from '../../../contract/batches.ts';
import { isObject, type JsonObject } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { EDITABLE_FIELDS, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { idOf, send, type UndoHost, type UndoKind, type UndoTarget } from './undo-kind.ts';

const STANDARD = new Set([...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY].map(({ id }) => id));

/** Names that a search shows only where it is asked for them. */
const customNames = (targets: readonly UndoTarget[]): string[] => [
  ...new Set(targets.flatMap(({ change }) => Object.keys(change.fields ?? {})).filter((name) => !STANDARD.has(name))),
];

export async function readRecords(
  host: UndoHost,
  group: 'contacts' | 'companies',
  targets: readonly UndoTarget[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  const names = customNames(targets);
  const ids = [...new Set(targets.map(({ id }) => id))];
  for (const some of batchesOf(ids, LIMITS.pageSizeMax)) {
    for (const fields of names.length === 0 ? [[]] : batchesOf(names, 100)) {
      const asked = fields.length > 0 && group === 'contacts' ? { fields } : {};
      const body = { include: { id: some }, page: 1, pageSize: LIMITS.pageSizeMax, ...asked };
      const data = await send(host, routes[group].search, { body });
      const records = isObject(data) ? data[group] : [];
      for (const record of Array.isArray(records) ? records.filter(isObject) : [])
        found.set(String(record['id']), { ...found.get(String(record['id'])), ...record });
    }
  }
  // The search of companies takes no names of fields: a record shows all of them.
  if (group === 'companies' && names.length > 0) {
    for (const [id] of found) {
      const record = await send(host, routes.companies.get, { params: { companyId: id } });
      if (isObject(record)) found.set(id, record);
    }
  }
  return found;
}

/** Without merging: another contact with the same name is not this one. */
export const recreateContact: NonNullable<UndoKind['create']> = async (host, { record = {} }) => {
  const own = Object.entries(record).filter(
    ([name, value]) => value !== null && value !== '' && (EDITABLE_FIELDS.CONTACT.has(name) || isCustom(name, value)),
  );
  const company = isObject(record['company']) ? record['company'] : {};
  const { name, domain, companyNetworkUrl } = company;
  const at = Object.fromEntries(Object.entries({ name, domain, companyNetworkUrl }).filter(([, value]) => value));
  const body = {
    ...Object.fromEntries(own),
    ...(Object.keys(at).length > 0 && { company: at }),
    mergeWithExisting: false,
  };
  const id = idOf(await send(host, routes.contacts.create, { body }));
  for (const listId of Array.isArray(record['lists']) ? record['lists'] : [])
    await send(host, routes.lists.addMembers, { params: { listId }, body: { contactIds: [id] } });
  return id;
};

const NO_FIELDS = new Set(['id', 'appUrl', 'company', 'companyAppUrl', 'lists', 'campaigns']);

/** Custom fields stand beside the standard ones, by name; their values are texts. */
const isCustom = (name: string, value: unknown): boolean =>
  !STANDARD.has(name) && !NO_FIELDS.has(name) && typeof value === 'string';
