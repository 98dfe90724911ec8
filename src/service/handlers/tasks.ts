import type { Table } from '../../contract/table.ts';
import { listOwners } from '../domain/senders.ts';
import type { HandlersFor } from './handlers.ts';

export const tasks: HandlersFor<Table['tasks']> = {
  owners: async (_, context) => ({ owners: await listOwners(context) }),
};
