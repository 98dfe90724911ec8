// reach ai folder: the five trees of folders.

import { Argument, type CommandUnknownOpts as Command } from 'commander';
import { routes } from '../../../client/routes/routes.ts';
import { FOLDER_TREES, type FolderTree } from '../../../contract/ai/enums.ts';
import type { About, Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { aiFolderView, deletedFolderView } from '../../output/views/ai.ts';
import { allFolders, folderIdOf } from '../../shared/ai/folders.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { printFolder } from './view.ts';

interface Flags {
  readonly in?: string;
  readonly to?: string;
  readonly top?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

const DRY = ['--dry-run', 'print what would be sent, send nothing'] as const;
const FOLDER = 'id, path or name of the folder: 3, Openers/Short, Short';

/** A command whose first argument is the tree. */
function ofTree(name: string, about: About): Command {
  const trees = new Argument('<tree>', 'what the folders hold').choices([...FOLDER_TREES]);
  return leaf(name, about).addArgument(trees);
}

const pathOf = (tree: FolderTree, id?: number) => `/v1/ai-variables/folders/${tree}${id === undefined ? '' : `/${id}`}`;

function listCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('list', {
      summary: 'The folders of one tree',
      uses: [routes.aiFolders.list],
      output: 'one row a folder: id, its path, how many items and folders are directly in it',
      examples: [
        ['reach ai folder list ai-messages', 'of AI messages'],
        ['reach ai folder list companies --json', 'of AI variables of companies'],
      ],
    }),
    async (session, tree: FolderTree) => {
      const folders = (await allFolders(session, tree)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
      await session.print.list(aiFolderView, folders);
    },
  );
}

function showCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('show', {
      summary: 'One folder: where it is, and what is in it',
      uses: [routes.aiFolders.get, routes.aiFolders.list],
      output: 'the folder with its parent, its folders and its items (aiVariables, whatever they are)',
      exits: ['notFound'],
      examples: [
        ['reach ai folder show ai-messages Openers/Short', 'by path'],
        ['reach ai folder show contacts 3 --json --fields aiVariables', 'what is in it'],
      ],
    }).argument('<folder>', FOLDER),
    async (session, kind: FolderTree, text: string) => {
      const folderId = await folderIdOf(session, kind, text);
      const { aiFolders } = await session.api();
      await printFolder(session, aiFolderView, await aiFolders.get({ params: { kind, folderId } }));
    },
  );
}

function createCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('create', {
      summary: 'Create a folder',
      uses: [routes.aiFolders.create, routes.aiFolders.list],
      output: 'the folder',
      exits: ['notFound'],
      examples: [
        ['reach ai folder create ai-messages Openers', 'at the top'],
        ['reach ai folder create ai-messages Short --in Openers -o id', 'in another; prints the id'],
      ],
    })
      .argument('<name>', 'name of the folder')
      .option('--in <folder>', 'the folder it is put into')
      .option(...DRY),
    async (session, kind: FolderTree, name: string, flags: Flags) => {
      const parentId = flags.in === undefined ? null : await folderIdOf(session, kind, flags.in);
      const body = { name, ...(parentId !== null && { parentId }) };
      if (flags.dryRun === true) return await printDryRun(session, 'POST', pathOf(kind), body);
      const { aiFolders } = await session.api();
      await session.print.record(aiFolderView, await aiFolders.create({ params: { kind }, body }));
    },
  );
}

async function change(session: Session, kind: FolderTree, text: string, flags: Flags, body: object): Promise<void> {
  const folderId = await folderIdOf(session, kind, text);
  if (flags.dryRun === true) return await printDryRun(session, 'PATCH', pathOf(kind, folderId), body);
  const { aiFolders } = await session.api();
  await session.print.record(aiFolderView, await aiFolders.update({ params: { kind, folderId }, body }));
}

function moveCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('move', {
      summary: 'Move a folder with all that is in it',
      uses: [routes.aiFolders.update, routes.aiFolders.list],
      output: 'the folder after the move',
      exits: ['notFound'],
      examples: [
        ['reach ai folder move ai-messages Openers/Short --to Archive', 'into another folder'],
        ['reach ai folder move ai-messages 3 --top', 'to the top'],
      ],
    })
      .argument('<folder>', FOLDER)
      .option('--to <folder>', 'the folder it is put into')
      .option('--top', 'out of every folder')
      .option(...DRY),
    async (session, kind: FolderTree, text: string, flags: Flags) => {
      if ((flags.to === undefined) === (flags.top !== true)) throw new UsageError('say where: --to FOLDER or --top');
      const parentId = flags.to === undefined ? null : await folderIdOf(session, kind, flags.to);
      await change(session, kind, text, flags, { parentId });
    },
  );
}

function renameCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('rename', {
      summary: 'Give a folder another name',
      uses: [routes.aiFolders.update, routes.aiFolders.list],
      output: 'the folder after the change',
      exits: ['notFound'],
      examples: [
        ['reach ai folder rename contacts Research "Research, 2027"', 'by name'],
        ['reach ai folder rename contacts 3 Figures --dry-run', 'what would be sent'],
      ],
    })
      .argument('<folder>', FOLDER)
      .argument('<name>', 'its new name')
      .option(...DRY),
    (session, kind: FolderTree, text: string, name: string, flags: Flags) =>
      change(session, kind, text, flags, { name }),
  );
}

function deleteCommand(deps: Deps): Command {
  return doesUntyped(
    deps,
    ofTree('delete', {
      summary: 'Delete a folder; its items and folders move up',
      uses: [routes.aiFolders.delete, routes.aiFolders.list],
      output: 'how many items and folders moved up',
      exits: ['notFound'],
      examples: [
        ['reach ai folder delete ai-messages Openers/Short', 'asks first'],
        ['reach ai folder delete ai-messages 3 --yes', 'in a script'],
      ],
    })
      .argument('<folder>', FOLDER)
      .option('-y, --yes', 'do not ask')
      .option(...DRY),
    async (session, kind: FolderTree, text: string, flags: Flags) => {
      const folderId = await folderIdOf(session, kind, text);
      if (flags.dryRun === true) return await printDryRun(session, 'DELETE', pathOf(kind, folderId), null);
      const question = `Delete folder ${folderId} of ${kind}? What is in it moves up`;
      if (flags.yes !== true && !(await session.prompt.confirm(question, '--yes'))) {
        return await session.print.note('nothing deleted');
      }
      const { aiFolders } = await session.api();
      await session.print.record(deletedFolderView, await aiFolders.delete({ params: { kind, folderId } }));
    },
  );
}

export function folderGroup(deps: Deps): Command {
  return group('folder', ['folders'], 'Folders of AI variables, messages, snippets and templates', [
    listCommand(deps),
    showCommand(deps),
    createCommand(deps),
    moveCommand(deps),
    renameCommand(deps),
    deleteCommand(deps),
  ]);
}
