import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { readStatus, startActions } from './runs.ts';

export const actions: HandlersFor<Table['actions']> = {
  run: ({ body }, context) => startActions(context, body),
  status: ({ params }, context) => readStatus(context, params.actionsId),
};
