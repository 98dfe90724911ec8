// The import of a preview into a list: a run like those of actions, with one action of its own.

import { IMPORT_ACTION } from '../../contract/action-words.ts';
import type { ReplyOf } from '../../contract/endpoint.ts';
import type { Table } from '../../contract/table.ts';
import { insertActionRun } from '../store/action-runs.ts';
import { NO_TALLY, queueRun } from './action-runs.ts';
import { isoTime } from './clock.ts';
import type { Context } from './context.ts';
import { previewOf, searchOf } from './finder.ts';
import { listOf } from './lists.ts';

/** Throws Refusal `not_found` for preview or list, `unprocessable` for a list of the other kind. */
export async function startImport(
  context: Context,
  previewId: string,
  { listId, maxCount }: { listId: number; maxCount: number },
): Promise<ReplyOf<Table['finder']['import']>> {
  const preview = await previewOf(context, previewId);
  await listOf(context, preview.entity, listId);
  const { tx, who, now } = context;
  const id = await insertActionRun(tx, who.workspaceId, {
    entity: preview.entity,
    actions: [{ type: IMPORT_ACTION }],
    importSource: { search: searchOf(preview), listId, maxCount },
    tally: [NO_TALLY],
    createdAt: now,
  });
  await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}
