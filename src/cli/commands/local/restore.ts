// reach local restore.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/named-path.ts';
import { destroys, does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { CliError } from '../../terminal/exit.ts';
import { snapshotView } from './store-view.ts';

/** Exit 5 for a folder without a store: opening it would make one. */
async function apiOf(session: Session, data: string | undefined): Promise<Api> {
  if (data === undefined) return session.api();
  const folder = namedPath(session.io, data);
  if (!existsSync(join(folder, 'reach.db')))
    throw new CliError('notFound', 'no_store', `there is no store in ${folder}`);
  return (await session.client({ folder })).api;
}

export const restoreCommand = does(
  () =>
    destroys('restore', {
      summary: 'Replace the whole store by a snapshot',
      description:
        'Works on a store that is damaged as well: that is moved aside, nothing of it is deleted. ' +
        'Restores everything or nothing.',
      uses: [routes.local.restore],
      view: snapshotView,
      output: 'the file',
      exits: ['notFound'],
      examples: [
        ['reach local restore before-import.db', 'asks for confirmation'],
        ['reach local restore before-import.db --yes', 'in a script'],
      ],
      completes: { file: 'file', '--data': 'folder' },
    })
      .argument('<file>', 'a file written by snapshot')
      .option('--data <folder>', 'folder of a reach serve --data, which must not be running'),
  async (session, file, { data, yes, dryRun }) => {
    const api = await apiOf(session, data);
    const path = namedPath(session.io, file);
    const request = { body: { path } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.restore, request));
    if (yes !== true)
      await session.prompt.approve(`Replace everything in the local service by ${path}?`, '--yes', 'nothing changed');
    await session.print.record(snapshotView, await api.local.restore(request));
  },
);
