import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { createContent, deleteContent, findContents, readContent, updateContent } from './contents.ts';
import { showTemplate } from './view.ts';

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
