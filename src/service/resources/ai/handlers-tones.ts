import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { listTones } from './tones.ts';

export const aiTones: HandlersFor<Table['aiTones']> = {
  list: async (_, context) => ({ tones: await listTones(context) }),
};
