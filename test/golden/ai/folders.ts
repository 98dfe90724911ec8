import { type Golden, golden, pageOf, success } from '../golden.ts';
import { APP, times } from './head.ts';
import { changed } from './variables.ts';

const head = { id: 1, name: 'Research', parentId: null, entity: 'COMPANY' };

const inner = { id: 2, name: 'Finance', parentId: 1, entity: 'COMPANY' };

const listed = (folder: { id: number; name: string }, items: number, folders: number) => ({
  ...folder,
  appUrl: `${APP}/ai-folders/${folder.id}`,
  counts: { items, folders },
  ...times,
});

/** One that is read: with the way to it, and what is in it. */
export const folderRead = (
  folder: { id: number; name: string },
  aiVariables: readonly object[],
  parent: object | null = null,
) =>
  success({
    ...listed(folder, aiVariables.length, 0),
    ...{ parent, ancestors: parent === null ? [] : [parent], children: [], aiVariables },
  });

export const openers = { id: 3, name: 'Openers', parentId: null, entity: 'AI_MESSAGE' };

export const FOLDERS = '/v1/ai-variables/folders';

export const item = { id: 1, name: 'First email, shorter', description: 'Opens a conversation', folderId: 3, ...times };

/** The tree of messages needs a message in a folder. */
export const folders: readonly Golden[] = [
  golden(
    'create a folder (body undocumented)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Research' } },
    `POST ${FOLDERS}/companies`,
    folderRead(head, []),
  ),
  golden(
    'create a folder in a folder (body undocumented)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Finance', parentId: 1 } },
    `POST ${FOLDERS}/companies`,
    folderRead(inner, [], head),
  ),
  golden(
    'put a variable into a folder',
    'aiVariables.update',
    { params: { aiVariableId: 1 }, body: { folderId: 2 } },
    'PATCH /v1/ai-variables/1',
    success({ ...changed, folderId: 2 }),
  ),
  golden(
    'the folders of a tree (answer undocumented)',
    'aiFolders.list',
    { params: { kind: 'companies' } },
    `GET ${FOLDERS}/companies`,
    pageOf('folders', [listed(head, 0, 1), listed(inner, 1, 0)]),
  ),
  golden(
    'a folder lists its items under aiVariables',
    'aiFolders.get',
    { params: { kind: 'companies', folderId: 2 } },
    `GET ${FOLDERS}/companies/2`,
    folderRead(inner, [{ ...changed, folderId: 2 }], head),
  ),
  golden(
    'rename (body undocumented)',
    'aiFolders.update',
    { params: { kind: 'companies', folderId: 2 }, body: { name: 'Figures' } },
    `PATCH ${FOLDERS}/companies/2`,
    folderRead({ ...inner, name: 'Figures' }, [{ ...changed, folderId: 2 }], head),
  ),
  golden(
    'delete: what is in it moves up (answer undocumented)',
    'aiFolders.delete',
    { params: { kind: 'companies', folderId: 2 } },
    `DELETE ${FOLDERS}/companies/2`,
    success({ id: 2, deleted: true, movedItems: 1, movedFolders: 0 }),
  ),
  golden(
    'create a folder of AI messages (body undocumented)',
    'aiFolders.create',
    { params: { kind: 'ai-messages' }, body: { name: 'Openers' } },
    `POST ${FOLDERS}/ai-messages`,
    folderRead(openers, []),
  ),
];
