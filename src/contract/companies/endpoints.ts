import * as z from 'zod';
import { AppUrl, DateTime, Id, IdText, lazyObject, pageOf, Text, Uri, undocumented } from '../common.ts';
import { endpoints, get, patch, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { bulkDataOf, FieldsData, ListQuery, patchOf, SearchBody } from '../records/requests.ts';

/** Company input for create, single or bulk item. Further properties are custom and AI fields, by name. */
export const CompanyInput = z.lazy(() =>
  z.looseObject({
    name: Text.nullish(),
    domain: Text.nullish(),
    industry: Text.nullish(),
    companyNetworkUrl: Uri.nullish(),
    website: Uri.nullish(),
    mergeWithExisting: z.boolean().default(true),
    listId: Id.nullish(),
  }),
);
export type CompanyInput = z.output<typeof CompanyInput>;

/** Undocumented but for CREATED: the interface says the outcome also distinguishes merged companies. */
export const OUTCOMES = ['CREATED', 'MERGED_UPDATED', 'MERGED_NOOP'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const COMPANY_MATCHES = ['NETWORK_URL', 'DOMAIN', 'WEBSITE', 'NAME'] as const;
export type CompanyMatch = (typeof COMPANY_MATCHES)[number];

const CompanyResult = lazyObject(() => ({
  id: Id,
  appUrl: AppUrl,
  name: z.string().nullable(),
  domain: z.string().nullable(),
  companyNetworkUrl: z.string().nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
  outcome: undocumented(z.enum(OUTCOMES), 'only CREATED is shown; merged companies are shown as merged contacts are'),
  matchedBy: undocumented(
    z.enum(COMPANY_MATCHES).optional(),
    'NETWORK_URL is shown, the other match kinds are not; free-mail domains and hosts that many companies share are no key, since companies that differ would become one',
  ),
  warnings: z.array(z.string()),
}));

/** A company as read. Custom, AI and enrichment fields stand beside these, by name. */
const CompanyRecord = z.lazy(() =>
  undocumented(
    z.looseObject({
      id: Id,
      appUrl: AppUrl,
      name: z.string().nullable(),
      domain: z.string().nullable(),
      website: z.string().nullable(),
      industry: z.string().nullable(),
      companyNetworkUrl: z.string().nullable(),
      numberOfEmployees: z.number().nullable(),
      companyCountry: z.string().nullable(),
      companyCRMId: z.string().nullable(),
      isCompanyInCRM: z.boolean(),
      leadsCount: z.int(),
      createdAt: DateTime,
      updatedAt: DateTime,
    }),
    'the interface does not show the whole record',
  ),
);

const params = z.object({ companyId: IdText });

const CompanyPatch = patchOf(() => ({
  name: Text.nullish(),
  domain: Text.nullish(),
  industry: Text.nullish(),
  companyNetworkUrl: Uri.nullish(),
  website: Uri.nullish(),
  numberOfEmployees: z.number().nonnegative().nullish(),
  companyCountry: Text.nullish(),
  companyCRMId: Text.nullish(),
}));

export const companies = endpoints({
  bulkCreate: post('/v1/companies/bulk', 'COMPANIES_WRITE', {
    perMinute: LIMITS.bulkPerMinute,
    given: 'scope and rate',
    summary: 'Create or merge up to 100 companies',
    body: z.lazy(() => z.object({ companies: z.array(CompanyInput).min(1).max(LIMITS.bulkItems) })),
    items: { key: 'companies', schema: CompanyInput },
    data: z.lazy(() => bulkDataOf({ company: CompanyResult.optional() })),
    command: 'companies import',
    heavy: true,
  }),
  create: post('/v1/company', 'COMPANIES_WRITE', {
    refuses: ['not_found', 'unprocessable'],
    summary: 'Create or merge one company',
    body: CompanyInput,
    data: z.lazy(() => undocumented(CompanyResult, 'response shape not shown: the same as a bulk item')),
    command: 'companies create',
  }),
  get: get('/v1/companies/{companyId}', 'COMPANIES_READ', {
    summary: 'One company',
    params,
    data: CompanyRecord,
    command: 'companies show',
  }),
  list: get('/v1/companies', 'COMPANIES_READ', {
    refuses: ['not_found', 'unprocessable'],
    summary: 'Companies, oldest first',
    query: ListQuery,
    data: z.lazy(() => pageOf('companies', CompanyRecord)),
    command: 'companies list',
  }),
  search: post('/v1/companies/search', 'COMPANIES_READ', {
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'Search and filter companies',
    body: SearchBody,
    data: z.lazy(() => pageOf('companies', CompanyRecord)),
    command: 'companies search',
    heavy: true,
  }),
  fields: get('/v1/companies/fields', 'COMPANIES_READ', {
    summary: 'The fields of companies',
    data: FieldsData,
    command: 'companies fields',
  }),
  update: patch('/v1/companies/{companyId}', 'COMPANIES_WRITE', {
    summary: 'Change fields of one company',
    params,
    body: CompanyPatch,
    data: CompanyRecord,
    undocumented: 'the interface names the entity update endpoint and does not show it',
    command: 'companies update',
  }),
});
