// Lists: the interface shows their ids alone.

import { add, type Call, idOf, idsOf, type Json, PAGED, page, type Route, route, withRecord } from '../route.ts';

const changeMembers = (change: 'add' | 'delete') =>
  withRecord('lists', 'List', (list: Json, { store, body }: Call) => {
    const members = store.members.get(idOf(list)) ?? new Set();
    for (const id of [...idsOf(body['contactIds']), ...idsOf(body['companyIds'])]) members[change](id);
    store.members.set(idOf(list), members);
    return {};
  });

export const LIST_ROUTES: readonly Route[] = [
  route(
    'GET /v1/lists',
    { elsewhere: '/v1/groups', query: PAGED, unshownQuery: { search: 'q', entity: 'kind' } },
    ({ store }) => page('lists', store.lists),
  ),
  route(
    'POST /v1/lists',
    { elsewhere: '/v1/groups', body: null, unshownBody: { name: 'name', entity: 'kind' } },
    (call) => add(call, 'lists', 'list', { name: call.body['name'], entity: call.body['entity'] }),
  ),
  route('GET /v1/lists/{listId}', { elsewhere: '/v1/groups/{groupId}' }, withRecord('lists', 'List')),
  ...(['POST', 'DELETE'] as const).map((method) =>
    route(
      `${method} /v1/lists/{listId}/members`,
      { elsewhere: '/v1/groups/{groupId}/members', body: null },
      changeMembers(method === 'POST' ? 'add' : 'delete'),
    ),
  ),
];
