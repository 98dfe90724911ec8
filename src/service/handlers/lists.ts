import type { Table } from '../../contract/table.ts';
import { addMembers, createList, findLists, getList, removeMembers } from '../domain/lists.ts';
import type { HandlersFor } from './handlers.ts';

export const lists: HandlersFor<Table['lists']> = {
  list: ({ query }, context) => findLists(context, query),
  create: ({ body }, context) => createList(context, body),
  get: ({ params }, context) => getList(context, params.listId),
  addMembers: ({ params, body }, context) => addMembers(context, params.listId, body),
  removeMembers: ({ params, body }, context) => removeMembers(context, params.listId, body),
};
