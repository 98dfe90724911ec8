import { type Golden, golden, pageOf, success } from './golden.ts';

/** Company (input): the fields the interface names, and a custom one. */
const wholeCompany = {
  ...{ name: 'Northwind Traders', domain: 'northwind.example', industry: 'Retail' },
  ...{ companyNetworkUrl: 'https://www.network.example/company/northwind', mergeWithExisting: true },
  ...{ listId: 2, Region: 'North' },
};

/** Company result fields. */
const created = {
  ...{ id: 3, appUrl: 'https://app.service.example/companies/3', name: 'Northwind Traders' },
  ...{ domain: 'northwind.example', companyNetworkUrl: 'https://www.network.example/company/northwind' },
  ...{ createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z', outcome: 'CREATED' },
  warnings: [],
};

const read = {
  ...{ id: 3, appUrl: 'https://app.service.example/companies/3', name: 'Northwind Traders' },
  ...{ domain: 'northwind.example', industry: 'Retail' },
  companyNetworkUrl: 'https://www.network.example/company/northwind',
  ...{ createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z', Region: 'North' },
};

const pageOfOne = pageOf('companies', [read]);

/** POST /v1/companies/search: as for contacts, without `fields`. */
function search(title: string, body: Readonly<Record<string, unknown>>): Golden {
  return golden(`search: ${title}`, 'companies.search', { body }, 'POST /v1/companies/search', pageOfOne);
}

export const companies: readonly Golden[] = [
  golden(
    'bulk: a new company, one that fails alone, one that was there',
    'companies.bulkCreate',
    { body: { companies: [wholeCompany, { name: 'Nowhere', listId: 9_999_999 }, wholeCompany] } },
    'POST /v1/companies/bulk',
    success({
      results: [
        { index: 0, success: true, company: created },
        { index: 1, success: false, error: { message: 'list 9999999 does not exist', details: {} } },
        { index: 2, success: true, company: { ...created, outcome: 'MERGED_NOOP', matchedBy: 'NETWORK_URL' } },
      ],
      summary: { total: 3, created: 1, merged: 1, failed: 1 },
    }),
  ),
  golden(
    'one company, as a bulk item',
    'companies.create',
    { body: { name: 'Contoso', domain: 'contoso.example', mergeWithExisting: false } },
    'POST /v1/company',
    success({ ...created, id: 4, name: 'Contoso', domain: 'contoso.example', companyNetworkUrl: null }),
  ),
  golden('read one', 'companies.get', { params: { companyId: 3 } }, 'GET /v1/companies/3', success(read)),
  golden(
    'list: a page, with an extra field',
    'companies.list',
    { query: { page: 1, pageSize: 25, fields: ['Region'] } },
    'GET /v1/companies',
    pageOfOne,
    { query: { page: '1', pageSize: '25', fields: 'Region' } },
  ),
  search('full text and a page', { search: 'northwind', page: 1, pageSize: 25 }),
  search('any of exact values', { include: { industry: ['Retail', 'Wholesale'] } }),
  search('none of exact values', { exclude: { domain: ['contoso.example'] } }),
  search('a custom field', { include: { Region: ['North'] } }),
  search('contacts of a company, from and to', { include: { leadsCount: ['0', '0'] } }),
  search('employees, open above', { exclude: { numberOfEmployees: ['1000', ''] } }),
  search('yes or no', { include: { isCompanyInCRM: [false] } }),
  search('a time span', { include: { createdAt: { startDate: '2020-01-01', endDate: '2100-01-01' } } }),
  search('an empty value', { exclude: { domain: [''] } }),
  search('record ids', { include: { id: [3] } }),
  search('company lists', { include: { companyGroup: [2] } }),
  golden(
    'fields',
    'companies.fields',
    {},
    'GET /v1/companies/fields',
    success({
      fields: [
        {
          id: 'name',
          label: 'Name',
          fieldType: 'STANDARD',
          dataType: 'text',
          editable: true,
          promptReference: '{name}',
        },
      ],
    }),
  ),
  golden(
    'update one (undocumented)',
    'companies.update',
    { params: { companyId: 3 }, body: { industry: 'Wholesale', Region: null } },
    'PATCH /v1/companies/3',
    success({ ...read, industry: 'Wholesale', Region: null }),
  ),
];
