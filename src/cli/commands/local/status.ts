// reach local status.

import { counted } from '../../../contract/english.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Api } from '../../../contract/table.ts';
import { does, reads } from '../../session/command.ts';
import { localStatusView } from '../../shared/views/local.ts';

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
