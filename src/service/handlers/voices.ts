import type { Table } from '../../contract/table.ts';
import { listVoices } from '../domain/senders.ts';
import type { HandlersFor } from './handlers.ts';

export const voices: HandlersFor<Table['voices']> = {
  list: async (_, context) => ({ voices: await listVoices(context) }),
};
