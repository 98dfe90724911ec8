import type { Table } from '../../contract/table.ts';
import { createContent, deleteContent, findContents, readContent, updateContent } from '../domain/ai-contents.ts';
import { showTemplate } from '../domain/ai-shown.ts';
import type { HandlersFor } from './handlers.ts';

export const messageTemplates: HandlersFor<Table['messageTemplates']> = {
  list: async ({ query }, context) => {
    const { rows, workspace, paging } = await findContents(context, 'template', query);
    return { messageTemplates: rows.map((row) => showTemplate(context, { row, workspace })), ...paging };
  },
  create: async ({ body }, context) => showTemplate(context, await createContent(context, 'template', body)),
  get: async ({ params }, context) =>
    showTemplate(context, await readContent(context, 'template', params.messageTemplateId)),
  update: async ({ params, body }, context) =>
    showTemplate(context, await updateContent(context, 'template', params.messageTemplateId, body)),
  delete: ({ params }, context) => deleteContent(context, 'template', params.messageTemplateId),
};
