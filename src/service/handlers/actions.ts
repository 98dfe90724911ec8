import type { Table } from '../../contract/table.ts';
import { readStatus, startActions } from '../domain/action-runs.ts';
import type { HandlersFor } from './handlers.ts';

export const actions: HandlersFor<Table['actions']> = {
  run: ({ body }, context) => startActions(context, body),
  status: ({ params }, context) => readStatus(context, params.actionsId),
};
