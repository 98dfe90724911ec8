// The fields of contacts and companies: what discovery shows, PATCH takes, filters know, and a CSV header may mean.

import type { EntityName } from '../../contract/entities.ts';
import type { DataType, FieldDescriptor, FieldType } from '../../contract/records/fields.ts';

export interface RecordField extends FieldDescriptor {
  /** Whose record holds the value: company-backed fields of a contact are the company's. */
  readonly of: EntityName;
  /** The value's name in that record: the standard id there, or the key of a custom field. */
  readonly key: string;
  /** Added by the workspace, not brought by the service. */
  readonly isCustom: boolean;
  /** The only values of a custom `select` field, where they are fixed. */
  readonly options?: readonly string[] | undefined;
}

/** A field of one workspace: custom, AI, CRM or formula. */
export interface CustomField {
  readonly entity: EntityName;
  readonly name: string;
  /** Under which the record keeps its value. */
  readonly key: string;
  readonly fieldType: FieldType;
  readonly dataType: DataType;
  /** The only values of a `select` field, where they are fixed. */
  readonly options?: readonly string[] | undefined;
}

type FieldRow = readonly [
  id: string,
  label: string,
  dataType: DataType,
  editable: 'edit' | 'read',
  fieldType?: FieldType,
];

const CONTACT_ROWS: readonly FieldRow[] = [
  ['firstName', 'First name', 'text', 'edit'],
  ['lastName', 'Last name', 'text', 'edit'],
  ['jobTitle', 'Job title', 'text', 'edit'],
  ['professionalEmail', 'Professional email', 'email', 'edit'],
  ['personalEmails', 'Personal emails', 'text', 'read'],
  ['mobilePhone', 'Mobile phone', 'text', 'edit'],
  ['phones', 'Other phones', 'text', 'edit'],
  ['networkProfileUrl', 'Network profile', 'url', 'edit'],
  ['networkHeadline', 'Network headline', 'text', 'edit'],
  ['contactCountry', 'Country', 'text', 'edit'],
  ['imageUrl', 'Picture', 'url', 'read'],
  ['emailVerificationStatus', 'Email verification', 'select', 'read'],
  ['phoneVerificationStatus', 'Phone verification', 'select', 'read'],
  ['companyId', 'Company id', 'number', 'read'],
  ['contactCRMId', 'CRM contact id', 'text', 'edit', 'CRM_FIELD'],
  ['leadCRMId', 'CRM lead id', 'text', 'edit', 'CRM_FIELD'],
  ['isInCRM', 'In CRM', 'boolean', 'read', 'CRM_FIELD'],
  ['lastActivityAtCRM', 'Last activity in CRM', 'date', 'read', 'CRM_FIELD'],
  ['createdAt', 'Created', 'date', 'read'],
  ['updatedAt', 'Updated', 'date', 'read'],
];

const COMPANY_ROWS: readonly FieldRow[] = [
  ['name', 'Company name', 'text', 'edit'],
  ['domain', 'Company domain', 'text', 'edit'],
  ['website', 'Company website', 'url', 'edit'],
  ['industry', 'Company industry', 'text', 'edit'],
  ['companyNetworkUrl', 'Company network page', 'url', 'edit'],
  ['numberOfEmployees', 'Employees', 'number', 'edit'],
  ['companyCountry', 'Company country', 'text', 'edit'],
  ['companyCRMId', 'CRM company id', 'text', 'edit', 'CRM_FIELD'],
  ['isCompanyInCRM', 'Company in CRM', 'boolean', 'read', 'CRM_FIELD'],
  ['leadsCount', 'Contacts at the company', 'number', 'read'],
  ['lastActivityAtCRM', 'Last activity in CRM', 'date', 'read', 'CRM_FIELD'],
  ['createdAt', 'Created', 'date', 'read'],
  ['updatedAt', 'Updated', 'date', 'read'],
];

/** Scoring fields of a workspace. The interface gives these names as examples: another workspace may have others. */
const SCORING_ROWS: readonly FieldRow[] = [
  ['icpScore', 'ICP score', 'number', 'read', 'FORMULA_FIELD'],
  ['scoreBand', 'Score band', 'select', 'read', 'FORMULA_FIELD'],
];

/** Present only for companies enriched by the matching provider. From `webTraffic…` on, the ids are undocumented. */
const ENRICHMENT_ROWS: readonly FieldRow[] = [
  ['ecommerceStoreEstimatedSales', 'Store: sales, estimated', 'number', 'read'],
  ['ecommerceStoreEstimatedSalesYearly', 'Store: yearly sales, estimated', 'number', 'read'],
  ['ecommerceStoreProductCount', 'Store: products', 'number', 'read'],
  ['ecommerceStoreAvgPrice', 'Store: average price', 'number', 'read'],
  ['ecommerceStoreEstimatedVisits', 'Store: visits, estimated', 'number', 'read'],
  ['ecommerceStoreEstimatedPageViews', 'Store: page views, estimated', 'number', 'read'],
  ['ecommerceStoreTrustpilotRating', 'Store: Trustpilot rating', 'number', 'read'],
  ['ecommerceStoreTrustpilotReviewCount', 'Store: Trustpilot reviews', 'number', 'read'],
  ['ecommerceStoresPlatform', 'Stores: platform', 'text', 'read'],
  ['ecommerceStoresShippingCarriers', 'Stores: carriers', 'text', 'read'],
  ['ecommerceStoresShipsToCountries', 'Stores: ship to', 'text', 'read'],
  ['ecommerceStores', 'Stores', 'text', 'read'],
  ['webTrafficMonthlyVisits', 'Web traffic: visits a month', 'number', 'read'],
  ['webTrafficPagesPerVisit', 'Web traffic: pages a visit', 'number', 'read'],
  ['webTrafficBounceRate', 'Web traffic: bounce rate', 'number', 'read'],
  ['fundingTotal', 'Funding: total', 'number', 'read'],
  ['fundingLastRoundType', 'Funding: last round', 'select', 'read'],
  ['fundingLastRoundAmount', 'Funding: last amount', 'number', 'read'],
  ['fundingLastRoundAt', 'Funding: date of last round', 'date', 'read'],
  ['fundingInvestors', 'Funding: investors', 'text', 'read'],
  ['jobOpeningsCount', 'Job openings', 'number', 'read'],
  ['jobOpeningTitles', 'Job openings: titles', 'text', 'read'],
  ['headcount', 'Headcount', 'number', 'read'],
  ['headcountGrowthYearly', 'Headcount: growth in a year', 'number', 'read'],
  ['technologies', 'Technologies', 'text', 'read'],
];

/** Values of `fundingLastRoundType`, in the order companies go through them (undocumented). */
export const FUNDING_ROUNDS = ['Pre-Seed', 'Seed', 'Series A', 'Series B', 'Series C', 'Series D'] as const;

/** The contact's name for a field of its company, where it is not the same. */
const NAME_ON_CONTACT: ReadonlyMap<string, string> = new Map([
  ['name', 'companyName'],
  ['domain', 'companyDomain'],
  ['website', 'companyWebsite'],
  ['industry', 'companyIndustry'],
]);

function fieldOf(of: EntityName, [id, label, dataType, access, fieldType = 'STANDARD']: FieldRow): RecordField {
  return {
    id,
    label,
    fieldType,
    dataType,
    editable: access === 'edit',
    promptReference: `{${id}}`,
    of,
    key: id,
    isCustom: false,
  };
}

const OWN: Readonly<Record<EntityName, readonly RecordField[]>> = {
  CONTACT: CONTACT_ROWS.map((row) => fieldOf('CONTACT', row)),
  COMPANY: [...COMPANY_ROWS, ...ENRICHMENT_ROWS].map((row) => fieldOf('COMPANY', row)),
};

const CONTACT_OWN_IDS = new Set(OWN.CONTACT.map(({ id }) => id));

/** A company's field as its contacts carry it: readable and filterable there, changed on the company. */
function onContact(field: RecordField): RecordField {
  const id = NAME_ON_CONTACT.get(field.id) ?? field.id;
  return { ...field, id, editable: false, promptReference: `{${id}}` };
}

/** Standard fields of an entity; a contact's company-backed ones after its own. */
export const STANDARD_FIELDS: Readonly<Record<EntityName, readonly RecordField[]>> = {
  CONTACT: [...OWN.CONTACT, ...OWN.COMPANY.map(onContact).filter(({ id }) => !CONTACT_OWN_IDS.has(id))],
  COMPANY: OWN.COMPANY,
};

/** What the local service has beside the standard fields (undocumented). */
export const SCORING_FIELDS: Readonly<Record<EntityName, readonly RecordField[]>> = {
  CONTACT: SCORING_ROWS.map((row) => fieldOf('CONTACT', row)),
  COMPANY: [],
};

/** Fields a create or PATCH of the entity sets on the record itself, by id. */
export const EDITABLE_FIELDS: Readonly<Record<EntityName, ReadonlyMap<string, RecordField>>> = {
  CONTACT: byId(OWN.CONTACT.filter(({ editable }) => editable)),
  COMPANY: byId(OWN.COMPANY.filter(({ editable }) => editable)),
};

/** Names on a contact input that set a field of its company → that field's id on the company. */
export const COMPANY_ALIASES: ReadonlyMap<string, string> = new Map(
  OWN.COMPANY.filter(({ editable }) => editable).map(({ id }) => [NAME_ON_CONTACT.get(id) ?? id, id]),
);

/** Names on a record or an input that are no fields of it, and so never custom fields either. */
export const RESERVED_NAMES: Readonly<Record<EntityName, ReadonlySet<string>>> = {
  CONTACT: new Set(['id', 'appUrl', 'company', 'companyAppUrl', 'listId', 'mergeWithExisting']),
  COMPANY: new Set(['id', 'appUrl', 'listId', 'mergeWithExisting']),
};

function byId(fields: readonly RecordField[]): ReadonlyMap<string, RecordField> {
  return new Map(fields.map((field) => [field.id, field]));
}

/** Custom and AI fields are written by name, so the update endpoint takes them; CRM and formula values are computed. */
function customField(custom: CustomField): RecordField {
  const { entity, name, key, fieldType, dataType, options } = custom;
  const editable = fieldType === 'EMPTY_FIELD' || fieldType === 'AI_VARIABLE';
  return {
    id: name,
    label: name,
    fieldType,
    dataType,
    editable,
    promptReference: `{${name}}`,
    of: entity,
    key,
    isCustom: true,
    ...(options !== undefined && { options }),
  };
}

/**
 * Every field of the entity in a workspace, by id, in the order discovery shows them. A contact also reads the custom
 * fields of its company, unless a contact field has the same name.
 */
export function knownFields(entity: EntityName, customs: readonly CustomField[]): ReadonlyMap<string, RecordField> {
  const known = new Map<string, RecordField>(byId([...STANDARD_FIELDS[entity], ...SCORING_FIELDS[entity]]));
  for (const custom of customs) if (custom.entity === entity) known.set(custom.name, customField(custom));
  if (entity === 'COMPANY') return known;
  for (const custom of customs) {
    if (custom.entity === 'CONTACT' || known.has(custom.name)) continue;
    known.set(custom.name, { ...customField(custom), editable: false });
  }
  return known;
}

export function descriptorOf(field: RecordField): FieldDescriptor {
  const { id, label, fieldType, dataType, editable, promptReference } = field;
  return { id, label, fieldType, dataType, editable, promptReference };
}
