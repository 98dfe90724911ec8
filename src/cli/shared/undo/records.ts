// Contacts and companies: read a hundred at a time, and contacts made again or moved back to their company.

import { searchPages } from '../../../client/answers/pages.ts';
import type { Call } from '../../../client/api.ts';
import { ApiError } from '../../../client/errors.ts';
import { batchesOf } from '../../../contract/batches.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { networkPageKey } from '../../../rules/records/addresses.ts';
import { EDITABLE_FIELDS, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { COMPANY_PRECEDENCE, companyKeys } from '../../../rules/records/matching.ts';
import { type Change, isEqual } from '../../session/history/recorded-route.ts';
import { COMPANY_FIELDS, spellings, standardOf } from '../../session/history/stored-records.ts';
import { helpful } from '../approval.ts';
import { rowsOf } from '../records/entity.ts';
import { idOf, recreation, send, type UndoHost, type UndoKind, type UndoTarget } from './undo-kind.ts';

const STANDARD = new Set([...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY].map(({ id }) => id));

const NO_FIELDS = new Set(['id', 'appUrl', 'company', 'companyAppUrl', 'lists', 'campaigns']);

/** Fields of contacts beside the standard ones that people and runs write. None where the service does not show its fields. */
export async function customFieldsOf(call: Call): Promise<string[]> {
  const answer = await helpful(call(routes.contacts.fields));
  return rowsOf(answer?.data).flatMap((field) => {
    if (!isObject(field)) return [];
    const { id, editable, fieldType } = field;
    return typeof id === 'string' && editable === true && fieldType !== 'FORMULA_FIELD' && !STANDARD.has(id)
      ? [id]
      : [];
  });
}

/** Names that a search shows only where it is asked for them; of contacts that were made, of all that could be written since. */
async function customNames(host: UndoHost, targets: readonly UndoTarget[]): Promise<string[]> {
  const written = targets.flatMap(({ change }) => Object.keys(change.fields ?? {}));
  const isMade = targets.some(({ change: { kind, is } }) => kind === 'contact' && is === 'created');
  const others = isMade ? await host.customFields() : [];
  return [...new Set([...written, ...others])].filter((name) => !STANDARD.has(name));
}

/** Whether a field of a contact as it is read is one of the workspace's own. */
export const isCustom = (name: string): boolean => !STANDARD.has(name) && !NO_FIELDS.has(name);

async function search(
  host: UndoHost,
  group: 'contacts' | 'companies',
  include: Readonly<Record<string, readonly unknown[]>>,
  fields: readonly string[] = [],
): Promise<JsonObject[]> {
  const body = { include, ...(fields.length > 0 && group === 'contacts' && { fields }) };
  const limit = include['id']?.length ?? null;
  const found: JsonObject[] = [];
  for await (const record of searchPages(host.call, group, body, { signal: host.signal, limit })) found.push(record);
  return found;
}

export async function readRecords(
  host: UndoHost,
  group: 'contacts' | 'companies',
  targets: readonly UndoTarget[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  const names = await customNames(host, targets);
  const ids = [...new Set(targets.map(({ id }) => id))];
  for (const some of batchesOf(ids, LIMITS.pageSizeMax)) {
    for (const fields of names.length === 0 ? [[]] : batchesOf(names, 100)) {
      for (const record of await search(host, group, { id: some }, fields))
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

type Values = Readonly<Record<string, unknown>>;

/** The values of a contact that can be written; custom fields stand beside the standard ones, by name, as texts. */
function valuesOf(record: Values): JsonObject {
  const isWritable = ([name, value]: [string, unknown]) =>
    value !== null &&
    value !== '' &&
    (EDITABLE_FIELDS.CONTACT.has(name) || (isCustom(name) && typeof value === 'string'));
  return Object.fromEntries(Object.entries(record).filter(isWritable));
}

/**
 * A value that names this company and no other, so that a create finds it by that, and changes nothing of it; null where there is
 * none.
 */
async function companyKeyOf(host: UndoHost, companyId: number): Promise<JsonObject | null> {
  const company = objectIn(await send(host, routes.companies.get, { params: { companyId } }));
  const keys = companyKeys(standardOf('COMPANY', company));
  for (const by of COMPANY_PRECEDENCE) {
    const [key, field] = [keys[by], COMPANY_FIELDS[by]];
    const value = getOwn(company, field);
    if (key === null || typeof value !== 'string') continue;
    const same = await search(host, 'companies', { [field]: by === 'NAME' ? [value] : spellings(key, value) });
    const ids = same.filter((one) => companyKeys(standardOf('COMPANY', one))[by] === key).map(({ id }) => id);
    if (ids.length === 1 && ids[0] === companyId) return { [field]: value };
  }
  return null;
}

/** Null for none, and for a page that names no contact, by which none is found. */
const pageOf = ({ networkProfileUrl: url }: Values): string | null =>
  typeof url === 'string' ? networkPageKey('CONTACT', url) : null;

/** Contacts that a create which merges could take for this one. */
async function twinsOf(host: UndoHost, record: Values): Promise<JsonObject[]> {
  const { firstName, lastName } = record;
  const byUrl = await sameProfile(host, record);
  if (!firstName || !lastName) return byUrl;
  return [...byUrl, ...(await search(host, 'contacts', { firstName: [firstName], lastName: [lastName] }))];
}

async function sameProfile(host: UndoHost, record: Values): Promise<JsonObject[]> {
  const key = pageOf(record);
  if (key === null) return [];
  const networkProfileUrl = spellings(key, String(record['networkProfileUrl']));
  const found = await search(host, 'contacts', { networkProfileUrl });
  return found.filter((one) => pageOf(one) === key);
}

/** With its company, which only a create that merges finds: where there is another contact of that name, by its profile URL. */
export const recreateContact: NonNullable<UndoKind['create']> = async (host, change) => {
  const { firstName, lastName } = change.record ?? {};
  // Of two that could be taken for one another, the second has to find the first.
  const release = await host.turns.take([`page ${pageOf(change.record ?? {})}`, `name ${firstName} ${lastName}`]);
  try {
    return await recreated(host, change);
  } finally {
    release();
  }
};

async function recreated(host: UndoHost, change: Change): ReturnType<NonNullable<UndoKind['create']>> {
  const { companyId, lists: _later, ...record } = change.record ?? {};
  const company = typeof companyId === 'number' ? await companyKeyOf(host, companyId) : null;
  const isAlone = company !== null && (await twinsOf(host, record)).length === 0;
  const body = { ...valuesOf(record), ...(isAlone ? { company } : { mergeWithExisting: false }) };
  const id = idOf(await send(host, routes.contacts.create, { body }, recreation(host, change)));
  const remark = await completeContact(host, { id, change }, isAlone ? { companyId } : {});
  return { id, ...(remark && { remark }) };
}

/** Moves it to its company and puts it into its lists. */
export const completeContact: NonNullable<UndoKind['complete']> = async (host, { id, change }, now) => {
  const { companyId, lists, ...record } = change.record ?? {};
  const isThere = typeof companyId !== 'number' || typeof now['companyId'] === 'number';
  const remark = isThere ? undefined : await moveToCompany(host, id, companyId, record);
  for (const listId of Array.isArray(lists) ? lists : []) {
    if (host.ids.isPlaced(listId, id)) continue;
    await send(host, routes.lists.addMembers, { params: { listId }, body: { contactIds: [id] } });
    host.ids.place(listId, id);
  }
  return remark;
};

/** Fields that few contacts share a value of. */
const FOUND_BY = ['networkProfileUrl', 'professionalEmail', 'lastName', 'firstName'];

/** Where the service cannot do all of it, without what is to be cleared. Gives what could not be written. */
export async function updateRecord(
  host: UndoHost,
  kind: UndoKind,
  { target, values, now }: { readonly target: UndoTarget; readonly values: JsonObject; readonly now: JsonObject },
): Promise<string | undefined> {
  if (Object.keys(values).length === 0) return undefined;
  const remark = await attempted(() => kind.update?.(host, target, values, now));
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  if (remark === undefined || Object.keys(filled).length === Object.keys(values).length) return remark;
  return [await updateRecord(host, kind, { target, values: filled, now }), remark].filter(Boolean).join('; ');
}

/** Why nothing was sent, as the service has no way to do it; undefined where it was done. */
async function attempted(update: () => Promise<unknown> | undefined): Promise<string | undefined> {
  try {
    await update();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.attempts === 0) return error.message;
    throw error;
  }
}

/** How much the clocks of this machine and the service may differ. */
const CLOCK_SKEW_MS = 600_000;

export const findContact: NonNullable<UndoKind['find']> = async (host, { record = {} }, sentAt) => {
  const values = valuesOf(record);
  const by = FOUND_BY.find((field) => Object.hasOwn(values, field)) ?? Object.keys(values)[0];
  if (by === undefined) return null;
  for (const one of await search(host, 'contacts', { [by]: [String(getOwn(values, by))] })) {
    if (
      Date.parse(String(one['createdAt'])) >= sentAt - CLOCK_SKEW_MS &&
      [...EDITABLE_FIELDS.CONTACT.keys()].every((field) => isEqual(getOwn(one, field), getOwn(values, field)))
    )
      return idOf(one);
  }
  return null;
};

/** By a create that merges, which matches the contact by its profile URL. Gives why it cannot be done. */
export async function moveToCompany(
  host: UndoHost,
  id: AnyId,
  companyId: number,
  now: Values,
): Promise<string | undefined> {
  const { networkProfileUrl: url } = now;
  if (pageOf(now) === null) return 'the API moves only contacts with a profile URL to another company';
  const same = await sameProfile(host, now);
  if (same.some((one) => String(one['id']) !== String(id))) return 'another contact has the same profile URL';
  const company = await companyKeyOf(host, companyId);
  if (company === null) return 'nothing names its former company alone';
  const made = await send(host, routes.contacts.create, { body: { networkProfileUrl: url, company } });
  const isBack = isObject(made) && made['companyId'] === companyId && String(made['id']) === String(id);
  return isBack ? undefined : 'the service did not move it to its former company';
}
