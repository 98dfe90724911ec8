import { type Golden, golden, pageOf, success } from './golden.ts';

// The interface uses list ids everywhere and shows no endpoint for lists: all of these are undocumented.

const contactList = {
  id: 1,
  appUrl: 'https://app.service.example/lists/1',
  name: 'Pioneers',
  entity: 'CONTACT',
  size: 0,
  createdAt: '2026-01-05T10:00:00.000Z',
};
const companyList = {
  ...contactList,
  id: 2,
  appUrl: 'https://app.service.example/lists/2',
  name: 'Traders',
  entity: 'COMPANY',
};

export const lists: readonly Golden[] = [
  golden(
    'create a list of contacts (undocumented)',
    'lists.create',
    { body: { name: 'Pioneers', entity: 'CONTACT' } },
    'POST /v1/lists',
    success(contactList),
  ),
  golden(
    'create a list of companies (undocumented)',
    'lists.create',
    { body: { name: 'Traders', entity: 'COMPANY' } },
    'POST /v1/lists',
    success(companyList),
  ),
  golden('all lists (undocumented)', 'lists.list', {}, 'GET /v1/lists', pageOf('lists', [contactList, companyList])),
  golden(
    'the list of a name (undocumented)',
    'lists.list',
    { query: { entity: 'CONTACT', name: 'Pioneers' } },
    'GET /v1/lists',
    pageOf('lists', [contactList]),
  ),
  golden('read one (undocumented)', 'lists.get', { params: { listId: 1 } }, 'GET /v1/lists/1', success(contactList)),
];

/** After there are contacts: they come into a list and leave it. */
export const listMembers: readonly Golden[] = [
  golden(
    'add contacts (undocumented)',
    'lists.addMembers',
    { params: { listId: 1 }, body: { contactIds: [1, 2] } },
    'POST /v1/lists/1/members',
    success({ listId: 1, added: 1, alreadyPresent: 1 }),
  ),
  golden(
    'take contacts off (undocumented)',
    'lists.removeMembers',
    { params: { listId: 1 }, body: { contactIds: [2] } },
    'DELETE /v1/lists/1/members',
    success({ listId: 1, removed: 1, notPresent: 0 }),
  ),
];
