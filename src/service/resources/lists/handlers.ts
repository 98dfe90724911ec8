import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { createList, listLists, showList } from './lists.ts';
import { addMembers, removeMembers } from './members.ts';

export const lists: HandlersFor<Table['lists']> = {
  list: ({ query }, context) => listLists(context, query),
  get: ({ params }, context) => showList(context, params.listId),
  create: ({ body }, context) => createList(context, body),
  addMembers: ({ params, body }, context) => addMembers(context, params.listId, body),
  removeMembers: ({ params, body }, context) => removeMembers(context, params.listId, body),
};
