// reach ai folder rename.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';
import { changeFolder, FOLDER, TREE } from './tree.ts';

export const renameCommand = does(
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
  (session, kind, folder, name, { dryRun }) => changeFolder(session, { kind, folder, body: { name }, dryRun }),
);
