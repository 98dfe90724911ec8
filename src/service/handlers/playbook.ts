import type { Table } from '../../contract/table.ts';
import { getPlaybook, updatePlaybook } from '../domain/playbook.ts';
import type { HandlersFor } from './handlers.ts';

export const playbook: HandlersFor<Table['playbook']> = {
  get: (_, context) => getPlaybook(context),
  update: ({ body }, context) => updatePlaybook(context, body),
};
