// Lists: the interface shows their ids alone.

import { type Call, idsOf, type Json, notFound, page, type Route } from '../route.ts';

const findList = (call: Call) => call.store.lists.find(({ id }) => String(id) === call.params['listId']);

function changeMembers(call: Call, add: boolean) {
  const list = findList(call);
  if (list === undefined) return notFound('List');
  const members = call.store.members.get(String(list['id'])) ?? new Set();
  for (const id of [...idsOf(call.body['contactIds']), ...idsOf(call.body['companyIds'])]) {
    if (add) members.add(id);
    else members.delete(id);
  }
  call.store.members.set(String(list['id']), members);
  return {};
}

export const LIST_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/lists',
    elsewhere: '/v1/groups',
    shown: false,
    query: ['page', 'pageSize'],
    unshownQuery: { search: 'q', entity: 'kind' },
    run: (call) => page('lists', call.store.lists),
  },
  {
    method: 'POST',
    path: '/v1/lists',
    elsewhere: '/v1/groups',
    shown: false,
    body: null,
    unshownBody: { name: 'name', entity: 'kind' },
    run: (call) => {
      const entity = call.body[call.switches.unshownPaths === 'theirs' ? 'kind' : 'entity'];
      const list: Json = { id: call.store.nextId('list'), name: call.body['name'], entity };
      call.store.lists.push(list);
      return list;
    },
  },
  {
    method: 'GET',
    path: '/v1/lists/{listId}',
    elsewhere: '/v1/groups/{groupId}',
    shown: false,
    run: (call) => findList(call) ?? notFound('List'),
  },
  {
    method: 'POST',
    path: '/v1/lists/{listId}/members',
    elsewhere: '/v1/groups/{groupId}/members',
    shown: false,
    body: null,
    run: (call) => changeMembers(call, true),
  },
  {
    method: 'DELETE',
    path: '/v1/lists/{listId}/members',
    elsewhere: '/v1/groups/{groupId}/members',
    shown: false,
    body: null,
    run: (call) => changeMembers(call, false),
  },
];
