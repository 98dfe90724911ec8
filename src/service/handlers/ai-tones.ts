import type { Table } from '../../contract/table.ts';
import { listTones } from '../domain/ai-tones.ts';
import type { HandlersFor } from './handlers.ts';

export const aiTones: HandlersFor<Table['aiTones']> = {
  list: async (_, context) => ({ tones: await listTones(context) }),
};
