import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { createFolder, deleteFolder, findFolders, getFolder, updateFolder } from './folders.ts';

export const aiFolders: HandlersFor<Table['aiFolders']> = {
  list: ({ params, query }, context) => findFolders(context, params.kind, query),
  create: ({ params, body }, context) => createFolder(context, params.kind, body),
  get: ({ params }, context) => getFolder(context, params.kind, params.folderId),
  update: ({ params, body }, context) => updateFolder(context, params.kind, params.folderId, body),
  delete: ({ params }, context) => deleteFolder(context, params.kind, params.folderId),
};
