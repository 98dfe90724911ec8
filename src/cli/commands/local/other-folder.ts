// --data: the store of another data folder than that of profile local.

import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command, OptionValues } from 'commander';
import type { Api } from '../../../contract/table.ts';
import { completing } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { CliError } from '../../terminal/exit.ts';

export const withFolder = <A extends unknown[], O extends OptionValues, G extends OptionValues>(
  command: Command<A, O, G>,
) =>
  completing(command.option('--data <folder>', 'folder of a reach serve --data, which must not be running'), {
    '--data': 'folder',
  });

/** Exit 5 for a folder without a store or backups: opening it would make one. */
export async function apiOf(session: Session, data: string | undefined): Promise<Api> {
  if (data === undefined) return session.api();
  const folder = resolve(session.io.cwd, data);
  const isThere = ['reach.db', 'backups'].some((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
  if (!isThere) throw new CliError('notFound', 'no_store', `there is no store in ${folder}`);
  return (await session.client({ folder })).api;
}
