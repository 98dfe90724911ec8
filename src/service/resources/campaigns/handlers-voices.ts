import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { listVoices } from './senders.ts';

export const voices: HandlersFor<Table['voices']> = {
  list: async (_, context) => ({ voices: await listVoices(context) }),
};
