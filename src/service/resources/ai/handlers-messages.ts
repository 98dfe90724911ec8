import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { createContent, deleteContent, findContents, readContent, updateContent } from './contents.ts';
import { showMessage } from './view.ts';

export const aiMessages: HandlersFor<Table['aiMessages']> = {
  list: async ({ query }, context) => {
    const { rows, workspace, paging } = await findContents(context, 'ai-message', query);
    return { aiMessages: rows.map((row) => showMessage(context, { row, workspace })), ...paging };
  },
  create: async ({ body }, context) => showMessage(context, await createContent(context, 'ai-message', body)),
  get: async ({ params }, context) =>
    showMessage(context, await readContent(context, 'ai-message', params.aiMessageId)),
  update: async ({ params, body }, context) =>
    showMessage(context, await updateContent(context, 'ai-message', params.aiMessageId, body)),
  delete: ({ params }, context) => deleteContent(context, 'ai-message', params.aiMessageId),
};
