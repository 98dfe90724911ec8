// reach ai folder delete.

import { routes } from '../../../../contract/routes/routes.ts';
import { destroys, does } from '../../../session/command.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { approveAt, named } from '../../../shared/target.ts';
import { deletedFolderView } from '../../../shared/views/ai.ts';
import { FOLDER, TREE } from './tree.ts';

export const deleteCommand = does(
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
  async (session, kind, folder, { yes, dryRun }) => {
    const request = { params: { kind, folderId: await folderIdOf(session, kind, folder) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.aiFolders.delete, request));
    const act = `Delete folder ${named(request.params.folderId, folder)} of ${kind}: its contents move up one level`;
    if (yes !== true) await approveAt(session, act, { declined: 'nothing deleted' });
    const { aiFolders } = await session.api();
    await session.print.record(deletedFolderView, await aiFolders.delete(request));
  },
);
