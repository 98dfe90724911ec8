// Records as the interface shows them.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { type CustomField, type Entity, type Field, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { leadsCounts } from '../companies/queries/companies.ts';
import type { Stored } from './queries/records.ts';

export type ContactRecord = ReplyOf<Table['contacts']['get']>;
export type CompanyRecord = ReplyOf<Table['companies']['get']>;

/** What is shown beside what every record has. */
export interface Extras {
  /** Asked for by name. */
  readonly fields: readonly Field[];
  readonly customs: readonly CustomField[];
}

type Standard = Stored['standard'];

const STANDARD: ReadonlyMap<string, Field> = new Map(
  [...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY]
    .filter(({ id, key }) => id === key)
    .map((field) => [`${field.of} ${field.key}`, field]),
);

function text(standard: Standard, id: string): string | null {
  const value = standard.get(id);
  return value === undefined ? null : String(value);
}

function texts(standard: Standard, id: string): string[] {
  const value = standard.get(id);
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : [];
  return Array.isArray(list) ? list.map(String) : [];
}

/** Who has a value: a contact and its company, or a company alone. */
export interface Owners {
  readonly contact: Stored | null;
  readonly company: Stored | null;
  readonly leadsCount: number;
}

function isInCrm(standard: Standard): boolean {
  return standard.has('contactCRMId') || standard.has('leadCRMId');
}

type Computed = (owner: Stored, owners: Owners) => unknown;

const COMPUTED: ReadonlyMap<string, Computed> = new Map<string, Computed>([
  ['createdAt', ({ createdAt }) => isoTime(createdAt)],
  ['updatedAt', ({ updatedAt }) => isoTime(updatedAt)],
  ['companyId', ({ companyId }) => companyId],
  ['isInCRM', ({ standard }) => isInCrm(standard)],
  ['isCompanyInCRM', ({ standard }) => standard.has('companyCRMId')],
  ['leadsCount', (_, { leadsCount }) => leadsCount],
  ['personalEmails', ({ standard }) => texts(standard, 'personalEmails')],
]);

/** Null where there is none. */
export function fieldValue(field: Field, owners: Owners): unknown {
  const owner = field.of === 'CONTACT' ? owners.contact : owners.company;
  if (!owner) return field.dataType === 'boolean' ? false : null;
  const computed = COMPUTED.get(field.key);
  if (computed) return computed(owner, owners);
  return owner.standard.get(field.key) ?? propertyOf(field, owner.properties.get(field.key));
}

/** Providers' dates are kept as epoch ms. */
function propertyOf({ dataType }: Pick<Field, 'dataType'>, value: unknown): unknown {
  return dataType === 'date' && typeof value === 'number' ? isoTime(value) : (value ?? null);
}

/** Values a record has beside those every record has (custom, AI, enrichment), then what was asked for. */
function extrasOf(
  record: Stored,
  entity: Entity,
  owners: Owners,
  { fields, customs }: Extras,
): Record<string, unknown> {
  const shown: [string, unknown][] = [];
  for (const { entity: of, key, name } of record.properties.size > 0 ? customs : []) {
    if (of === entity && record.properties.has(key)) shown.push([name, record.properties.get(key)]);
  }
  for (const [key, value] of record.properties) {
    const field = STANDARD.get(`${entity} ${key}`);
    if (field) shown.push([field.id, propertyOf(field, value)]);
  }
  for (const field of fields) shown.push([field.id, fieldValue(field, owners)]);
  return Object.fromEntries(shown);
}

/** `company` is the contact's own, `leadsCount` how many contacts it has. */
export function showContact(
  { appUrl }: Context,
  contact: Stored,
  { company, leadsCount }: { company: Stored | null; leadsCount: number },
  extras: Extras,
): ContactRecord {
  const { id, standard, companyId, createdAt, updatedAt } = contact;
  return {
    id,
    appUrl: appUrl('contacts', id),
    firstName: text(standard, 'firstName'),
    lastName: text(standard, 'lastName'),
    jobTitle: text(standard, 'jobTitle'),
    networkProfileUrl: text(standard, 'networkProfileUrl'),
    professionalEmail: text(standard, 'professionalEmail'),
    personalEmails: texts(standard, 'personalEmails'),
    mobilePhone: text(standard, 'mobilePhone'),
    phones: text(standard, 'phones'),
    imageUrl: text(standard, 'imageUrl'),
    companyId,
    company: company && {
      id: company.id,
      name: text(company.standard, 'name'),
      domain: text(company.standard, 'domain'),
      companyNetworkUrl: text(company.standard, 'companyNetworkUrl'),
      appUrl: appUrl('companies', company.id),
    },
    emailVerificationStatus: text(standard, 'emailVerificationStatus'),
    contactCountry: text(standard, 'contactCountry'),
    networkHeadline: text(standard, 'networkHeadline'),
    contactCRMId: text(standard, 'contactCRMId'),
    leadCRMId: text(standard, 'leadCRMId'),
    isInCRM: isInCrm(standard),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...extrasOf(contact, 'CONTACT', { contact, company, leadsCount }, extras),
  };
}

export function showCompany({ appUrl }: Context, company: Stored, leadsCount: number, extras: Extras): CompanyRecord {
  const { id, standard, createdAt, updatedAt } = company;
  const employees = standard.get('numberOfEmployees');
  return {
    id,
    appUrl: appUrl('companies', id),
    name: text(standard, 'name'),
    domain: text(standard, 'domain'),
    website: text(standard, 'website'),
    industry: text(standard, 'industry'),
    companyNetworkUrl: text(standard, 'companyNetworkUrl'),
    numberOfEmployees: typeof employees === 'number' ? employees : null,
    companyCountry: text(standard, 'companyCountry'),
    companyCRMId: text(standard, 'companyCRMId'),
    isCompanyInCRM: standard.has('companyCRMId'),
    leadsCount,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...extrasOf(company, 'COMPANY', { contact: null, company, leadsCount }, extras),
  };
}

const NOT_COUNTED: ReadonlyMap<number, number> = new Map();

/** Contacts with their companies, in the order given. Contacts per company are only counted when they are asked for. */
export async function showContacts(
  context: Context,
  contacts: readonly Stored[],
  companies: readonly Stored[],
  extras: Extras,
): Promise<ContactRecord[]> {
  const byId = new Map(companies.map((company) => [company.id, company]));
  const isCounted = extras.fields.some(({ key, of }) => of === 'COMPANY' && key === 'leadsCount');
  const counts = isCounted ? await leadsCounts(context.tx, context.principal.workspaceId, byId.keys()) : NOT_COUNTED;
  return contacts.map((contact) => {
    const company = contact.companyId === null ? null : (byId.get(contact.companyId) ?? null);
    return showContact(context, contact, { company, leadsCount: (company && counts.get(company.id)) ?? 0 }, extras);
  });
}
