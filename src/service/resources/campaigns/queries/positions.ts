// Positions of contacts in the sequence of a campaign.

import type { EngagementEvent, EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import { idsOf, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

/** Times are on the campaign's clock, which stops while the campaign is paused. */
export interface CampaignPosition {
  readonly contactId: number;
  readonly entry: number;
  /** The step that is next, or waits; null: the first. */
  readonly place: number | null;
  /** The event that the step at `place` waits for; null if it is still to be executed. */
  readonly awaits: EngagementEvent | null;
  /** The event has happened. */
  readonly hasHappened: boolean;
}

/** A step that is due, a wait for an event, or the end of the sequence. */
export type NextPosition =
  | { readonly place: number; readonly dueAt: number; readonly awaits: null }
  | {
      readonly place: number;
      readonly dueAt: number;
      readonly awaits: EngagementEvent;
      readonly awaitsId: number | null;
    }
  | { readonly outcome: Exclude<EnrolmentStatus, 'ACTIVE'>; readonly reason: string | null };

/** Contacts that are due by `until`, the earliest first. */
export async function duePositions(
  tx: Tx,
  campaignId: number,
  until: number,
  limit: number,
): Promise<CampaignPosition[]> {
  const rows = await tx.all<
    Omit<CampaignPosition, 'hasHappened'> & { heard: number }
  >(sql`select contact_id as contactId, entry, place, awaits, heard from campaign_contacts
    where campaign_id = ${campaignId} and due_at is not null and due_at <= ${until}
    order by due_at, contact_id limit ${limit}`);
  return rows.map(({ heard: received, ...row }) => ({ ...row, hasHappened: received === 1 }));
}

/** When the next contact is due, on the campaign's clock; null if none is active. */
export async function nextPositionAt(tx: Tx, campaignId: number): Promise<number | null> {
  const row = await tx.one<{ due: number | null }>(sql`select min(due_at) as due from campaign_contacts
    where campaign_id = ${campaignId} and due_at is not null`);
  return row?.due ?? null;
}

export async function writePosition(
  tx: Tx,
  { campaignId, contactId }: { campaignId: number; contactId: number },
  next: NextPosition,
  now: number,
): Promise<void> {
  if ('outcome' in next) {
    await tx.run(sql`update campaign_contacts
      set status = 'COMPLETED', outcome = ${next.outcome}, reason = ${next.reason}, due_at = null, awaits = null,
      awaits_id = null, heard = 0, changed_at = ${now} where campaign_id = ${campaignId} and contact_id = ${contactId}`);
    return;
  }
  await tx.run(sql`update campaign_contacts
    set place = ${next.place}, due_at = ${next.dueAt}, awaits = ${next.awaits},
    awaits_id = ${next.awaits === null ? null : next.awaitsId}, heard = 0
    where campaign_id = ${campaignId} and contact_id = ${contactId}`);
}

/** Those of the contacts that are active in no campaign. */
export async function idleContacts(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  return idsOf(
    tx,
    sql`select sent.id from (select cast(value as bigint) as id
    from json_each(${JSON.stringify(contactIds)})) as sent where not exists
    (select 1 from campaign_contacts where contact_id = sent.id and status = 'ACTIVE') order by sent.id`,
  );
}

/**
 * Ends the waits of a contact for this event and returns their campaigns. An event of one sender ends waits in that
 * sender's campaigns only, one about a message or task only waits for it; a wait that is over is not affected.
 */
export async function endWaits(
  tx: Tx,
  event: { contactId: number; kind: EngagementEvent; identityId: number | null; aboutId: number | null; at: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select e.campaign_id as id from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
     where e.contact_id = ?1 and e.awaits = ?2 and e.heard = 0 and (c.identity_id = ?3 or ?3 is null)
       and (e.awaits_id is null or e.awaits_id = ?4) and e.due_at + c.paused_ms >= min(?5, coalesce(c.paused_at, ?5))
     order by e.campaign_id`,
    event.contactId,
    event.kind,
    event.identityId,
    event.aboutId,
    event.at,
  );
  const ids = rows.map(({ id }) => id);
  await tx.run(sql`update campaign_contacts set heard = 1, due_at = 0
    where contact_id = ${event.contactId} and campaign_id in
    (select value from json_each(${JSON.stringify(ids)}))`);
  return ids;
}
