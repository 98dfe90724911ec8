// One conversation: for the pages of the local service.

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { threadById } from './queries/threads.ts';
import { threadViews } from './thread-view.ts';

export type ShownThread = ReplyOf<Table['inbox']['threads']>['inboxes'][number];

/** Throws Refusal `not_found`. */
export async function showThread(context: Context, id: number): Promise<ShownThread> {
  const row = await threadById(context.tx, context.principal.workspaceId, id);
  const [thread] = row ? await threadViews(context, [row]) : [];
  if (!thread) throw new Refusal('not_found', `There is no conversation ${id}`);
  return thread;
}
