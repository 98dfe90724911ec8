import { getOwn, isObject, type JsonObject } from '../../../contract/json.ts';
import { COMPANY_FIELDS, type PlaybookSection } from '../../../contract/playbook/sections.ts';
import type { ReplyData } from '../../../contract/table.ts';
import type { KeptPlaybook } from '../../../rules/playbook/change.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { type PlaybookItemRow, playbookItems, playbookOf } from './queries/playbook.ts';

export interface StoredPlaybook extends KeptPlaybook {
  readonly rows: readonly PlaybookItemRow[];
  readonly idealCompanies: readonly JsonObject[];
}

function textsOf(fields: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Throws Refusal `not_found` if the key's workspace no longer exists. */
export async function storedPlaybook({ tx, principal }: Context): Promise<StoredPlaybook> {
  const row = await playbookOf(tx, principal.workspaceId);
  if (!row) throw new Refusal('not_found', 'Playbook workspace not found');
  const rows = await playbookItems(tx, principal.workspaceId);
  const items = rows.map(({ id, section, itemKey, fields, removedAt }) => ({
    id,
    section,
    key: itemKey,
    fields,
    isRemoved: removedAt !== null,
  }));
  return { company: textsOf(row.company), items, rows, idealCompanies: row.idealCompanies };
}

type PlaybookRecord = ReplyData<'playbook', 'get'>;

/** StoredPlaybook JSON of the items; each was checked when it was written. */
function playbookView(context: Context, { company, rows, idealCompanies }: StoredPlaybook): PlaybookRecord {
  const of = (section: PlaybookSection) => rows.filter((row) => row.section === section && row.removedAt === null);
  const list = <T>(section: PlaybookSection, show: (fields: JsonObject, row: PlaybookItemRow) => T) =>
    of(section).map((row) => ({
      id: row.id,
      ...show(row.fields, row),
      createdAt: isoTime(row.createdAt),
      updatedAt: isoTime(row.updatedAt),
    }));
  return {
    company: Object.fromEntries(COMPANY_FIELDS.map((name) => [name, company[name] ?? null])),
    allCompanyProductsServices: list('productsServices', (fields) => ({
      name: text(fields, 'name'),
      description: text(fields, 'description'),
      isMainProduct: fields['isMainProduct'] === true,
    })),
    idealCustomerProfiles: list('idealCustomerProfiles', (fields, row) => ({
      name: text(fields, 'name'),
      companyIndustry: text(fields, 'companyIndustry'),
      companySize: text(fields, 'companySize'),
      keyPainPoints: Array.isArray(fields['keyPainPoints'])
        ? texts(fields, 'keyPainPoints')
        : text(fields, 'keyPainPoints'),
      jobTitles: texts(fields, 'jobTitles'),
      linkedInFilters: row.filters === null ? null : filtersOf(row.filters),
    })),
    idealCompanies: idealCompaniesOf(context, idealCompanies),
    competitors: list('competitors', (fields) => ({
      name: text(fields, 'name'),
      productDifferentiator: text(fields, 'productDifferentiator'),
    })),
    testimonials: list('testimonials', (fields) => ({
      companyName: text(fields, 'companyName'),
      promoterName: text(fields, 'promoterName'),
      jobPosition: text(fields, 'jobPosition'),
      mainBenefit: text(fields, 'mainBenefit'),
    })),
    faqs: list('faqs', (fields) => ({ question: text(fields, 'question'), answer: text(fields, 'answer') })),
  };
}

function text(fields: JsonObject, name: string): string {
  const value = getOwn(fields, name);
  return typeof value === 'string' ? value : '';
}

function texts(fields: JsonObject, name: string): string[] {
  const value = getOwn(fields, name);
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

type NetworkFilters = NonNullable<PlaybookRecord['idealCustomerProfiles'][number]['linkedInFilters']>;

function filtersOf(filters: JsonObject): NetworkFilters {
  const size = filters['companySize'];
  const [min, max] = isObject(size) ? [size['min'], size['max']] : [];
  return {
    industries: texts(filters, 'industries'),
    companySize: typeof min === 'number' ? { min, max: typeof max === 'number' ? max : null } : null,
    jobTitles: texts(filters, 'jobTitles'),
  };
}

function idealCompaniesOf({ appUrl }: Context, companies: readonly JsonObject[]): PlaybookRecord['idealCompanies'] {
  return companies.map((company) => {
    const id = Number(company['id']);
    const orNull = (name: string) => (typeof getOwn(company, name) === 'string' ? text(company, name) : null);
    return {
      id,
      appUrl: appUrl('companies', id),
      name: orNull('name'),
      domain: orNull('domain'),
      industry: orNull('industry'),
      idealCustomerProfile: text(company, 'idealCustomerProfile'),
    };
  });
}

/** Throws Refusal `not_found` if the key's workspace no longer exists. */
export async function getPlaybook(context: Context): Promise<PlaybookRecord> {
  return playbookView(context, await storedPlaybook(context));
}
