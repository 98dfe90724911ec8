import type { Table } from '../../contract/table.ts';
import { listLibrary } from '../domain/senders.ts';
import type { HandlersFor } from './handlers.ts';

export const promptLibrary: HandlersFor<Table['promptLibrary']> = {
  aiMessages: async (_, context) => ({ aiMessages: await listLibrary(context) }),
};
