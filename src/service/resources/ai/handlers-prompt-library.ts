import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { listPromptLibrary } from './prompt-library.ts';

export const promptLibrary: HandlersFor<Table['promptLibrary']> = {
  aiMessages: async (_, context) => ({ aiMessages: await listPromptLibrary(context) }),
};
