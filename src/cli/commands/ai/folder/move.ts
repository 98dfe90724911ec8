// reach ai folder move.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';
import { UsageError } from '../../../terminal/exit.ts';
import { changeFolder, FOLDER, TREE } from './tree.ts';

export const moveCommand = does(
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
    await changeFolder(session, { kind, folder, body: { parentId }, dryRun });
  },
);
