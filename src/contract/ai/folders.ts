import * as z from 'zod';
import type { Answer } from '../answer.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  filledText,
  Id,
  IdText,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedInput,
  undocumentedObject,
} from '../common.ts';
import { del, endpoints, get, patch, post } from '../endpoint.ts';
import { AI_LIMITS, FOLDER_ENTITIES, FOLDER_TREES } from './enums.ts';
import { AiVariable, Deleted } from './variables.ts';

const WHY = 'the folder body is not shown';

const head = { id: Id, name: z.string(), parentId: Id.nullable(), entity: z.enum(FOLDER_ENTITIES) };

const folder = () => ({
  ...head,
  appUrl: AppUrl,
  /** What is directly in it; archived variables are not counted. */
  counts: z.object({ items: z.int(), folders: z.int() }),
  createdAt: DateTime,
  updatedAt: DateTime,
});

/** A folder of one of the five trees. */
export const AiFolder = undocumentedObject(WHY, folder);
export type AiFolder = Answer<typeof AiFolder>;

const FolderName = z.object(head);

/** What a folder of messages, snippets or templates shows of each. */
const FolderItem = z.object({
  id: AnyId,
  name: z.string(),
  description: z.string().nullable(),
  folderId: Id.nullable(),
  createdAt: DateTime,
  updatedAt: DateTime,
});

const AiFolderDetail = undocumentedObject(
  'the interface shows where the items stand; the rest of the detail is not shown',
  () => ({
    ...folder(),
    parent: FolderName.nullable(),
    /** From the root down to the parent. */
    ancestors: z.array(FolderName),
    children: z.array(FolderName),
    /** The direct items of any tree; of AI variables the whole record. */
    aiVariables: z.array(z.union([AiVariable, FolderItem])),
  }),
);

const name = filledText(AI_LIMITS.nameMax);
const tree = z.object({ kind: z.enum(FOLDER_TREES) });
const params = tree.extend({ folderId: IdText });

export const aiFolders = endpoints({
  list: get('/v1/ai-variables/folders/{kind}', 'AI_VARIABLES_READ', {
    summary: 'The folders of one tree, oldest first',
    params: tree,
    query: PageQuery,
    data: z.lazy(() => pageOf('folders', AiFolder)),
    command: 'ai folder list',
  }),
  create: post('/v1/ai-variables/folders/{kind}', 'AI_VARIABLES_WRITE', {
    summary: 'Create a folder',
    params: tree,
    body: z.lazy(() => undocumented(z.strictObject({ name, parentId: Id.nullish() }), WHY)),
    data: AiFolderDetail,
    command: 'ai folder create',
  }),
  get: get('/v1/ai-variables/folders/{kind}/{folderId}', 'AI_VARIABLES_READ', {
    summary: 'One folder with its items, its folders and the way to it',
    params,
    data: AiFolderDetail,
    command: 'ai folder show',
  }),
  update: patch('/v1/ai-variables/folders/{kind}/{folderId}', 'AI_VARIABLES_WRITE', {
    summary: 'Rename or move a folder',
    params,
    body: undocumentedInput(`${WHY}; parentId null: to the top`, () => ({
      name: name.optional(),
      parentId: Id.nullish(),
    })),
    data: AiFolderDetail,
    command: 'ai folder move',
  }),
  delete: del('/v1/ai-variables/folders/{kind}/{folderId}', 'AI_VARIABLES_WRITE', {
    summary: 'Delete a folder; its items and folders move up to its parent',
    params,
    data: z.lazy(() =>
      undocumented(Deleted.unwrap().extend({ movedItems: z.int(), movedFolders: z.int() }), 'the answer is not shown'),
    ),
    command: 'ai folder delete',
  }),
});
