import { type Golden, golden, success } from '../golden.ts';
import { APP, page, times } from './head.ts';
import { changed } from './variables.ts';

const head = { id: 1, name: 'Research', parentId: null, entity: 'COMPANY' };

const inner = { id: 2, name: 'Finance', parentId: 1, entity: 'COMPANY' };

export const folderRecord = (id: number, items: number, folders: number) => ({
  appUrl: `${APP}/ai-folders/${id}`,
  counts: { items, folders },
  ...times,
});

export const FOLDERS = '/v1/ai-variables/folders';

export const item = { id: 1, name: 'First email, shorter', description: 'Opens a conversation', folderId: 3, ...times };

/** The tree of messages needs a message in a folder. */
export const folders: readonly Golden[] = [
  golden(
    'create a folder (body undocumented)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Research' } },
    `POST ${FOLDERS}/companies`,
    success({
      ...head,
      ...folderRecord(1, 0, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [],
    }),
  ),
  golden(
    'create a folder in a folder (body undocumented)',
    'aiFolders.create',
    { params: { kind: 'companies' }, body: { name: 'Finance', parentId: 1 } },
    `POST ${FOLDERS}/companies`,
    success({
      ...inner,
      ...folderRecord(2, 0, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [],
    }),
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
    success({
      folders: [
        { ...head, ...folderRecord(1, 0, 1) },
        { ...inner, ...folderRecord(2, 1, 0) },
      ],
      ...page,
      total: 2,
    }),
  ),
  golden(
    'a folder lists its items under aiVariables',
    'aiFolders.get',
    { params: { kind: 'companies', folderId: 2 } },
    `GET ${FOLDERS}/companies/2`,
    success({
      ...inner,
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
  ),
  golden(
    'rename (body undocumented)',
    'aiFolders.update',
    { params: { kind: 'companies', folderId: 2 }, body: { name: 'Figures' } },
    `PATCH ${FOLDERS}/companies/2`,
    success({
      ...inner,
      name: 'Figures',
      ...folderRecord(2, 1, 0),
      parent: head,
      ancestors: [head],
      children: [],
      aiVariables: [{ ...changed, folderId: 2 }],
    }),
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
    success({
      id: 3,
      name: 'Openers',
      parentId: null,
      entity: 'AI_MESSAGE',
      ...folderRecord(3, 0, 0),
      parent: null,
      ancestors: [],
      children: [],
      aiVariables: [],
    }),
  ),
];
