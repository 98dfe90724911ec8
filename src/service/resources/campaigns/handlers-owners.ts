import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { listOwners } from './senders.ts';

export const tasks: HandlersFor<Table['tasks']> = {
  owners: async (_, context) => ({ owners: await listOwners(context) }),
};
