import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { listLists, showList } from './lists.ts';

/** Writes are loaded when first called. */
export const lists: HandlersFor<Table['lists']> = {
  list: ({ query }, context) => listLists(context, query),
  get: ({ params }, context) => showList(context, params.listId),
  create: async ({ body }, context) => (await import('./lists.ts')).createList(context, body),
  addMembers: async ({ params, body }, context) =>
    (await import('./members.ts')).addMembers(context, params.listId, body),
  removeMembers: async ({ params, body }, context) =>
    (await import('./members.ts')).removeMembers(context, params.listId, body),
};
