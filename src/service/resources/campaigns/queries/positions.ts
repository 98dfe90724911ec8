import type { EngagementEvent, EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import { groupBy } from '../../../../contract/group-by.ts';
import type { ReplyData } from '../../../../contract/table.ts';
import { inList, raw, sql, type Tx } from '../../../core/sql.ts';
import { recounted } from './counts.ts';

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

export async function duePositions(tx: Tx, campaignId: number, until: number, limit: number) {
  return tx.all<CampaignPosition>(sql`select contact_id as contactId, entry, place, awaits, heard as "hasHappened?"
    from campaign_contacts
    where campaign_id = ${campaignId} and due_at is not null and due_at <= ${until}
    order by due_at, contact_id limit ${limit}`);
}

/** When the next contact is due, on the campaign's clock; null if none is active. */
export async function nextPositionAt(tx: Tx, campaignId: number): Promise<number | null> {
  const waiting = sql`campaign_id = ${campaignId} and due_at is not null`;
  return tx.value(sql`select min(due_at) from campaign_contacts where ${waiting}`);
}

/** Within `recounted`. */
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

export async function idleContacts(tx: Tx, contactIds: readonly number[]): Promise<number[]> {
  return tx.values<number>(sql`select sent.id from (select cast(value as bigint) as id
    from json_each(${JSON.stringify(contactIds)})) as sent where not exists
    (select 1 from campaign_contacts where contact_id = sent.id and status = 'ACTIVE') order by sent.id`);
}

/**
 * Ends the waits of a contact for this event and returns their campaigns. An event of one sender ends waits in that
 * sender's campaigns only, one about a message or task only waits for it; a wait that is over is not affected.
 */
export async function endWaits(
  tx: Tx,
  event: { contactId: number; kind: EngagementEvent; identityId: number | null; aboutId: number | null; at: number },
): Promise<number[]> {
  const ids = await tx.values<number>(
    `select e.campaign_id from campaign_contacts as e join campaigns as c on c.id = e.campaign_id
     where e.contact_id = ?1 and e.awaits = ?2 and e.heard = 0 and (c.identity_id = ?3 or ?3 is null)
       and (e.awaits_id is null or e.awaits_id = ?4) and e.due_at + c.paused_ms >= min(?5, coalesce(c.paused_at, ?5))
     order by e.campaign_id`,
    event.contactId,
    event.kind,
    event.identityId,
    event.aboutId,
    event.at,
  );
  if (ids.length === 0) return [];
  const ended = sql`contact_id = ${event.contactId} and campaign_id ${inList(ids)}`;
  await recounted(tx, ended, () => tx.run(sql`update campaign_contacts set heard = 1, due_at = 0 where ${ended}`));
  return ids;
}

/** The id of the last of the next `most` members of a list; null if that reaches its end. */
export async function endOfListSlice(tx: Tx, listId: number, after: number, most: number): Promise<number | null> {
  const left = sql`select member_id from list_members where list_id = ${listId} and member_id > ${after}`;
  return tx.value(sql`${left} order by member_id limit 1 offset ${most - 1}`);
}

/** The id of the last of the next `most` contacts of a campaign; null if that reaches its end. */
export async function endOfCampaignSlice(tx: Tx, campaignId: number, after: number, most: number) {
  const left = sql`select contact_id from campaign_contacts where campaign_id = ${campaignId} and contact_id > ${after}`;
  return tx.value<number>(sql`${left} order by contact_id limit 1 offset ${most - 1}`);
}

/** Steps that a contact does not notice. */
const UNNOTICED: readonly string[] = ['network_visit_profile', 'network_like_last_post'];

/** Notes why nothing reached those of the contacts that have just completed the sequence. */
export async function noteUnreached(tx: Tx, campaignId: number, contactIds: readonly number[]): Promise<void> {
  const rows = await tx.all<{
    contactId: number;
    type: string | null;
    outcome: string | null;
    reason: string | null;
  }>(sql`select e.contact_id as contactId, a.type, a.outcome, a.reason from campaign_contacts as e
    left join campaign_actions as a on a.contact_id = e.contact_id and a.campaign_id = e.campaign_id
    and a.entry = e.entry and a.outcome in ('DONE', 'SKIPPED')
    where e.campaign_id = ${campaignId} and e.contact_id ${inList(contactIds)} order by e.contact_id, a.id`);
  for (const [contactId, steps] of groupBy(rows, (row) => row.contactId)) {
    const noticed = steps.filter(({ type }) => type !== null && !UNNOTICED.includes(type));
    const reasons = new Set(noticed.flatMap(({ outcome, reason }) => (outcome === 'SKIPPED' ? (reason ?? []) : [])));
    const isDone = ({ outcome }: { readonly outcome: string | null }) => outcome === 'DONE';
    if (noticed.some(isDone) || (reasons.size === 0 && steps.some(isDone))) continue;
    await tx.run(sql`update campaign_contacts
      set reason = ${reasons.size === 0 ? 'branch ended' : [...reasons].join(', ')}
      where campaign_id = ${campaignId} and contact_id = ${contactId}`);
  }
}

export type MessagesSent = NonNullable<ReplyData<'local', 'campaignContacts'>['sent']>;

const IS_MESSAGE = "a.message_id is not null and a.type <> 'task'";

/** Messages, whom they were sent to, and who got none although the sequence ended. Reads the enrolments of the campaign. */
export async function messagesSent(tx: Tx, campaignId: number, messages: number): Promise<MessagesSent> {
  const reached = sql`select distinct a.contact_id from campaign_actions as a
    where a.campaign_id = ${campaignId} and ${raw(IS_MESSAGE)}`;
  const contacts = await tx.count(sql`from (${reached}) as reached`);
  return { messages, contacts, without: await withoutMessages(tx, campaignId) };
}

/** How many got nothing although the sequence ended, by reason. */
async function withoutMessages(tx: Tx, campaignId: number): Promise<MessagesSent['without']> {
  const without = await tx.all<{ reason: string; contacts: number }>(sql`select e.reason, count(*) as contacts
    from campaign_contacts as e
    where e.campaign_id = ${campaignId} and e.status = 'COMPLETED' and e.reason is not null and not exists (select 1
    from campaign_actions as a
    where a.contact_id = e.contact_id and a.campaign_id = e.campaign_id and ${raw(IS_MESSAGE)})
    group by e.reason order by contacts desc, e.reason`);
  return without.map((row) => ({ ...row, contacts: Number(row.contacts) }));
}
