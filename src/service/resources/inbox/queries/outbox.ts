// Messages to contacts, over all conversations.

import type { MessageChannel } from '../../../../contract/inbox/enums.ts';
import { allOf, anyOf, type Fragment, idsOf, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import { unindexed } from '../../../db/rowset.ts';
import { searchedSql } from './threads.ts';

export interface OutboxFilter {
  readonly search?: string | undefined;
  readonly channel?: MessageChannel | undefined;
  readonly identityId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly campaignId?: number | undefined;
  readonly stepId?: number | undefined;
  /** From this moment on, and before that one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The last character there is: what begins with a text lies between it and this. */
const LAST = '\u{10ffff}';

/** All words in the message or its contact; or an address that begins so, of a contact that was deleted as well. */
function matching(workspaceId: number, search: string): Fragment {
  const address = sql`m.workspace_id = ${workspaceId} and m.contact_address >= ${search}
    and m.contact_address < ${search + LAST}`;
  return anyOf([...searchedSql(workspaceId, search, 'm.id'), ...(/\s/.test(search) ? [] : [address])]);
}

/** Ids of messages to contacts, newest first, below `before`. No total: to count them would take longer than to show them. */
export async function outboxIds(
  tx: Tx,
  workspaceId: number,
  { search, channel, identityId, contactId, campaignId, stepId, from, to }: OutboxFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<number[]> {
  // Days are found by their index; without one, the newest are the last ids.
  const workspace = from === undefined && to === undefined ? unindexed('m.workspace_id') : 'm.workspace_id';
  const where = allOf([
    sql`${raw(workspace)} = ${workspaceId} and m.direction = 'OUTBOUND' and t.channel <> 'TASK'`,
    ...(before === null ? [] : [sql`m.id < ${before}`]),
    ...(search === undefined ? [] : [matching(workspaceId, search)]),
    ...(channel === undefined ? [] : [sql`t.channel = ${channel}`]),
    ...(identityId === undefined ? [] : [sql`t.identity_id = ${identityId}`]),
    ...(contactId === undefined ? [] : [sql`t.workspace_id = ${workspaceId} and t.contact_id = ${contactId}`]),
    ...(campaignId === undefined ? [] : [sql`m.campaign_id = ${campaignId}`]),
    ...(stepId === undefined ? [] : [sql`m.step_id = ${stepId}`]),
    ...(from === undefined ? [] : [sql`m.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`m.at < ${to}`]),
  ]);
  // A contact has few messages: from its threads to them. Else from the newest on, until there are enough.
  const source =
    contactId === undefined ? 'messages as m cross join threads as t' : 'threads as t cross join messages as m';
  return idsOf(
    tx,
    sql`select m.id from ${raw(source)} on t.id = m.thread_id where ${where}
    order by m.id desc limit ${limit}`,
  );
}
