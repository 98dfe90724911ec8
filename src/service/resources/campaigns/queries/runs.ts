// Where contacts stand in a campaign, and the campaign's own time.

import type { Deed } from '../../../../contract/campaigns/enums.ts';
import type { Tx } from '../../../db/connection.ts';

/** Where a contact is. Times are without the campaign's pauses. */
export interface Position {
  readonly contactId: number;
  readonly entry: number;
  /** The step that is done next, or waits; null: the first. */
  readonly place: number | null;
  /** What the step at `place` waits for; null where it is still to be done. */
  readonly awaits: Deed | null;
  readonly heard: boolean;
}

/** How a sequence ended. */
export type RunOutcome = 'COMPLETED' | 'REPLIED' | 'FAILED' | 'STOPPED';

/** Where a contact stands next: at a step that is due, in a wait, or through. */
export type NextPosition =
  | { readonly place: number; readonly dueAt: number; readonly awaits: null }
  | { readonly place: number; readonly dueAt: number; readonly awaits: Deed; readonly awaitsId: number | null }
  | { readonly outcome: RunOutcome; readonly reason: string | null };

/** The pauses of a campaign, epoch ms. */
export interface Pauses {
  /** All of them so far, but the one under way. */
  readonly pausedMs: number;
  /** Since when it is paused, or null. */
  readonly pausedAt: number | null;
  readonly ranThrough: boolean;
}

export async function pausesOf(tx: Tx, campaignId: number): Promise<Pauses> {
  const row = await tx.one<{ pausedMs: number; pausedAt: number | null; ranThrough: number }>(
    'select paused_ms as pausedMs, paused_at as pausedAt, ran_through as ranThrough from campaigns where id = ?',
    campaignId,
  );
  return { pausedMs: row?.pausedMs ?? 0, pausedAt: row?.pausedAt ?? null, ranThrough: row?.ranThrough === 1 };
}

/** From now on its time stands still. */
export async function pauseTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run('update campaigns set paused_at = coalesce(paused_at, ?) where id = ?', now, campaignId);
}

/** Its time goes on, if it stood still: whatever was due is as far away as it was. */
export async function resumeTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(
    `update campaigns set paused_ms = paused_ms + ? - coalesce(paused_at, ?), paused_at = null, ran_through = 0
     where id = ?`,
    now,
    now,
    campaignId,
  );
}

/** Everybody is through. */
export async function completeByItself(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(
    "update campaigns set status = 'COMPLETED', ran_through = 1, updated_at = ? where id = ?",
    now,
    campaignId,
  );
}

/** Contacts whose moment has come by `until`, the earliest first. */
export async function duePositions(tx: Tx, campaignId: number, until: number, limit: number): Promise<Position[]> {
  const rows = await tx.all<Omit<Position, 'heard'> & { heard: number }>(
    `select contact_id as contactId, entry, place, awaits, heard from campaign_contacts
     where campaign_id = ? and due_at is not null and due_at <= ? order by due_at, contact_id limit ?`,
    campaignId,
    until,
    limit,
  );
  return rows.map((row) => ({ ...row, heard: row.heard === 1 }));
}

/** When the next contact is due, without pauses; null when nobody is on the way. */
export async function nextPositionAt(tx: Tx, campaignId: number): Promise<number | null> {
  const row = await tx.one<{ due: number | null }>(
    'select min(due_at) as due from campaign_contacts where campaign_id = ? and due_at is not null',
    campaignId,
  );
  return row?.due ?? null;
}

export async function writePosition(
  tx: Tx,
  { campaignId, contactId }: { campaignId: number; contactId: number },
  next: NextPosition,
  now: number,
): Promise<void> {
  if ('outcome' in next) {
    await tx.run(
      `update campaign_contacts set status = 'COMPLETED', outcome = ?, reason = ?, due_at = null, awaits = null,
         awaits_id = null, heard = 0, changed_at = ? where campaign_id = ? and contact_id = ?`,
      next.outcome,
      next.reason,
      now,
      campaignId,
      contactId,
    );
    return;
  }
  await tx.run(
    `update campaign_contacts set place = ?, due_at = ?, awaits = ?, awaits_id = ?, heard = 0
     where campaign_id = ? and contact_id = ?`,
    next.place,
    next.dueAt,
    next.awaits,
    next.awaits === null ? null : next.awaitsId,
    campaignId,
    contactId,
  );
}

/** Of the contacts, those that are in no running sequence any more. */
export async function idleContacts(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select value as id from json_each(?) where not exists
       (select 1 from campaign_contacts where contact_id = value and status = 'ACTIVE')`,
    JSON.stringify(contactIds),
  );
  return rows.map(({ id }) => id);
}

/**
 * Waits of a contact that the event ends: those of campaigns of that sender, where it is about a sender; of that message
 * or task, where it is about one; whose time is not over. They go on as soon as they can. Gives their campaigns.
 */
export async function hearEvent(
  tx: Tx,
  event: { contactId: number; kind: Deed; identityId: number | null; aboutId: number | null; at: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select e.campaign_id as id from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
     where e.contact_id = ?1 and e.awaits = ?2 and e.heard = 0 and (?3 is null or c.identity_id = ?3)
       and (e.awaits_id is null or e.awaits_id = ?4)
       and e.due_at + c.paused_ms >= min(?5, coalesce(c.paused_at, ?5))
     order by e.campaign_id`,
    event.contactId,
    event.kind,
    event.identityId,
    event.aboutId,
    event.at,
  );
  const ids = rows.map(({ id }) => id);
  await tx.run(
    `update campaign_contacts set heard = 1, due_at = 0 where contact_id = ? and campaign_id in
       (select value from json_each(?))`,
    event.contactId,
    JSON.stringify(ids),
  );
  return ids;
}
