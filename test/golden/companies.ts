import { type Golden, success } from './golden.ts';

/** Company (input): the fields the interface names, and a custom one. */
const wholeCompany = {
  name: 'Northwind Traders',
  domain: 'northwind.example',
  industry: 'Retail',
  companyNetworkUrl: 'https://www.network.example/company/northwind',
  mergeWithExisting: true,
  listId: 2,
  Region: 'North',
};

/** Company result fields. */
const created = {
  id: 3,
  appUrl: 'https://app.service.example/companies/3',
  name: 'Northwind Traders',
  domain: 'northwind.example',
  companyNetworkUrl: 'https://www.network.example/company/northwind',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  outcome: 'CREATED',
  warnings: [],
};

const read = {
  id: 3,
  appUrl: 'https://app.service.example/companies/3',
  name: 'Northwind Traders',
  domain: 'northwind.example',
  industry: 'Retail',
  companyNetworkUrl: 'https://www.network.example/company/northwind',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  Region: 'North',
};

const pageOfOne = success({ companies: [read], page: 1, pageSize: 25, total: 1, hasNextPage: false });

/** POST /v1/companies/search: as for contacts, without `fields`. */
function search(title: string, body: Readonly<Record<string, unknown>>): Golden {
  return {
    title: `search: ${title}`,
    row: 'companies.search',
    given: { body },
    request: { method: 'POST', path: '/v1/companies/search', body },
    response: pageOfOne,
  };
}

export const companies: readonly Golden[] = [
  {
    title: 'bulk: a new company, one that fails alone, one that was there',
    row: 'companies.bulkCreate',
    given: { body: { companies: [wholeCompany, { name: 'Nowhere', listId: 9_999_999 }, wholeCompany] } },
    request: {
      method: 'POST',
      path: '/v1/companies/bulk',
      body: { companies: [wholeCompany, { name: 'Nowhere', listId: 9_999_999 }, wholeCompany] },
    },
    response: success({
      results: [
        { index: 0, success: true, company: created },
        { index: 1, success: false, error: { message: 'list 9999999 does not exist', details: {} } },
        {
          index: 2,
          success: true,
          company: { ...created, outcome: 'MERGED_NOOP', matchedBy: 'NETWORK_URL' },
        },
      ],
      summary: { total: 3, created: 1, merged: 1, failed: 1 },
    }),
  },
  {
    title: 'one company, as a bulk item',
    row: 'companies.create',
    given: { body: { name: 'Contoso', domain: 'contoso.example', mergeWithExisting: false } },
    request: {
      method: 'POST',
      path: '/v1/company',
      body: { name: 'Contoso', domain: 'contoso.example', mergeWithExisting: false },
    },
    response: success({ ...created, id: 4, name: 'Contoso', domain: 'contoso.example', companyNetworkUrl: null }),
  },
  {
    title: 'read one',
    row: 'companies.get',
    given: { params: { companyId: 3 } },
    request: { method: 'GET', path: '/v1/companies/3' },
    response: success(read),
  },
  {
    title: 'list: a page, with an extra field',
    row: 'companies.list',
    given: { query: { page: 1, pageSize: 25, fields: ['Region'] } },
    request: { method: 'GET', path: '/v1/companies', query: { page: '1', pageSize: '25', fields: 'Region' } },
    response: pageOfOne,
  },
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
  {
    title: 'fields',
    row: 'companies.fields',
    given: {},
    request: { method: 'GET', path: '/v1/companies/fields' },
    response: success({
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
  },
  {
    title: 'update one (chosen)',
    row: 'companies.update',
    given: { params: { companyId: 3 }, body: { industry: 'Wholesale', Region: null } },
    request: { method: 'PATCH', path: '/v1/companies/3', body: { industry: 'Wholesale', Region: null } },
    response: success({ ...read, industry: 'Wholesale', Region: null }),
  },
];
