// Contacts of campaigns. A list is added slice by slice: it may have millions of members.

import { type ContactChannel, lacking } from '../../../../rules/campaigns/channels.ts';
import { allOf, anyOf, type Fragment, inList, noneOf, raw, sql, TRUE, type Tx } from '../../../core/sql.ts';
import { recounted } from './counts.ts';
import { hasEntered } from './enrolment-status.ts';

/**
 * The contacts to add: one, several, or members of a list after one id and up to another; without a `last`, all that
 * follow. All are in the campaign's workspace.
 */
export type Candidates =
  | { readonly contactId: number }
  | { readonly contactIds: readonly number[] }
  | { readonly listId: number; readonly after: number; readonly last: number | null };

export interface EnrolmentCounts {
  readonly added: number;
  readonly reactivated: number;
  readonly alreadyPresent: number;
  readonly skipped: number;
}

const HAS: Readonly<Record<ContactChannel, string>> = {
  email: 'c.professional_email is not null or c.personal_emails is not null',
  network: 'c.network_profile_url is not null',
  phone: 'c.mobile_phone is not null or c.phones is not null',
};

const IS_ALLOWED: Fragment = sql`c.suppressed = 0`;

/** Why contact `c` is skipped. */
const reasonOf = (channels: readonly ContactChannel[] | null): Fragment =>
  sql`case when c.suppressed = 1 then 'blocklisted or opted out' else ${lacking(channels ?? [])} end`;

function isReachable(channels: readonly ContactChannel[] | null): Fragment {
  return channels === null ? TRUE : anyOf(channels.map((channel) => raw(HAS[channel])));
}

/** By their ids: by the index of the workspace, PostgreSQL without statistics would look through a list once for each contact. */
function contactsSql(workspaceId: number, candidates: Candidates): Fragment {
  return allOf([sql`c.workspace_id + 0 = ${workspaceId}`, candidatesSql(candidates)]);
}

function candidatesSql(candidates: Candidates): Fragment {
  if ('contactId' in candidates) return sql`c.id = ${candidates.contactId}`;
  if ('contactIds' in candidates) return sql`c.id ${inList(candidates.contactIds)}`;
  const { listId, after, last } = candidates;
  return sql`c.id in (select member_id from list_members
    where list_id = ${listId} and member_id > ${after} and member_id <= ${last ?? Number.MAX_SAFE_INTEGER})`;
}

export interface EnrolmentTarget {
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly channels: readonly ContactChannel[] | null;
}

/** What `enrol` would do with them. */
export async function countCandidates(
  tx: Tx,
  { workspaceId, campaignId, channels }: EnrolmentTarget,
  candidates: Candidates,
): Promise<EnrolmentCounts> {
  const from = contactsSql(workspaceId, candidates);
  const isEligible = allOf([IS_ALLOWED, isReachable(channels)]);
  const isSkipped = noneOf(isEligible);
  const counted = await tx.one<EnrolmentCounts>(sql`
    select count(*) filter (where e.status = 'ACTIVE') as alreadyPresent,
      count(*) filter (where (e.status is null or not ${raw(hasEntered('e'))}) and ${isEligible}) as added,
      count(*) filter (where e.status = 'COMPLETED' and e.outcome is not null and ${isEligible}) as reactivated,
      count(*) filter (where coalesce(e.status, '') <> 'ACTIVE' and ${isSkipped}) as skipped
    from contacts as c left join campaign_contacts as e on e.campaign_id = ${campaignId} and e.contact_id = c.id
    where ${from}`);
  const { added = 0, reactivated = 0, alreadyPresent = 0, skipped = 0 } = counted ?? {};
  return { added, reactivated, alreadyPresent, skipped };
}

/**
 * Adds contacts that are new to the campaign or whose sequence has ended; returns how many. Suppressed contacts and those
 * without any of the channels (null: no restriction) are skipped, and the reason kept unless they were in the sequence before;
 * active ones stay as they are.
 */
export async function enrol(
  tx: Tx,
  { workspaceId, campaignId, channels }: EnrolmentTarget,
  candidates: Candidates,
  now: number,
): Promise<number> {
  const from = contactsSql(workspaceId, candidates);
  const isEligible = allOf([IS_ALLOWED, isReachable(channels)]);
  const which = sql`e.campaign_id = ${campaignId} and e.contact_id in (select c.id from contacts as c where ${from})`;
  const { changes } = await recounted(tx, which, async () => {
    await tx.run(sql`
    insert into campaign_contacts (workspace_id, campaign_id, contact_id, status, added_at, changed_at, entry, reason)
    select ${workspaceId}, ${campaignId}, c.id, 'COMPLETED', ${now}, ${now}, 0, ${reasonOf(channels)}
    from contacts as c where ${from} and ${noneOf(isEligible)}
    on conflict (campaign_id, contact_id) do update set changed_at = excluded.changed_at, reason = excluded.reason
      where not ${raw(hasEntered('campaign_contacts'))}`);
    return tx.run(sql`
    insert into campaign_contacts (workspace_id, campaign_id, contact_id, status, added_at, changed_at, due_at)
    select ${workspaceId}, ${campaignId}, c.id, 'ACTIVE', ${now}, ${now}, 0
    from contacts as c where ${from} and ${isEligible}
    on conflict (campaign_id, contact_id) do update set status = 'ACTIVE', changed_at = excluded.changed_at,
      added_at = case campaign_contacts.entry when 0 then excluded.added_at else campaign_contacts.added_at end,
      entry = campaign_contacts.entry + 1, place = null, due_at = 0, outcome = null, reason = null
      where campaign_contacts.status <> 'ACTIVE'`);
  });
  return changes;
}

/** The first of those that `enrol` skips, by id, and why. */
export async function skippedCandidates(
  tx: Tx,
  { workspaceId, campaignId, channels }: EnrolmentTarget,
  candidates: Candidates,
  limit: number,
) {
  const from = contactsSql(workspaceId, candidates);
  const isSkipped = noneOf(allOf([IS_ALLOWED, isReachable(channels)]));
  return tx.all<{
    contactId: number;
    firstName: string | null;
    lastName: string | null;
    reason: string;
  }>(sql`select c.id as contactId, c.first_name as firstName,
    c.last_name as lastName, ${reasonOf(channels)} as reason
    from contacts as c left join campaign_contacts as e on e.campaign_id = ${campaignId} and e.contact_id = c.id
    where ${from} and coalesce(e.status, '') <> 'ACTIVE' and ${isSkipped} order by c.id limit ${limit}`);
}

export async function activeIn(tx: Tx, campaignId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = sql`select contact_id as id from campaign_contacts
    where campaign_id = ${campaignId} and status = 'ACTIVE' and contact_id ${inList(ids)}`;
  return new Set(await tx.values<number>(found));
}

export async function suppressedContacts(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  return new Set(await tx.values<number>(sql`select id from contacts where suppressed = 1 and id ${inList(ids)}`));
}

export async function hasActiveContacts(tx: Tx, campaignId: number): Promise<boolean> {
  return tx.has(sql`from campaign_contacts where campaign_id = ${campaignId} and due_at is not null`);
}

/** Contacts of a campaign after one id and up to another. */
interface CampaignSlice {
  readonly campaignId: number;
  readonly after: number;
  readonly last: number;
}

/** Ends a sequence from outside, wherever the contact is. */
const ENDED = "status = 'COMPLETED', due_at = null, awaits = null, awaits_id = null, heard = 0";

/** Someone has completed the campaign: it ends for its contacts after one id and up to another. */
export async function completeContacts(tx: Tx, { campaignId, after, last }: CampaignSlice, now: number): Promise<void> {
  const which = sql`campaign_id = ${campaignId} and status = 'ACTIVE' and contact_id > ${after} and contact_id <= ${last}`;
  await recounted(tx, sql`e.campaign_id = ${campaignId} and e.contact_id > ${after} and e.contact_id <= ${last}`, () =>
    tx.run(sql`update campaign_contacts
      set ${raw(ENDED)}, outcome = 'STOPPED', reason = 'the campaign was completed', changed_at = ${now} where ${which}`),
  );
}

const ACTIVE_OF = "where contact_id = ?1 and (campaign_id = ?2 or ?2 is null) and status = 'ACTIVE'";

/** The campaigns in which the contact is active; of one campaign, this one or none. */
async function activeCampaigns(tx: Tx, contactId: number, campaignId: number | null): Promise<number[]> {
  const active = `select campaign_id from campaign_contacts ${ACTIVE_OF} order by campaign_id`;
  return tx.values(active, contactId, campaignId);
}

type SequenceEnd = readonly [outcome: 'REPLIED' | 'STOPPED', reason: string | null, now: number];

/** Ends the contact's sequence in a campaign, or in all of them. Returns the campaigns in which it was active. */
export async function endSequences(tx: Tx, contactId: number, campaignId: number | null, end: SequenceEnd) {
  const ended = await activeCampaigns(tx, contactId, campaignId);
  if (ended.length === 0) return [];
  const [outcome, reason, now] = end;
  const which = sql`contact_id = ${contactId} and campaign_id ${inList(ended)}`;
  await recounted(tx, which, () =>
    tx.run(sql`update campaign_contacts
      set ${raw(ENDED)}, outcome = ${outcome}, reason = ${reason}, changed_at = ${now} where ${which}`),
  );
  return ended;
}

/** Removes a contact from every campaign; returns those in which it was active. */
export async function leaveCampaigns(tx: Tx, contactId: number): Promise<number[]> {
  const left = await activeCampaigns(tx, contactId, null);
  const which = sql`contact_id = ${contactId}`;
  // Most contacts that are deleted were in none.
  if (await tx.has(sql`from campaign_contacts where ${which}`))
    await recounted(tx, which, () => tx.run(sql`delete from campaign_contacts where ${which}`));
  return left;
}

/** Completes the conversations of those contacts that are active in no other campaign. */
export async function completeThreadsOf(tx: Tx, workspaceId: number, { campaignId, after, last }: CampaignSlice) {
  await tx.run(sql`update threads set status = 'COMPLETED'
    where workspace_id = ${workspaceId} and status = 'ACTIVE' and contact_id in
    (select contact_id from campaign_contacts as e
    where campaign_id = ${campaignId} and contact_id > ${after} and contact_id <= ${last} and ${raw(hasEntered('e'))})
    and not exists (select 1 from campaign_contacts as e
    where e.contact_id = threads.contact_id and e.status = 'ACTIVE')`);
}
