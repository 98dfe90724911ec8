import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import {
  createContent,
  deleteContent,
  getContent,
  listContents,
  messageView,
  snippetView,
  templateView,
  updateContent,
} from './contents.ts';
import { createFolder, deleteFolder, getFolder, listFolders, updateFolder } from './folders.ts';
import { listPromptLibrary, listTones } from './library.ts';
import { getVariable, listVariables } from './variables/read.ts';
import { createVariable, deleteVariable, setArchived, updateVariable } from './variables/write.ts';

export const aiVariables: HandlersFor<Table['aiVariables']> = {
  list: ({ query }, context) => listVariables(context, query),
  create: ({ body }, context) => createVariable(context, body),
  get: ({ params }, context) => getVariable(context, params.aiVariableId),
  update: ({ params, body }, context) => updateVariable(context, params.aiVariableId, body),
  archive: ({ params }, context) => setArchived(context, params.aiVariableId, true),
  unarchive: ({ params }, context) => setArchived(context, params.aiVariableId, false),
  delete: ({ params }, context) => deleteVariable(context, params.aiVariableId),
};

export const aiMessages: HandlersFor<Table['aiMessages']> = {
  list: async ({ query }, context) => {
    const { contents, paging } = await listContents(context, 'ai-message', query);
    return { aiMessages: contents.map((content) => messageView(context, content)), ...paging };
  },
  create: async ({ body }, context) => messageView(context, await createContent(context, 'ai-message', body)),
  get: async ({ params }, context) => messageView(context, await getContent(context, 'ai-message', params.aiMessageId)),
  update: async ({ params, body }, context) =>
    messageView(context, await updateContent(context, 'ai-message', params.aiMessageId, body)),
  delete: ({ params }, context) => deleteContent(context, 'ai-message', params.aiMessageId),
};

export const aiSnippets: HandlersFor<Table['aiSnippets']> = {
  list: async ({ query }, context) => {
    const { contents, paging } = await listContents(context, 'ai-snippet', query);
    return { aiSnippets: contents.map((content) => snippetView(context, content)), ...paging };
  },
  create: async ({ body }, context) => snippetView(context, await createContent(context, 'ai-snippet', body)),
  get: async ({ params }, context) => snippetView(context, await getContent(context, 'ai-snippet', params.aiSnippetId)),
  update: async ({ params, body }, context) =>
    snippetView(context, await updateContent(context, 'ai-snippet', params.aiSnippetId, body)),
  delete: ({ params }, context) => deleteContent(context, 'ai-snippet', params.aiSnippetId),
};

export const messageTemplates: HandlersFor<Table['messageTemplates']> = {
  list: async ({ query }, context) => {
    const { contents, paging } = await listContents(context, 'template', query);
    return { messageTemplates: contents.map((content) => templateView(context, content)), ...paging };
  },
  create: async ({ body }, context) => templateView(context, await createContent(context, 'template', body)),
  get: async ({ params }, context) =>
    templateView(context, await getContent(context, 'template', params.messageTemplateId)),
  update: async ({ params, body }, context) =>
    templateView(context, await updateContent(context, 'template', params.messageTemplateId, body)),
  delete: ({ params }, context) => deleteContent(context, 'template', params.messageTemplateId),
};

export const aiFolders: HandlersFor<Table['aiFolders']> = {
  list: ({ params, query }, context) => listFolders(context, params.kind, query),
  create: ({ params, body }, context) => createFolder(context, params.kind, body),
  get: ({ params }, context) => getFolder(context, params.kind, params.folderId),
  update: ({ params, body }, context) => updateFolder(context, params.kind, params.folderId, body),
  delete: ({ params }, context) => deleteFolder(context, params.kind, params.folderId),
};

export const aiTones: HandlersFor<Table['aiTones']> = {
  list: async (_, context) => ({ tones: await listTones(context) }),
};

export const promptLibrary: HandlersFor<Table['promptLibrary']> = {
  aiMessages: async (_, context) => ({ aiMessages: await listPromptLibrary(context) }),
};
