// reach local restore.

import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/named-path.ts';
import { destroys, does } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { apiOf, withFolder } from './check.ts';
import { snapshotView } from './store-view.ts';

type Backups = NonNullable<Awaited<ReturnType<Api['local']['backups']>>['backups']>;

/** The newest that is not damaged; says which there are. Exit 5 for none. */
async function latestOf({ print }: Session, backups: Backups): Promise<string> {
  const latest = backups.find(({ counts }) => counts != null);
  for (const backup of backups) {
    const { path, at, counts } = backup;
    const holds =
      counts == null
        ? 'damaged'
        : Object.entries(counts)
            .map(([what, n]) => `${n} ${what}`)
            .join(', ');
    await print.note(`${backup === latest ? '→' : ' '} ${path}, of ${at}: ${holds}`);
  }
  if (latest?.path != null) return latest.path;
  const message = backups.length === 0 ? 'there is no backup' : 'every backup is damaged';
  throw new CliError('notFound', 'no_backup', message, {
    hint: 'reach local restore FILE takes a snapshot; moving the store away starts over',
  });
}

export const restoreCommand = does(
  () =>
    withFolder(
      destroys('restore', {
        summary: 'Replace the whole store by a snapshot or its newest backup',
        description:
          'Works on a store that is damaged as well: that is moved aside, nothing of it is deleted. ' +
          'Restores everything or nothing.',
        uses: [routes.local.restore, routes.local.backups],
        view: snapshotView,
        output: 'the file',
        exits: ['notFound', 'conflict'],
        examples: [
          ['reach local restore before-import.db', 'asks for confirmation'],
          ['reach local restore --latest', 'lists the backups, and goes back to the newest that is sound'],
          ['reach local restore --latest --yes', 'in a script'],
        ],
        completes: { file: 'file' },
      })
        .argument('[file]', 'a file written by snapshot or backup')
        .option('--latest', 'the newest backup that is not damaged'),
    ),
  async (session, file, { latest, data, yes, dryRun }) => {
    if ((file === undefined) === (latest !== true))
      throw new UsageError('name the file to restore, or give --latest', { hint: 'reach local restore --latest' });
    const api = await apiOf(session, data);
    const path =
      file === undefined
        ? await latestOf(session, (await api.local.backups()).backups ?? [])
        : namedPath(session.io, file);
    const request = { body: { path } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.restore, request));
    if (yes !== true)
      await session.prompt.approve(`Replace everything in the local service by ${path}?`, '--yes', 'nothing changed');
    const restored = await api.local.restore(request);
    if (restored.movedTo != null)
      await session.print.note(`the store that could not be opened is now ${restored.movedTo}`);
    await session.print.record(snapshotView, restored);
  },
);
