// reach local restore.

import { resolve } from 'node:path';
import { routes } from '../../../client/routes/routes.ts';
import { destroys, does } from '../../app/command.ts';
import { planned, printDryRun } from '../../shared/dry-run/dry-run.ts';
import { snapshotView } from './store-view.ts';

export const restoreCommand = does(
  () =>
    destroys('restore', {
      summary: 'Replace the whole store by a snapshot',
      uses: [routes.local.restore],
      view: snapshotView,
      output: 'the file',
      exits: ['notFound'],
      examples: [
        ['reach local restore before-import.db', 'asks for confirmation'],
        ['reach local restore before-import.db --yes', 'in a script; restores everything or nothing'],
      ],
      completes: { file: 'file' },
    }).argument('<file>', 'a file written by snapshot'),
  async (session, file, { yes, dryRun }) => {
    const request = { body: { path: resolve(session.io.cwd, file) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.restore, request));
    if (yes !== true)
      await session.prompt.approve('Replace everything in the local service?', '--yes', 'nothing changed');
    await session.print.record(snapshotView, await (await session.api()).local.restore(request));
  },
);
