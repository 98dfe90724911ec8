// Messages to contacts, over all conversations.

import type { Channel } from '../../../../contract/inbox/enums.ts';
import { allOf, idsOf, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../db/connection.ts';

export interface OutboxFilter {
  readonly channel?: Channel | undefined;
  readonly identityId?: number | undefined;
  readonly contactId?: number | undefined;
  readonly campaignId?: number | undefined;
}

/** Ids of messages to contacts, newest first, below `before`. No total: to count them would take longer than to show them. */
export async function outboxIds(
  tx: Tx,
  workspaceId: number,
  { channel, identityId, contactId, campaignId }: OutboxFilter,
  { before, limit }: { readonly before: number | null; readonly limit: number },
): Promise<number[]> {
  const where = allOf([
    sql`m.workspace_id = ${workspaceId} and m.direction = 'OUTBOUND' and t.deleted_at is null`,
    ...(before === null ? [] : [sql`m.id < ${before}`]),
    ...(channel === undefined ? [] : [sql`t.channel = ${channel}`]),
    ...(identityId === undefined ? [] : [sql`t.identity_id = ${identityId}`]),
    ...(contactId === undefined ? [] : [sql`t.workspace_id = ${workspaceId} and t.contact_id = ${contactId}`]),
    ...(campaignId === undefined ? [] : [sql`m.campaign_id = ${campaignId}`]),
  ]);
  // A contact has few messages: from its threads to them. Else from the newest on, until there are enough.
  const from =
    contactId === undefined ? 'messages as m cross join threads as t' : 'threads as t cross join messages as m';
  return idsOf(
    tx,
    sql`select m.id from ${raw(from)} on t.id = m.thread_id where ${where}
    order by m.id desc limit ${limit}`,
  );
}
