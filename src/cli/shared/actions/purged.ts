// Why a run of actions has no records any more.

import { ApiError } from '../../../client/errors.ts';
import type { AnyId } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** Until when the records of the run were kept; null if it has some, or never had any. */
async function keptUntilOf(session: Session, actionsId: AnyId): Promise<string | null> {
  const { actions } = await session.api();
  try {
    const { records, keptUntil } = await actions.records({ params: { actionsId }, query: { limit: 1 } });
    if (records === undefined || records.length > 0 || keptUntil == null) return null;
    const { totalActions } = await actions.status({ params: { actionsId } });
    return totalActions === undefined || totalActions === 0 ? null : keptUntil;
  } catch (error) {
    // It is only about a note.
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Says so on stderr; call it where none were listed. */
export async function notePurged(session: Session, actionsId: AnyId): Promise<void> {
  const keptUntil = await keptUntilOf(session, actionsId);
  if (keptUntil === null) return;
  const left = `what is left are the counts: reach action status ${actionsId}`;
  await session.print.note(`the records of this run were kept until ${harmless(keptUntil)}; ${left}`);
}
