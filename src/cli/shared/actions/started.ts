// A run that was just started: printed, or watched with `--watch`.

import type { ActionsStatus } from '../../../contract/actions/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { startedView } from '../views/actions.ts';
import { unwatched, type WatchFlags, watch } from '../watch/watch.ts';
import { watchedRun } from './status-view.ts';

export async function printStarted(
  session: Session,
  started: { readonly actionsId?: AnyId | undefined; readonly createdAt?: string | undefined },
  options: WatchFlags & { readonly watch?: true | undefined },
): Promise<ExitName> {
  const { actionsId } = started;
  if (options.watch === true && actionsId !== undefined) return await watchRun(session, actionsId, options);
  await session.print.record(startedView, started);
  if (options.watch === true) throw unwatched('the interface shows no list of such runs: look at their records');
  await session.print.note(
    actionsId === undefined ? 'started, but the answer names no run' : `watch it: reach action watch ${actionsId}`,
  );
  return 'done';
}

/** With --exit-status anything but COMPLETED is exit 1. */
export async function watchRun(session: Session, actionsId: AnyId, options: WatchFlags): Promise<ExitName> {
  const status: ActionsStatus = await watch(session, watchedRun(session, actionsId), options);
  return options.exitStatus === true && status.overallStatus !== 'COMPLETED' ? 'bad' : 'done';
}
