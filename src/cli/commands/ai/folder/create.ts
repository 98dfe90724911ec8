// reach ai folder create.

import { routes } from '../../../../contract/routes/routes.ts';
import { does, writes } from '../../../session/command.ts';
import { folderIdOf } from '../../../shared/ai/folders.ts';
import { noteUnnamed } from '../../../shared/answer/created.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { aiFolderView } from '../../../shared/views/ai.ts';
import { TREE } from './tree.ts';

export const createCommand = does(
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
    if (dryRun === true) return await printDryRun(session, planned(routes.aiFolders.create, request));
    const { aiFolders } = await session.api();
    const folder = await aiFolders.create(request);
    await session.print.record(aiFolderView, folder);
    await noteUnnamed(session, folder, `reach ai folder list ${kind}`);
  },
);
