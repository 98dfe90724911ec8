import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import {
  createVariable,
  deleteVariable,
  findVariables,
  getVariable,
  setArchived,
  updateVariable,
} from './variables.ts';

export const aiVariables: HandlersFor<Table['aiVariables']> = {
  list: ({ query }, context) => findVariables(context, query),
  create: ({ body }, context) => createVariable(context, body),
  get: ({ params }, context) => getVariable(context, params.aiVariableId),
  update: ({ params, body }, context) => updateVariable(context, params.aiVariableId, body),
  archive: ({ params }, context) => setArchived(context, params.aiVariableId, true),
  unarchive: ({ params }, context) => setArchived(context, params.aiVariableId, false),
  delete: ({ params }, context) => deleteVariable(context, params.aiVariableId),
};
