// reach ai folder show.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, reads } from '../../../session/command.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';
import { openInWeb, PERSON_ONLY, withWeb } from '../../../shared/web/with-web.ts';
import { printFolder } from '../view.ts';
import { FOLDER, TREE } from './tree.ts';

export const showCommand = does(
  () =>
    withWeb(
      reads('show', {
        summary: 'Show one folder and its contents',
        uses: [routes.aiFolders.get, routes.aiFolders.list],
        output: 'the folder with its parent, its folders and its items (aiVariables, whatever their kind)',
        exits: ['notFound'],
        examples: [
          ['reach ai folder show ai-messages Openers/Short', 'by path'],
          ['reach ai folder show contacts 3 --json --fields aiVariables', 'only its items'],
        ],
        optionsNotForAgents: PERSON_ONLY,
      }),
    )
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
