// The item by which the create that merges finds exactly one record that is already there. A create that finds none makes a
// second record, and one that finds another changes that: so what it looks for is looked for first.

import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import type { Route } from '../../../contract/routes/route.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { companyDomainKey, companyWebsiteKey, networkPageKey } from '../../../rules/records/addresses.ts';
import { COMPANY_ALIASES } from '../../../rules/records/fields.ts';
import { exactKey, nameKey } from '../../../rules/records/normalize.ts';
import { searchPages } from '../../answers/pages.ts';
import { ApiError } from '../../errors.ts';
import type { DocumentedCall } from '../fitted-request.ts';

const CONTACT = {
  name: 'CONTACT',
  noun: 'contact',
  plural: 'contacts',
  routes: routes.contacts,
  idParam: 'contactId',
  listFilter: 'leadsGroup',
} as const;
const COMPANY = {
  name: 'COMPANY',
  noun: 'company',
  plural: 'companies',
  routes: routes.companies,
  idParam: 'companyId',
  listFilter: 'companyGroup',
} as const;
export const MERGED = { CONTACT, COMPANY } as const;
export type MergedEntity = typeof CONTACT | typeof COMPANY;

export interface MergeHost {
  readonly call: DocumentedCall;
  /** What is done by merging. */
  readonly route: Route;
  readonly entity: MergedEntity;
}

export interface MergeItem {
  readonly id: number;
  readonly item: JsonObject;
  readonly before: JsonObject;
}

/** What the documented requests cannot do to this record; others may be done. */
function notPossibleForRecord({ method, path }: Pick<Route, 'method' | 'path'>, why: string, hint?: string) {
  const message = `not possible with this service: ${why}`;
  return new ApiError({ method, path, status: 422, code: 'not_found', message, hint, attempts: 0, body: '' });
}

/** Of an item, what says how it is written. */
const NOT_FIELDS = ['id', 'listId', 'mergeWithExisting'];

/** Enough to tell one record from several. */
const CANDIDATES_MAX = 100;

/** What the interface says records are matched by, and when two values of it are the same. */
const KEYS: ReadonlyMap<string, (text: string) => string | null> = new Map([
  ['networkProfileUrl', (url) => networkPageKey('CONTACT', url)],
  ['companyNetworkUrl', (url) => networkPageKey('COMPANY', url)],
  ['domain', companyDomainKey],
  ['website', companyWebsiteKey],
  ['name', nameKey],
]);
const OF_ENTITY = {
  CONTACT: ['networkProfileUrl'],
  COMPANY: ['companyNetworkUrl', 'domain', 'website', 'name'],
} as const;
/** Those by which a record is named to the create; the interface shows them in its answers. */
const NAMED_BY = { CONTACT: ['networkProfileUrl'], COMPANY: ['companyNetworkUrl', 'domain', 'name'] } as const;

const textOf = (record: JsonObject, field: string): string => {
  const value = getOwn(record, field);
  return typeof value === 'string' ? value.trim() : '';
};

/** The last part of an address, which all its spellings share. */
const wordOf = (value: string) => value.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? value;

/** Ids of the records that have the value, in this spelling or another. */
async function idsWith({ call, entity }: MergeHost, field: string, value: string): Promise<Set<number>> {
  const ids = new Set<number>();
  const key = KEYS.get(field) ?? exactKey;
  const exact = { include: { [field]: [value] } };
  const spelled = { search: wordOf(value) };
  for (const asked of field === 'name' ? [exact] : [exact, spelled]) {
    for await (const record of searchPages(call, entity.plural, asked, { limit: CANDIDATES_MAX })) {
      if (typeof record['id'] !== 'number') continue;
      const isHidden = asked === exact && getOwn(record, field) === undefined;
      if (isHidden || key(textOf(record, field)) === key(value)) ids.add(record['id']);
    }
  }
  return ids;
}

async function assertOnly(host: MergeHost, id: number, field: string, value: string, isOwn: boolean): Promise<void> {
  const { noun } = host.entity;
  const ids = await idsWith(host, field, value);
  const others = [...ids].filter((one) => one !== id);
  if (others.length > 0)
    throw notPossibleForRecord(host.route, `${noun} ${others[0]} has the same ${field} as ${noun} ${id} would`);
  if (isOwn && !ids.has(id))
    throw notPossibleForRecord(host.route, `a search for its ${field} does not find ${noun} ${id}`);
}

async function companyNameOf({ call }: MergeHost, contact: JsonObject): Promise<string> {
  const { company, companyId } = contact;
  const named = isObject(company) ? textOf(company, 'name') : textOf(contact, 'companyName');
  if (named !== '' || typeof companyId !== 'number') return named;
  const { data } = await call(routes.companies.get, { params: { companyId } });
  return isObject(data) ? textOf(data, 'name') : '';
}

/** First name, last name and company, where they name one contact of one company. */
async function namesOf(host: MergeHost, id: number, contact: JsonObject): Promise<JsonObject> {
  const names = {
    firstName: textOf(contact, 'firstName'),
    lastName: textOf(contact, 'lastName'),
    companyName: await companyNameOf(host, contact),
  };
  if (Object.values(names).includes('')) {
    throw notPossibleForRecord(
      host.route,
      `contact ${id} has neither a profile URL nor a name with a company, by which it is found`,
    );
  }
  const include = Object.fromEntries(Object.entries(names).map(([field, value]) => [field, [value]]));
  const ids: unknown[] = [];
  for await (const { id: found } of searchPages(host.call, 'contacts', { include }, { limit: 2 })) ids.push(found);
  const companies = await idsWith({ ...host, entity: COMPANY }, 'name', names.companyName);
  if (ids.length !== 1 || ids[0] !== id || companies.size !== 1) {
    throw notPossibleForRecord(host.route, `its name and company do not tell contact ${id} from all others`);
  }
  return names;
}

/** What the create can do to a record. Throws ApiError for the rest. */
function assertMergeable(host: MergeHost, fields: JsonObject): void {
  const { name: kind, noun } = host.entity;
  const strange = Object.keys(fields).filter((name) => NOT_FIELDS.includes(name));
  if (strange.length > 0) throw notPossibleForRecord(host.route, `${strange.join(', ')} is not a field of a ${noun}`);
  const cleared = Object.entries(fields).filter(([, value]) => value === null || value === '');
  if (cleared.length > 0) {
    const names = cleared.map(([name]) => name).join(', ');
    throw notPossibleForRecord(
      host.route,
      `${names} cannot be cleared: it merges a ${noun}, which changes values and removes none`,
    );
  }
  const ofCompany = kind === 'CONTACT' ? Object.keys(fields).filter((name) => COMPANY_ALIASES.has(name)) : [];
  if (ofCompany.length > 0 || 'company' in fields) {
    throw notPossibleForRecord(
      host.route,
      `the company of a contact is not changed by merging`,
      'reach companies update changes it',
    );
  }
}

/** The record as the service shows it. Throws ApiError where there is none. */
export async function recordOf({ call, entity }: MergeHost, id: number): Promise<JsonObject> {
  const { data } = await call(entity.routes.get, { params: { [entity.idParam]: id } });
  return objectIn(data);
}

/** Throws ApiError where the create might find another record, or none, and where there is no such record. */
export async function mergeItemOf(host: MergeHost, id: number, fields: JsonObject): Promise<MergeItem> {
  const { entity } = host;
  assertMergeable(host, fields);
  const before = await recordOf(host, id);
  const named = NAMED_BY[entity.name].find((field) => !(field in fields) && textOf(before, field) !== '');
  for (const field of OF_ENTITY[entity.name])
    if (field in fields) await assertOnly(host, id, field, String(fields[field]), false);
  if (named !== undefined) {
    const value = textOf(before, named);
    await assertOnly(host, id, named, value, true);
    return { id, before, item: { [named]: value, ...fields } };
  }
  if (entity.name === 'CONTACT' && !('firstName' in fields) && !('lastName' in fields)) {
    return { id, before, item: { ...(await namesOf(host, id, before)), ...fields } };
  }
  const what = entity.name === 'CONTACT' ? 'profile URL' : 'address, domain or name';
  throw notPossibleForRecord(
    host.route,
    `${entity.noun} ${id} has no ${what} that stays as it is, by which it is found`,
  );
}
