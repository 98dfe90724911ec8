// reach local status, snapshot, backup, check and restore: the store as a whole.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, OptionValues } from 'commander';
import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { namedPath } from '../../files/named-path.ts';
import { completing, destroys, does, reads, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { localStatusView } from '../../shared/views/local.ts';
import { CliError, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

// What the commands on the whole store print.

const snapshotView = viewOf('snapshot', 'snapshots', 'path bytes:number', {
  id: 'path',
  titles: { path: 'file', bytes: 'bytes' },
});

export const countsView = viewOf('store', 'stores', 'contacts:number companies:number lists:number campaigns:number', {
  id: 'contacts',
  titles: { contacts: 'contacts', companies: 'companies', lists: 'lists', campaigns: 'campaigns' },
});

const backupView = viewOf('backup', 'backups', 'path at:time bytes:number', {
  id: 'path',
  titles: { path: 'file', at: 'made', bytes: 'bytes' },
});

const findingView = viewOf('finding', 'findings', 'check where message', {
  id: 'where',
  isNoneNamed: true,
  titles: { check: 'checked', message: 'problem' },
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
      completes: { file: 'file' },
    }).argument('<file>', 'file to write; it must not exist'),
  async (session, file, { dryRun }) => {
    const request = { body: { path: namedPath(session.io, file) } };
    if (dryRun === true) return await printDryRun(session, planned(routes.local.snapshot, request));
    await session.print.record(snapshotView, await (await session.api()).local.snapshot(request));
  },
);

export const backupCommand = does(
  () =>
    writes('backup', {
      summary: 'Copy the whole store to its folder of backups; the newest three are kept',
      description:
        'Backups are made by themselves too: by reach serve every hour, and for profile local once a day after a command ' +
        'that changed something, in a process of its own (REACH_BACKUPS=off turns that off).',
      uses: [routes.local.backup],
      view: backupView,
      output: 'the file, when it was made, and its size',
      examples: [
        ['reach local backup', 'now'],
        ['reach local backup --quiet -o id', 'the path alone, for a script'],
      ],
    }),
  async (session, { dryRun }) => {
    if (dryRun === true) return await printDryRun(session, planned(routes.local.backup, {}));
    await session.print.record(backupView, await (await session.api()).local.backup());
  },
);

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

const withFolder = <A extends unknown[], O extends OptionValues, G extends OptionValues>(command: Command<A, O, G>) =>
  completing(command.option('--data <folder>', 'folder of a reach serve --data, which must not be running'), {
    '--data': 'folder',
  });

/** Exit 5 for a folder without a store or backups: opening it would make one. */
async function apiOf(session: Session, data: string | undefined): Promise<Api> {
  if (data === undefined) return session.api();
  const folder = namedPath(session.io, data);
  const isThere = ['reach.db', 'backups'].some((name) => statSync(join(folder, name), { throwIfNoEntry: false }));
  if (!isThere) throw new CliError('notFound', 'no_store', `there is no store in ${folder}`);
  return (await session.client({ folder })).api;
}

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
