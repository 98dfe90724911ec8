// reach ai folder show.

import { routes } from '../../../../client/routes/routes.ts';
import { does, reads } from '../../../app/command.ts';
import { aiFolderView } from '../../../output/views/ai.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { printFolder } from '../view.ts';
import { FOLDER, TREE } from './tree.ts';

export const showCommand = does(
  () =>
    reads('show', {
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
  async (session, kind, folder) => {
    const folderId = await folderIdOf(session, kind, folder);
    const { aiFolders } = await session.api();
    await printFolder(session, aiFolderView, await aiFolders.get({ params: { kind, folderId } }));
  },
);
