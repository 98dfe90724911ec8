import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { createContent, deleteContent, findContents, readContent, updateContent } from './contents.ts';
import { showSnippet } from './view.ts';

export const aiSnippets: HandlersFor<Table['aiSnippets']> = {
  list: async ({ query }, context) => {
    const { rows, workspace, paging } = await findContents(context, 'ai-snippet', query);
    return { aiSnippets: rows.map((row) => showSnippet(context, { row, workspace })), ...paging };
  },
  create: async ({ body }, context) => showSnippet(context, await createContent(context, 'ai-snippet', body)),
  get: async ({ params }, context) =>
    showSnippet(context, await readContent(context, 'ai-snippet', params.aiSnippetId)),
  update: async ({ params, body }, context) =>
    showSnippet(context, await updateContent(context, 'ai-snippet', params.aiSnippetId, body)),
  delete: ({ params }, context) => deleteContent(context, 'ai-snippet', params.aiSnippetId),
};
