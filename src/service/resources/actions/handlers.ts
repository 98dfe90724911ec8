import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { startActions } from './start.ts';
import { getStatus, listActionRecords } from './status.ts';

export const actions: HandlersFor<Table['actions']> = {
  run: ({ body }, context) => startActions(context, body),
  status: ({ params }, context) => getStatus(context, params.actionsId),
  records: ({ params, query }, context) => listActionRecords(context, params.actionsId, query),
};
