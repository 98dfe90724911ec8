import type { SplitKind } from '../../../contract/ai/enums.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import type { HandlersFor } from '../handler-types.ts';
import {
  type Content,
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

/** Messages, snippets and templates. `id`: its name in the path; `listed`: the key of a list. */
const contentHandlers = <K extends string, V, L>(
  kind: SplitKind,
  id: K,
  view: (context: Context, content: Content) => V,
  listed: (views: V[]) => L,
) => ({
  list: async ({ query }: { query: Parameters<typeof listContents>[2] }, context: Context) => {
    const { contents, paging } = await listContents(context, kind, query);
    return { ...listed(contents.map((content) => view(context, content))), ...paging };
  },
  create: async ({ body }: { body: unknown }, context: Context) =>
    view(context, await createContent(context, kind, body)),
  get: async ({ params }: { params: Record<K, number> }, context: Context) =>
    view(context, await getContent(context, kind, params[id])),
  update: async ({ params, body }: { params: Record<K, number>; body: unknown }, context: Context) =>
    view(context, await updateContent(context, kind, params[id], body)),
  delete: ({ params }: { params: Record<K, number> }, context: Context) => deleteContent(context, kind, params[id]),
});

export const aiMessages: HandlersFor<Table['aiMessages']> = contentHandlers(
  'ai-message',
  'aiMessageId',
  messageView,
  (views) => ({ aiMessages: views }),
);

export const aiSnippets: HandlersFor<Table['aiSnippets']> = contentHandlers(
  'ai-snippet',
  'aiSnippetId',
  snippetView,
  (views) => ({ aiSnippets: views }),
);

export const messageTemplates: HandlersFor<Table['messageTemplates']> = contentHandlers(
  'template',
  'messageTemplateId',
  templateView,
  (views) => ({ messageTemplates: views }),
);

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
