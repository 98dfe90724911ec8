// The import of a preview into a list: a run like those of actions, with one action of its own.

import { IMPORT_ACTION } from '../../../contract/actions/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { insertActionRun } from '../actions/queries/runs.ts';
import { NO_TALLY, queueRun } from '../actions/runs.ts';
import { requireListOf } from '../lists/lookup.ts';
import { previewOf, searchOf } from './previews.ts';

/** Throws Refusal `not_found` for preview or list, `unprocessable` for a list of the other kind. */
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
