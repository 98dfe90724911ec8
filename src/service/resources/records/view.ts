import type { EntityName } from '../../../contract/entities.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { type CustomField, type RecordField, STANDARD_FIELDS } from '../../../rules/records/fields.ts';
import { icpScore, scoreBand } from '../../../rules/records/icp-rating.ts';
import type { StoredRecord } from '../../../rules/records/upsert/pending-record.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { byId } from '../../core/sql.ts';
import { leadsCounts } from '../companies/queries/companies.ts';

export type ContactView = ReplyData<'contacts', 'get'>;
export type CompanyView = ReplyData<'companies', 'get'>;

/** Fields beyond those every record has. */
export interface ExtraFields {
  /** Requested by name. */
  readonly fields: readonly RecordField[];
  readonly customs: readonly CustomField[];
}

type StandardValues = StoredRecord['standard'];

const STANDARD: ReadonlyMap<string, RecordField> = new Map(
  [...STANDARD_FIELDS.CONTACT, ...STANDARD_FIELDS.COMPANY]
    .filter(({ id, key }) => id === key)
    .map((field) => [`${field.of} ${field.key}`, field]),
);

export function textValue(standard: StandardValues, id: string): string | null {
  const value = standard.get(id);
  return value === undefined ? null : String(value);
}

function textList(standard: StandardValues, id: string): string[] {
  const value = standard.get(id);
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : [];
  return Array.isArray(list) ? list.map(String) : [];
}

/** The records a field value is read from: a contact and its company, or a company alone. */
export interface ValueOwners {
  readonly contact: StoredRecord | null;
  readonly company: StoredRecord | null;
  readonly leadsCount: number;
}

function isInCrm(standard: StandardValues): boolean {
  return standard.has('contactCRMId') || standard.has('leadCRMId');
}

function scoreOf({ contact, company }: ValueOwners): number | null {
  const employees = company?.standard.get('numberOfEmployees');
  return icpScore({
    jobTitle: contact && textValue(contact.standard, 'jobTitle'),
    hasCompany: company !== null,
    employees: typeof employees === 'number' ? employees : null,
  });
}

type Computed = (owner: StoredRecord, owners: ValueOwners) => unknown;

const COMPUTED: ReadonlyMap<string, Computed> = new Map<string, Computed>([
  ['createdAt', ({ createdAt }) => isoTime(createdAt)],
  ['updatedAt', ({ updatedAt }) => isoTime(updatedAt)],
  ['companyId', ({ companyId }) => companyId],
  ['isInCRM', ({ standard }) => isInCrm(standard)],
  ['isCompanyInCRM', ({ standard }) => standard.has('companyCRMId')],
  ['leadsCount', (_, { leadsCount }) => leadsCount],
  ['icpScore', (_, owners) => scoreOf(owners)],
  ['scoreBand', (_, owners) => scoreBand(scoreOf(owners))],
  ['personalEmails', ({ standard }) => textList(standard, 'personalEmails')],
]);

/** Null if the record has no value. */
export function fieldValue(field: RecordField, owners: ValueOwners): unknown {
  const owner = field.of === 'CONTACT' ? owners.contact : owners.company;
  if (!owner) return field.dataType === 'boolean' ? false : null;
  const computed = COMPUTED.get(field.key);
  if (computed) return computed(owner, owners);
  return owner.standard.get(field.key) ?? propertyOf(field, owner.properties.get(field.key));
}

/** Dates from providers are stored as epoch ms. */
function propertyOf({ dataType }: Pick<RecordField, 'dataType'>, value: unknown): unknown {
  return dataType === 'date' && typeof value === 'number' ? isoTime(value) : (value ?? null);
}

/** Custom, AI and enrichment values of the record, then the requested fields. */
function extrasOf(record: StoredRecord, entity: EntityName, owners: ValueOwners, { fields, customs }: ExtraFields) {
  const values: [string, unknown][] = [];
  for (const { entity: of, key, name } of record.properties.size > 0 ? customs : []) {
    if (of === entity && record.properties.has(key)) values.push([name, record.properties.get(key)]);
  }
  for (const [key, value] of record.properties) {
    const field = STANDARD.get(`${entity} ${key}`);
    if (field) values.push([field.id, propertyOf(field, value)]);
  }
  for (const field of fields) values.push([field.id, fieldValue(field, owners)]);
  return Object.fromEntries(values);
}

/** `company` is the contact's own; `leadsCount` is the number of that company's contacts. */
export function contactView(
  { appUrl }: Context,
  contact: StoredRecord,
  { company, leadsCount }: { company: StoredRecord | null; leadsCount: number },
  extras: ExtraFields,
): ContactView {
  const { id, standard, companyId, createdAt, updatedAt } = contact;
  return {
    id,
    appUrl: appUrl('contacts', id),
    firstName: textValue(standard, 'firstName'),
    lastName: textValue(standard, 'lastName'),
    jobTitle: textValue(standard, 'jobTitle'),
    networkProfileUrl: textValue(standard, 'networkProfileUrl'),
    professionalEmail: textValue(standard, 'professionalEmail'),
    personalEmails: textList(standard, 'personalEmails'),
    mobilePhone: textValue(standard, 'mobilePhone'),
    phones: textValue(standard, 'phones'),
    imageUrl: textValue(standard, 'imageUrl'),
    companyId,
    company: company && {
      id: company.id,
      name: textValue(company.standard, 'name'),
      domain: textValue(company.standard, 'domain'),
      companyNetworkUrl: textValue(company.standard, 'companyNetworkUrl'),
      appUrl: appUrl('companies', company.id),
    },
    emailVerificationStatus: textValue(standard, 'emailVerificationStatus'),
    contactCountry: textValue(standard, 'contactCountry'),
    networkHeadline: textValue(standard, 'networkHeadline'),
    contactCRMId: textValue(standard, 'contactCRMId'),
    leadCRMId: textValue(standard, 'leadCRMId'),
    isInCRM: isInCrm(standard),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...extrasOf(contact, 'CONTACT', { contact, company, leadsCount }, extras),
  };
}

export function companyView({ appUrl }: Context, company: StoredRecord, leadsCount: number, extras: ExtraFields) {
  const { id, standard, createdAt, updatedAt } = company;
  const employees = standard.get('numberOfEmployees');
  return {
    id,
    appUrl: appUrl('companies', id),
    name: textValue(standard, 'name'),
    domain: textValue(standard, 'domain'),
    website: textValue(standard, 'website'),
    industry: textValue(standard, 'industry'),
    companyNetworkUrl: textValue(standard, 'companyNetworkUrl'),
    numberOfEmployees: typeof employees === 'number' ? employees : null,
    companyCountry: textValue(standard, 'companyCountry'),
    companyCRMId: textValue(standard, 'companyCRMId'),
    isCompanyInCRM: standard.has('companyCRMId'),
    leadsCount,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
    ...extrasOf(company, 'COMPANY', { contact: null, company, leadsCount }, extras),
  };
}

const NOT_COUNTED: ReadonlyMap<number, number> = new Map();

/** Contacts with their companies, in the given order. Contacts per company are only counted if that field is requested. */
export async function contactViews(
  context: Context,
  contacts: readonly StoredRecord[],
  companies: readonly StoredRecord[],
  extras: ExtraFields,
): Promise<ContactView[]> {
  const companyOf = byId(companies);
  const isCounted = extras.fields.some(({ key, of }) => of === 'COMPANY' && key === 'leadsCount');
  const counts = isCounted
    ? await leadsCounts(context.tx, context.principal.workspaceId, companyOf.keys())
    : NOT_COUNTED;
  return contacts.map((contact) => {
    const company = contact.companyId === null ? null : (companyOf.get(contact.companyId) ?? null);
    return contactView(context, contact, { company, leadsCount: (company && counts.get(company.id)) ?? 0 }, extras);
  });
}
