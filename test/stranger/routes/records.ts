// The routes of contacts and companies.

import { notFound, page, type Route, refuse } from '../route.ts';
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
  {
    method: 'POST',
    path: '/v1/contacts/bulk',
    shown: true,
    body: { contacts: 'array' },
    required: ['contacts'],
    run: (call) => bulk(call, 'contacts', (item) => putContact(call, item)),
  },
  {
    method: 'POST',
    path: '/v1/companies/bulk',
    shown: true,
    body: { companies: 'array' },
    required: ['companies'],
    run: (call) => bulk(call, 'companies', (item) => putCompanyItem(call, item)),
  },
  {
    method: 'POST',
    path: '/v1/contact',
    shown: true,
    body: CONTACT_BODY,
    open: true,
    // The interface shows no answer: that it was taken is all there is to say.
    run: (call) => {
      const problem = problemOf(call.body);
      if (problem !== null) return refuse(400, problem);
      putContact(call, call.body);
      return {};
    },
  },
  {
    method: 'POST',
    path: '/v1/company',
    shown: true,
    body: COMPANY_BODY,
    open: true,
    run: (call) => {
      putCompanyItem(call, call.body);
      return {};
    },
  },
  {
    method: 'GET',
    path: '/v1/contacts/fields',
    shown: true,
    run: (call) => page('fields', fields(call, [...CONTACT_TEXTS, ...Object.keys(COMPANY_OF_CONTACT)])),
  },
  {
    method: 'GET',
    path: '/v1/companies/fields',
    shown: true,
    run: (call) => page('fields', fields(call, COMPANY_TEXTS)),
  },
  {
    method: 'GET',
    path: '/v1/contacts/duplicates',
    shown: true,
    query: ['fields', 'listId'],
    unshownQuery: { cursor: 'after', limit: 'groupsPerPage' },
    run: duplicates,
  },
  {
    method: 'GET',
    path: '/v1/contacts/{contactId}',
    shown: true,
    run: (call) => {
      const found = call.store.contacts.find(({ id }) => String(id) === call.params['contactId']);
      return found === undefined ? notFound('Contact') : readContact(call, found);
    },
  },
  {
    method: 'GET',
    path: '/v1/companies/{companyId}',
    shown: true,
    run: (call) =>
      call.store.companies.find(({ id }) => String(id) === call.params['companyId']) ?? notFound('Company'),
  },
  {
    method: 'GET',
    path: '/v1/contacts',
    shown: true,
    query: ['fields', 'page', 'pageSize'],
    unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' },
    run: (call) =>
      page(
        'contacts',
        call.store.contacts.map((contact) => readContact(call, contact)),
      ),
  },
  {
    method: 'GET',
    path: '/v1/companies',
    shown: true,
    query: ['fields', 'page', 'pageSize'],
    unshownQuery: { listId: 'groupId', actionsId: 'enrichmentId' },
    run: (call) => page('companies', call.store.companies),
  },
  {
    method: 'POST',
    path: '/v1/contacts/search',
    shown: true,
    body: { ...SEARCH_BODY, fields: 'array' },
    run: (call) => search(call, 'contact'),
  },
  {
    method: 'POST',
    path: '/v1/companies/search',
    shown: true,
    body: SEARCH_BODY,
    run: (call) => search(call, 'company'),
  },
  {
    method: 'DELETE',
    path: '/v1/contacts/{contactId}',
    elsewhere: '/v1/contact/{contactId}',
    shown: false,
    run: (call) => {
      const at = call.store.contacts.findIndex(({ id }) => String(id) === call.params['contactId']);
      if (at < 0) return notFound('Contact');
      call.store.contacts.splice(at, 1);
      return {};
    },
  },
  ...(['contact', 'company'] as const).map(
    (kind): Route => ({
      method: 'PATCH',
      path: kind === 'contact' ? '/v1/contacts/{contactId}' : '/v1/companies/{companyId}',
      elsewhere: kind === 'contact' ? '/v1/contact/{contactId}' : '/v1/company/{companyId}',
      shown: false,
      body: kind === 'contact' ? CONTACT_BODY : COMPANY_BODY,
      open: true,
      run: (call) => {
        const records = kind === 'contact' ? call.store.contacts : call.store.companies;
        const found = records.find(({ id }) => String(id) === Object.values(call.params)[0]);
        if (found === undefined) return notFound(kind);
        Object.assign(found, fieldsOf(call, call.body, kind === 'contact' ? CONTACT_TEXTS : COMPANY_TEXTS));
        return kind === 'contact' ? readContact(call, found) : found;
      },
    }),
  ),
];
