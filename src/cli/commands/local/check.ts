// reach local check.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, OptionValues } from 'commander';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/named-path.ts';
import { completing, does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';
import { findingView } from './store-view.ts';

export const checkCommand = does(
  () =>
    withFolder(
      reads('check', {
        summary: 'Look for damage in the store of the local service',
        description:
          'Reads every page and index, compares the schema with the one that this version makes, and follows references ' +
          'between records and from jobs to what they work on. Changes nothing; works on a store that cannot be opened.',
        uses: [routes.local.check],
        view: findingView,
        json: 'list',
        output: 'one row per finding: what was checked, where, what is wrong; none for a sound store',
        exits: ['bad', 'notFound'],
        examples: [
          ['reach local check', 'exit status 1 when something is wrong'],
          ['reach local check --data ./team --json', 'the store of a reach serve --data ./team that was stopped'],
        ],
      }),
    ),
  async (session, { data }) => {
    const { path, findings } = await (await apiOf(session, data)).local.check();
    const found = findings ?? [];
    await session.print.list(findingView, found);
    if (found.length === 0) {
      await session.print.note(`${path}: no damage found`);
      return;
    }
    await session.print.note('reach local restore --latest goes back to the newest backup');
    return 'bad';
  },
);

export const withFolder = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(command.option('--data <folder>', 'folder of a reach serve --data, which must not be running'), {
    '--data': 'folder',
  });

/** Exit 5 for a folder without a store or backups: opening it would make one. */
export async function apiOf(session: Session, data: string | undefined): Promise<Api> {
  if (data === undefined) return session.api();
  const folder = namedPath(session.io, data);
  const isThere = ['reach.db', 'backups'].some((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
  if (!isThere) throw new CliError('notFound', 'no_store', `there is no store in ${folder}`);
  return (await session.client({ folder })).api;
}
