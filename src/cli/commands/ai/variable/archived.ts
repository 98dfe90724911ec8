// The work of archive and unarchive.

import { routes } from '../../../../client/routes/routes.ts';
import type { Session } from '../../../session/session.ts';
import { aiIdOf } from '../../../shared/ai/find.ts';
import { KINDS } from '../../../shared/ai/kinds.ts';
import { planned, printDryRun } from '../../../shared/dry-run/dry-run.ts';

export async function setArchived(
  session: Session,
  verb: 'archive' | 'unarchive',
  word: string,
  dryRun: true | undefined,
): Promise<void> {
  const request = { params: { aiVariableId: await aiIdOf(session, KINDS.variable, word) } };
  if (dryRun === true) return await printDryRun(session, planned(routes.aiVariables[verb], request));
  const { aiVariables } = await session.api();
  await session.print.record(KINDS.variable.view, await aiVariables[verb](request));
}
