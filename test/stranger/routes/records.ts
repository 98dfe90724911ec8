// The routes of contacts and companies.

import { PAGED, page, type Route, refuse, remove, route, withRecord } from '../route.ts';
import { COMPANY_OF_CONTACT, COMPANY_TEXTS, CONTACT_TEXTS, fieldsOf } from './record-fields.ts';
import { duplicates, fields, readContact, search } from './record-reads.ts';
import { bulk, problemOf, putCompanyItem, putContact } from './record-writes.ts';

const CONTACT_BODY = {
  ...Object.fromEntries([...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)].map((name) => [name, 'string'])),
  company: 'object',
  listId: 'integer',
  mergeWithExisting: 'boolean',
};
const COMPANY_BODY = {
  name: 'string',
  domain: 'string',
  industry: 'string',
  companyNetworkUrl: 'string',
  mergeWithExisting: 'boolean',
  listId: 'integer',
};
const SEARCH_BODY = { search: 'string', include: 'object', exclude: 'object', page: 'integer', pageSize: 'integer' };

export const RECORD_ROUTES: readonly Route[] = [
  route('POST /v1/contacts/bulk', { body: { contacts: 'array' }, required: ['contacts'] }, (call) =>
    bulk(call, 'contacts', (item) => putContact(call, item)),
  ),
  route('POST /v1/companies/bulk', { body: { companies: 'array' }, required: ['companies'] }, (call) =>
    bulk(call, 'companies', (item) => putCompanyItem(call, item)),
  ),
  route('POST /v1/contact', { body: CONTACT_BODY, open: true }, (call) => {
    const problem = problemOf(call.body);
    if (problem !== null) return refuse(400, problem);
    putContact(call, call.body);
    return {};
  }),
  route('POST /v1/company', { body: COMPANY_BODY, open: true }, (call) => {
    putCompanyItem(call, call.body);
    return {};
  }),
  route('GET /v1/contacts/fields', (call) =>
    page('fields', fields(call, [...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)])),
  ),
  route('GET /v1/companies/fields', (call) => page('fields', fields(call, COMPANY_TEXTS))),
  route(
    'GET /v1/contacts/duplicates',
    { query: ['fields', 'listId'], unshownQuery: { cursor: 'after', limit: 'groupsPerPage' } },
    duplicates,
  ),
  route(
    'GET /v1/contacts/{contactId}',
    withRecord('contacts', 'Contact', (found, call) => readContact(call, found)),
  ),
  route('GET /v1/companies/{companyId}', withRecord('companies', 'Company')),
  route(
    'GET /v1/contacts',
    { query: ['fields', ...PAGED], unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' } },
    (call) =>
      page(
        'contacts',
        call.store.contacts.map((contact) => readContact(call, contact)),
      ),
  ),
  route(
    'GET /v1/companies',
    { query: ['fields', ...PAGED], unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' } },
    (call) => page('companies', call.store.companies),
  ),
  route('POST /v1/contacts/search', { body: { ...SEARCH_BODY, fields: 'array' } }, (call) => search(call, 'contact')),
  route('POST /v1/companies/search', { body: SEARCH_BODY }, (call) => search(call, 'company')),
  route(
    'DELETE /v1/contacts/{contactId}',
    { elsewhere: '/v1/contact/{contactId}' },
    withRecord('contacts', 'Contact', (found, call) => remove(call, 'contacts', found) ?? {}),
  ),
  route(
    'PATCH /v1/contacts/{contactId}',
    { elsewhere: '/v1/contact/{contactId}', body: CONTACT_BODY, open: true },
    withRecord('contacts', 'Contact', (found, call) =>
      readContact(call, Object.assign(found, fieldsOf(call, call.body, CONTACT_TEXTS))),
    ),
  ),
  route(
    'PATCH /v1/companies/{companyId}',
    { elsewhere: '/v1/company/{companyId}', body: COMPANY_BODY, open: true },
    withRecord('companies', 'Company', (found, call) => Object.assign(found, fieldsOf(call, call.body, COMPANY_TEXTS))),
  ),
];
