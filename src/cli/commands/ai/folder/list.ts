// reach ai folder list.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, reads } from '../../../session/command.ts';
import { allFolders } from '../../../shared/ai/folders.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';
import { TREE } from './tree.ts';

export const listCommand = does(
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
