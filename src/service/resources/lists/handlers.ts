import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { addMembers, createList, findLists, getList, removeMembers } from './lists.ts';

export const lists: HandlersFor<Table['lists']> = {
  list: ({ query }, context) => findLists(context, query),
  create: ({ body }, context) => createList(context, body),
  get: ({ params }, context) => getList(context, params.listId),
  addMembers: ({ params, body }, context) => addMembers(context, params.listId, body),
  removeMembers: ({ params, body }, context) => removeMembers(context, params.listId, body),
};
