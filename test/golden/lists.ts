import { type Golden, success } from './golden.ts';

// The interface uses list ids everywhere and shows no endpoint for lists: all of these are chosen.

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
  {
    title: 'create a list of contacts (chosen)',
    row: 'lists.create',
    given: { body: { name: 'Pioneers', entity: 'CONTACT' } },
    request: { method: 'POST', path: '/v1/lists', body: { name: 'Pioneers', entity: 'CONTACT' } },
    response: success(contactList),
  },
  {
    title: 'create a list of companies (chosen)',
    row: 'lists.create',
    given: { body: { name: 'Traders', entity: 'COMPANY' } },
    request: { method: 'POST', path: '/v1/lists', body: { name: 'Traders', entity: 'COMPANY' } },
    response: success(companyList),
  },
  {
    title: 'all lists (chosen)',
    row: 'lists.list',
    given: {},
    request: { method: 'GET', path: '/v1/lists' },
    response: success({ lists: [contactList, companyList], page: 1, pageSize: 25, total: 2, hasNextPage: false }),
  },
  {
    title: 'the list of a name (chosen)',
    row: 'lists.list',
    given: { query: { entity: 'CONTACT', name: 'Pioneers' } },
    request: { method: 'GET', path: '/v1/lists', query: { entity: 'CONTACT', name: 'Pioneers' } },
    response: success({ lists: [contactList], page: 1, pageSize: 25, total: 1, hasNextPage: false }),
  },
  {
    title: 'read one (chosen)',
    row: 'lists.get',
    given: { params: { listId: 1 } },
    request: { method: 'GET', path: '/v1/lists/1' },
    response: success(contactList),
  },
];

/** After there are contacts: they come into a list and leave it. */
export const listMembers: readonly Golden[] = [
  {
    title: 'add contacts (chosen)',
    row: 'lists.addMembers',
    given: { params: { listId: 1 }, body: { contactIds: [1, 2] } },
    request: { method: 'POST', path: '/v1/lists/1/members', body: { contactIds: [1, 2] } },
    response: success({ listId: 1, added: 1, alreadyPresent: 1 }),
  },
  {
    title: 'take contacts off (chosen)',
    row: 'lists.removeMembers',
    given: { params: { listId: 1 }, body: { contactIds: [2] } },
    request: { method: 'DELETE', path: '/v1/lists/1/members', body: { contactIds: [2] } },
    response: success({ listId: 1, removed: 1, notPresent: 0 }),
  },
];
