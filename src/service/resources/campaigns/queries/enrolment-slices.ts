// Where the slices of a list, or of a campaign's contacts, end.

import { sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

/** The id of the last of the next `most` members of a list; null if that reaches its end. */
export async function endOfListSlice(tx: Tx, listId: number, after: number, most: number): Promise<number | null> {
  const row = await tx.one<{ id: number }>(sql`select member_id as id from list_members
    where list_id = ${listId} and member_id > ${after} order by member_id limit 1 offset ${most - 1}`);
  return row?.id ?? null;
}

/** The id of the last of the next `most` contacts of a campaign; null if that reaches its end. */
export async function endOfCampaignSlice(tx: Tx, campaignId: number, after: number, most: number) {
  const row = await tx.one<{ id: number }>(sql`select contact_id as id from campaign_contacts
    where campaign_id = ${campaignId} and contact_id > ${after}
    order by contact_id limit 1 offset ${most - 1}`);
  return row?.id ?? null;
}
