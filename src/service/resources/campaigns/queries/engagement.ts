// Engagement of contacts, as SQL over the contact row `r`; used by campaigns and workflows.

import { raw, sql, type Tx } from '../../../core/sql.ts';
import { hasEntered } from './enrolment-status.ts';

const newest = (...moments: readonly string[]): string =>
  `nullif(max(${moments.map((moment) => `coalesce(${moment}, 0)`).join(', ')}), 0)`;

const messageAt = (which: string): string =>
  `(select max(m.at) from threads as t join messages as m on m.thread_id = t.id
     where t.workspace_id = r.workspace_id and t.contact_id = r.id and t.deleted_at is null and ${which})`;

const eventAt = (which: string): string =>
  `(select max(e.at) from contact_events as e where e.contact_id = r.id and ${which})`;

/** Connected from the start: a stand-in for the network, one pair in sixteen. */
const wasConnected = (contactId: string, identityId: string): string =>
  `((${contactId} * 7919 + ${identityId} * 104729) % 16 = 0)`;

/** When the contact was last contacted; connection requests count, tasks do not. Null for never. */
export const CONTACTED_AT = newest(
  messageAt("t.channel <> 'TASK' and m.direction = 'OUTBOUND' and m.status = 'SENT'"),
  `(select max(a.at) from campaign_actions as a
     where a.contact_id = r.id and a.type = 'network_connection' and a.outcome = 'DONE')`,
);

/** Last reply. */
export const REPLIED_AT = messageAt("m.direction = 'INBOUND'");

/** Last website visit. */
export const VISITED_AT = eventAt("e.kind = 'visit'");

/** Last activity of the contact; a colleague completing a task is not one. */
export const ACTIVE_AT = newest(REPLIED_AT, eventAt("e.kind <> 'complete'"));

/** Whether the contact is connected to any identity of the workspace. */
export const IS_CONNECTED = `(${eventAt("e.kind = 'accept'")} is not null or exists
  (select 1 from identities as i where i.workspace_id = r.workspace_id and i.deleted_at is null
     and ${wasConnected('r.id', 'i.id')}))`;

/** JSON array: campaigns the contact is or was in. */
export const CAMPAIGN_IDS = `(select json_group_array(cc.campaign_id) from campaign_contacts as cc
  where cc.contact_id = r.id and ${hasEntered('cc')})`;

export async function hasBeenContacted(tx: Tx, contactId: number): Promise<boolean> {
  const row = await tx.one<{ at: number | null }>(sql`select ${raw(CONTACTED_AT)} as at from contacts as r
    where r.id = ${contactId}`);
  return (row?.at ?? null) !== null;
}

/** Whether they are connected on the network, from the start or by an accepted request. */
export async function areConnected(tx: Tx, contactId: number, identityId: number): Promise<boolean> {
  const row = await tx.one<{ yes: number }>(
    `select ${wasConnected('?1', '?2')} or exists (select 1 from contact_events as e where e.contact_id = ?1
       and e.kind = 'accept' and (e.identity_id is null or e.identity_id = ?2)) as yes`,
    contactId,
    identityId,
  );
  return row?.yes === 1;
}
