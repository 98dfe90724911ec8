import { type Golden, golden, pageOf, success } from './golden.ts';

/** Contact (input for create, single or bulk item): every field of the table, a custom one, and company as an object. */
const wholeContact = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', professionalEmail: 'ada@analytical.example' },
  ...{ jobTitle: 'Countess of Computing', networkProfileUrl: 'https://www.network.example/in/ada-lovelace' },
  ...{ mobilePhone: '+44 20 7946 0001', phones: '+44 20 7946 0002, +44 20 7946 0003' },
  ...{ networkHeadline: 'Notes on the Analytical Engine', contactCountry: 'United Kingdom' },
  company: {
    name: 'Analytical Engines',
    domain: 'analytical.example',
    companyNetworkUrl: 'https://www.network.example/company/analytical-engines',
    industry: 'Machinery',
    website: 'https://analytical.example/',
  },
  listId: 1,
  mergeWithExisting: true,
  'Favourite number': '7',
};

/** The same company by its aliases. */
const contactByAliases = {
  ...{ firstName: 'Charles', lastName: 'Babbage', companyName: 'Analytical Engines' },
  companyDomain: 'analytical.example',
  companyNetworkUrl: 'https://www.network.example/company/analytical-engines',
  ...{ companyIndustry: 'Machinery', companyWebsite: 'https://analytical.example/' },
  mergeWithExisting: false,
};

/** Contact result fields: id, appUrl, four names, companyId, companyAppUrl, createdAt, contactOutcome, contactMatchedBy. */
const created = {
  ...{ id: 1, appUrl: 'https://app.service.example/contacts/1', firstName: 'Ada', lastName: 'Lovelace' },
  professionalEmail: 'ada@analytical.example',
  ...{ networkProfileUrl: 'https://www.network.example/in/ada-lovelace', companyId: 1 },
  ...{ companyAppUrl: 'https://app.service.example/companies/1', createdAt: '2026-01-05T10:00:00.000Z' },
  contactOutcome: 'CREATED',
};

const read = {
  ...{ id: 1, appUrl: 'https://app.service.example/contacts/1', firstName: 'Ada', lastName: 'Lovelace' },
  ...{ jobTitle: 'Countess of Computing', networkProfileUrl: 'https://www.network.example/in/ada-lovelace' },
  ...{ professionalEmail: 'ada@analytical.example', mobilePhone: '+44 20 7946 0001' },
  ...{ phones: '+44 20 7946 0002, +44 20 7946 0003', companyId: 1 },
  company: { id: 1, name: 'Analytical Engines', domain: 'analytical.example' },
  contactCountry: 'United Kingdom',
  networkHeadline: 'Notes on the Analytical Engine',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
  'Favourite number': '7',
};

const pageOfOne = pageOf('contacts', [read]);

/** POST /v1/contacts/search with a body. */
function search(title: string, body: Readonly<Record<string, unknown>>): Golden {
  return golden(`search: ${title}`, 'contacts.search', { body }, 'POST /v1/contacts/search', pageOfOne);
}

export const contacts: readonly Golden[] = [
  golden(
    'bulk: a new contact, one by aliases, one that fails alone, one that was there',
    'contacts.bulkCreate',
    { body: { contacts: [wholeContact, contactByAliases, { firstName: 'Nobody', listId: 9_999_999 }, wholeContact] } },
    'POST /v1/contacts/bulk',
    success({
      results: [
        { index: 0, success: true, contact: created },
        {
          index: 1,
          success: true,
          contact: {
            ...created,
            id: 2,
            appUrl: 'https://app.service.example/contacts/2',
            firstName: 'Charles',
            lastName: 'Babbage',
            professionalEmail: null,
            networkProfileUrl: null,
          },
        },
        { index: 2, success: false, error: { message: 'list 9999999 does not exist', details: {} } },
        {
          index: 3,
          success: true,
          contact: { ...created, contactOutcome: 'MERGED_NOOP', contactMatchedBy: 'NETWORK_URL' },
        },
      ],
      summary: { total: 4, created: 2, merged: 1, failed: 1 },
    }),
  ),
  golden(
    'bulk: matched by name and company, and changed',
    'contacts.bulkCreate',
    {
      body: {
        contacts: [
          { firstName: 'Charles', lastName: 'Babbage', companyName: 'Analytical Engines', jobTitle: 'Engineer' },
        ],
      },
    },
    'POST /v1/contacts/bulk',
    success({
      results: [
        {
          index: 0,
          success: true,
          contact: {
            ...created,
            ...{ id: 2, firstName: 'Charles', lastName: 'Babbage', professionalEmail: null },
            ...{ networkProfileUrl: null, contactOutcome: 'MERGED_UPDATED' },
            contactMatchedBy: 'NAME_COMPANY',
          },
        },
      ],
      summary: { total: 1, created: 0, merged: 1, failed: 0 },
    }),
  ),
  golden(
    'one contact, as a bulk item',
    'contacts.create',
    { body: { firstName: 'Grace', lastName: 'Hopper', companyName: 'Navy', listId: 1 } },
    'POST /v1/contact',
    success({
      ...created,
      id: 3,
      firstName: 'Grace',
      lastName: 'Hopper',
      professionalEmail: null,
      networkProfileUrl: null,
    }),
  ),
  golden('read one', 'contacts.get', { params: { contactId: 1 } }, 'GET /v1/contacts/1', success(read)),
  golden(
    'list: a page, with an extra field',
    'contacts.list',
    { query: { page: 1, pageSize: 25, fields: ['Favourite number', 'companyName'] } },
    'GET /v1/contacts',
    pageOfOne,
    { query: { page: '1', pageSize: '25', fields: 'Favourite number,companyName' } },
  ),
  golden(
    'list: of one contact list',
    'contacts.list',
    { query: { listId: 1, page: 1, pageSize: 25 } },
    'GET /v1/contacts',
    pageOfOne,
    { query: { listId: '1', page: '1', pageSize: '25' } },
  ),
  search('full text, a page, and fields', {
    search: 'lovelace',
    page: 1,
    pageSize: 25,
    fields: ['jobTitle', 'companyName', 'Favourite number'],
  }),
  search('text: any of exact values', { include: { jobTitle: ['Countess of Computing', 'Engineer'] } }),
  search('text: none of exact values', { exclude: { jobTitle: ['Engineer'] } }),
  search('a custom field', { include: { 'Favourite number': ['7'] } }),
  search('a company-backed field', { include: { companyName: ['Analytical Engines'] } }),
  search('numbers: from and to', { include: { numberOfEmployees: ['10', '500'] } }),
  search('numbers: open below', { exclude: { numberOfEmployees: ['', '9'] } }),
  search('numbers: open above', { exclude: { numberOfEmployees: ['1000', ''] } }),
  search('yes or no', { include: { isInCRM: [false] } }),
  search('yes or no of the company', { exclude: { isCompanyInCRM: [true] } }),
  search('a time span', {
    exclude: { lastActivityAtCRM: { startDate: '2026-01-01T00:00:00.000Z', endDate: '2026-02-01T00:00:00.000Z' } },
  }),
  search('a time span open at one end', { include: { createdAt: { startDate: '2020-01-01T00:00:00.000Z' } } }),
  search('an empty value', { exclude: { professionalEmail: [''] } }),
  search('record ids', { include: { id: [1, 2] } }),
  search('contact lists', { include: { leadsGroup: [1] } }),
  search('company lists', { exclude: { companyGroup: [2] } }),
  search('campaigns', { exclude: { campaigns: [12] } }),
  search('all at once', {
    search: 'ada',
    include: { leadsGroup: [1], jobTitle: ['Countess of Computing'] },
    exclude: { professionalEmail: [''] },
    page: 1,
    pageSize: 100,
  }),
  golden(
    'fields',
    'contacts.fields',
    {},
    'GET /v1/contacts/fields',
    success({
      fields: [
        {
          id: 'firstName',
          label: 'First name',
          fieldType: 'STANDARD',
          dataType: 'text',
          editable: true,
          promptReference: '{firstName}',
        },
        {
          id: 'Favourite number',
          label: 'Favourite number',
          fieldType: 'EMPTY_FIELD',
          dataType: 'text',
          editable: true,
          promptReference: '{Favourite number}',
        },
      ],
    }),
  ),
  golden(
    'duplicates: two fields',
    'contacts.duplicates',
    { query: { fields: ['fullName', 'professionalEmail'] } },
    'GET /v1/contacts/duplicates',
    success({
      groups: [
        {
          values: { fullName: 'ada lovelace', professionalEmail: 'ada@analytical.example' },
          contactIds: [1, 4],
          size: 2,
        },
      ],
      nextCursor: null,
    }),
    { query: { fields: 'fullName,professionalEmail' } },
  ),
  golden(
    'duplicates: the profile URL by its other name, of one list, the page after a cursor',
    'contacts.duplicates',
    { query: { fields: ['linkedinUrl'], listId: 1, cursor: '4', limit: 50 } },
    'GET /v1/contacts/duplicates',
    success({
      groups: [{ values: { linkedinUrl: 'network.example/in/ada-lovelace' }, contactIds: [5, 6], size: 240 }],
      nextCursor: '5',
    }),
    { query: { fields: 'linkedinUrl', listId: '1', cursor: '4', limit: '50' } },
  ),
  golden(
    'update one (undocumented)',
    'contacts.update',
    { params: { contactId: 1 }, body: { jobTitle: 'Analyst', mobilePhone: null, 'Favourite number': '8' } },
    'PATCH /v1/contacts/1',
    success({ ...read, jobTitle: 'Analyst', mobilePhone: null, 'Favourite number': '8' }),
  ),
  golden(
    'delete one (undocumented)',
    'contacts.delete',
    { params: { contactId: 3 } },
    'DELETE /v1/contacts/3',
    success({ id: 3, deleted: true }),
  ),
];
