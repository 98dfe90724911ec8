// reach local status, snapshot and restore: the store as a whole.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/is-file.ts';
import { destroys, does, reads, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { localStatusView } from '../../shared/views/local.ts';
import { isApproved, planned, writeRecord } from '../../shared/write.ts';
import { CliError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const snapshotView = viewOf('snapshot', 'snapshots', 'path bytes:number', {
  id: 'path',
  titles: { path: 'file' },
});

export const countsView = viewOf('store', 'stores', 'contacts:number companies:number lists:number campaigns:number', {
  id: 'contacts',
});

type ReadStatus = Awaited<ReturnType<Api['local']['status']>>;

/** For people: a line each. */
function inWords(status: ReadStatus): Omit<ReadStatus, 'servers' | 'locks'> & Record<'servers' | 'locks', string[]> {
  const { servers = [], locks = [] } = status;
  return {
    ...status,
    servers: servers.map(
      ({ id, url, version, workers, answers }) =>
        `${url ?? id} (${version}, ${answers ? '' : 'only works, '}${counted(workers, 'worker')})`,
    ),
    locks: locks.map(({ workspaceId, server, waiting, ms }) => {
      const what = workspaceId === null ? 'the whole store' : `workspace ${workspaceId}`;
      return `${server ?? 'another program'} ${waiting ? 'waits for' : 'holds'} ${what} (${ms} ms)`;
    }),
  };
}

export const statusCommand = does(
  () =>
    reads('status', {
      summary: 'Show what the local service holds, and where',
      uses: [routes.local.status],
      view: localStatusView,
      output: 'version, store, clock, features and counts; on a database also its servers and locks',
      examples: [
        ['reach local status', 'at a glance'],
        ['reach local status --json --fields counts', 'for a script'],
      ],
    }),
  async (session) => {
    const status = await (await session.api()).local.status();
    // A store in a file has neither.
    const isShared = (status.servers ?? []).length > 0;
    const columns = localStatusView.columns.filter(({ key }) => isShared || (key !== 'locks' && key !== 'servers'));
    const isTable = session.settings.output === 'table';
    await session.print.record({ ...localStatusView, columns }, isTable ? inWords(status) : status);
  },
);

export const snapshotCommand = does(
  () =>
    writes('snapshot', {
      summary: 'Write the whole store to a file',
      uses: [routes.local.snapshot],
      view: snapshotView,
      output: 'the file and its size',
      exits: ['conflict'],
      examples: [
        ['reach local snapshot before-import.db', 'go back to it with restore'],
        ['reach local snapshot "$(date +%F).db"', 'a daily copy'],
      ],
    }).argument('<file>', 'file to write; it must not exist'),
  async (session, file, options) => {
    await writeRecord(
      session,
      snapshotView,
      ['local', 'snapshot'],
      { body: { path: namedPath(session.io, file) } },
      options,
    );
  },
);

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
      completes: { '--data': 'folder' },
    })
      .argument('<file>', 'a file written by snapshot')
      .option('--data <folder>', 'folder of a reach serve --data, which must not be running'),
  async (session, file, { data, ...options }) => {
    const api = await apiOf(session, data);
    const path = namedPath(session.io, file);
    const request = { body: { path } };
    const question = `Replace everything in the local service by ${path}?`;
    const ask = () => session.prompt.approve(question, '--yes', 'nothing changed');
    if (!(await isApproved(session, planned(routes.local.restore, request), options, { ask }))) return;
    await session.print.record(snapshotView, await api.local.restore(request));
  },
);
