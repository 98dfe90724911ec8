import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { updatePlaybook } from './update.ts';
import { getPlaybook } from './view.ts';

export const playbook: HandlersFor<Table['playbook']> = {
  get: (_, context) => getPlaybook(context),
  update: ({ body }, context) => updatePlaybook(context, body),
};
