// Watching an enrichment run to its end.

import type { ActionsStatus } from '../../../contract/actions/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import type { ExitName } from '../../terminal/exit.ts';
import { type WatchFlags, watch } from '../watch/watch.ts';
import { watchedRun } from './status-view.ts';

/** With --exit-status anything but COMPLETED is exit 1. */
export async function watchRun(session: Session, actionsId: AnyId, options: WatchFlags): Promise<ExitName> {
  const status: ActionsStatus = await watch(session, watchedRun(session, actionsId), options);
  return options.exitStatus === true && status.overallStatus !== 'COMPLETED' ? 'bad' : 'done';
}
