import { IMPORT_ACTION } from '../../../contract/actions/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { insertActionRun } from '../actions/queries/runs.ts';
import { queueRun } from '../actions/start.ts';
import { NO_TALLY } from '../actions/tally.ts';
import { requireListOf } from '../lists/lookup.ts';
import { previewOf, searchOf } from './view.ts';

/**
 * Imports a preview into a list, as an enrichment run with an action of its own. Throws Refusal `not_found` for the
 * preview or the list, `unprocessable` for a list of the other kind.
 */
export async function startImport(
  context: Context,
  previewId: string,
  { listId, maxCount }: { listId: number; maxCount: number },
): Promise<ReplyOf<Table['finder']['import']>> {
  const preview = await previewOf(context, previewId);
  await requireListOf(context, preview.entity, listId);
  const { tx, principal, now } = context;
  const id = await insertActionRun(tx, principal.workspaceId, {
    entity: preview.entity,
    actions: [{ type: IMPORT_ACTION }],
    importSource: { search: searchOf(preview), listId, maxCount },
    tally: [NO_TALLY],
    createdAt: now,
  });
  await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}
