// reach ai folder: the five trees of folders.

import { Argument } from 'commander';
import { FOLDER_TREES } from '../../../contract/ai/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { type Deps, destroys, does, group, reads, writes } from '../../session/command.ts';
import { allFolders, folderIdOf } from '../../shared/ai/kinds.ts';
import { named } from '../../shared/approval.ts';
import { noteUnnamed } from '../../shared/created.ts';
import { aiFolderView, deletedFolderView } from '../../shared/views/ai.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { printFolder } from './view.ts';

const TREE = new Argument('<tree>', 'what the folders hold').choices(FOLDER_TREES);

const FOLDER = 'id, path or name of the folder: 3, Openers/Short, Short';

const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the folders of one tree',
      uses: [routes.aiFolders.list],
      view: aiFolderView,
      json: { list: routes.aiFolders.list },
      output: 'one row per folder: id, path, number of items and folders directly in it',
      examples: [
        ['reach ai folder list ai-messages', 'folders of AI messages'],
        ['reach ai folder list companies --json', 'folders of AI variables of companies'],
      ],
    }).addArgument(TREE),
  async (session, tree) => {
    const folders = (await allFolders(session, tree)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    await session.print.list(aiFolderView, folders);
  },
);

const showCommand = does(
  () =>
    readsOne('show', {
      summary: 'Show one folder and its contents',
      uses: [routes.aiFolders.get, routes.aiFolders.list],
      output: 'the folder with its parent, its folders and its items (aiVariables, whatever their kind)',
      exits: ['notFound'],
      examples: [
        ['reach ai folder show ai-messages Openers/Short', 'by path'],
        ['reach ai folder show contacts 3 --json --fields aiVariables', 'only its items'],
      ],
    })
      .addArgument(TREE)
      .argument('<folder>', FOLDER),
  async (session, kind, folder, { web }) => {
    const folderId = await folderIdOf(session, kind, folder);
    const { aiFolders } = await session.api();
    const found = await aiFolders.get({ params: { kind, folderId } });
    if (web) return await openInWeb(session, 'folder', folder, found);
    await printFolder(session, aiFolderView, found);
  },
);

const createCommand = does(
  () =>
    writes('create', {
      summary: 'Create a folder',
      uses: [routes.aiFolders.create, routes.aiFolders.list],
      view: aiFolderView,
      output: 'the folder',
      exits: ['notFound'],
      examples: [
        ['reach ai folder create ai-messages Openers', 'at the top level'],
        ['reach ai folder create ai-messages Short --in Openers -o id', 'in another folder; prints the id'],
      ],
    })
      .addArgument(TREE)
      .argument('<name>', 'name of the folder')
      .option('--in <folder>', 'parent folder'),
  async (session, kind, name, { in: parent, dryRun }) => {
    const parentId = parent === undefined ? null : await folderIdOf(session, kind, parent);
    const request = { params: { kind }, body: { name, ...(parentId !== null && { parentId }) } };
    const folder = await writeRecord(session, aiFolderView, ['aiFolders', 'create'], request, { dryRun });
    if (folder !== undefined) await noteUnnamed(session, folder, `reach ai folder list ${kind}`);
  },
);

const moveCommand = does(
  () =>
    writes('move', {
      summary: 'Move a folder and its contents',
      uses: [routes.aiFolders.update, routes.aiFolders.list],
      view: aiFolderView,
      output: 'the folder after the move',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach ai folder move ai-messages Openers/Short --to Archive', 'into another folder'],
        ['reach ai folder move ai-messages 3 --top', 'to the top level'],
      ],
    })
      .addArgument(TREE)
      .argument('<folder>', FOLDER)
      .option('--to <folder>', 'new parent folder')
      .option('--top', 'move it to the top level'),
  async (session, kind, folder, { to, top, dryRun }) => {
    if ((to === undefined) === (top !== true)) throw new UsageError('give either --to FOLDER or --top');
    const parentId = to === undefined ? null : await folderIdOf(session, kind, to);
    const request = { params: { kind, folderId: await folderIdOf(session, kind, folder) }, body: { parentId } };
    await writeRecord(session, aiFolderView, ['aiFolders', 'update'], request, { dryRun });
  },
);

const renameCommand = does(
  () =>
    writes('rename', {
      summary: 'Rename a folder',
      uses: [routes.aiFolders.update, routes.aiFolders.list],
      view: aiFolderView,
      output: 'the folder after the change',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach ai folder rename contacts Research "Research, 2027"', 'by name'],
        ['reach ai folder rename contacts 3 Figures --dry-run', 'what would change; nothing is sent'],
      ],
    })
      .addArgument(TREE)
      .argument('<folder>', FOLDER)
      .argument('<name>', 'its new name'),
  async (session, kind, folder, name, { dryRun }) => {
    const request = { params: { kind, folderId: await folderIdOf(session, kind, folder) }, body: { name } };
    await writeRecord(session, aiFolderView, ['aiFolders', 'update'], request, { dryRun });
  },
);

const deleteCommand = does(
  () =>
    destroys('delete', {
      summary: 'Delete a folder; its items and folders move up one level',
      uses: [routes.aiFolders.delete, routes.aiFolders.list],
      view: deletedFolderView,
      output: 'how many items and folders moved up',
      exits: ['notFound'],
      examples: [
        ['reach ai folder delete ai-messages Openers/Short', 'asks for confirmation'],
        ['reach ai folder delete ai-messages 3 --yes', 'in a script'],
      ],
    })
      .addArgument(TREE)
      .argument('<folder>', FOLDER),
  async (session, kind, folder, options) => {
    const folderId = await folderIdOf(session, kind, folder);
    const act = `Delete folder ${named(folderId, folder)} of ${kind}: its contents move up one level`;
    const request = { params: { kind, folderId } };
    const declined = 'nothing deleted';
    await writeRecord(session, deletedFolderView, ['aiFolders', 'delete'], request, options, { act, declined });
  },
);

export const folderGroup = (deps: Deps) =>
  group(
    'folder',
    ['folders'],
    'Folders of AI variables, messages, snippets and templates',
    [listCommand, showCommand, createCommand, moveCommand, renameCommand, deleteCommand].map((build) => build(deps)),
  );
