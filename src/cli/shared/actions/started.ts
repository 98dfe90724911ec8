// A run that was just started: printed, or watched with `--watch`.

import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { startedView } from '../views/actions.ts';
import type { WatchFlags } from '../watch/watch.ts';
import { watchRun } from './watch-run.ts';

export async function printStarted(
  session: Session,
  started: { readonly actionsId?: AnyId | undefined; readonly createdAt?: string | undefined },
  options: WatchFlags & { readonly watch?: true | undefined },
): Promise<ExitName> {
  const { actionsId } = started;
  if (options.watch === true && actionsId !== undefined) return await watchRun(session, actionsId, options);
  await session.print.record(startedView, started);
  await session.print.note(
    actionsId === undefined ? 'started, but the answer names no run' : `watch it: reach action watch ${actionsId}`,
  );
  return 'done';
}
