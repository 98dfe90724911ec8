// Who is in a campaign. Whole lists go in with one statement: they may hold a million contacts.

import type { Tx } from '../../../db/connection.ts';
import { allOf, anyOf, type Fragment, noneOf, TRUE } from '../../../db/fragment.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';

/** What a step needs of a contact to reach it. */
export type Channel = 'email' | 'network' | 'phone';

/** Who is to be added: one contact, several, or a list's members; all of the campaign's workspace. */
export type Candidates =
  | { readonly contactId: number }
  | { readonly contactIds: readonly number[] }
  | { readonly listId: number };

/** Whom a campaign can reach: those with a value for one of the channels; null = everybody. */
export type Reach = readonly Channel[] | null;

export interface Enrolment {
  readonly added: number;
  readonly reactivated: number;
  readonly alreadyPresent: number;
  readonly skipped: number;
}

const HAS: Readonly<Record<Channel, string>> = {
  email: 'c.professional_email is not null or c.personal_emails is not null',
  network: 'c.network_profile_url is not null',
  phone: 'c.mobile_phone is not null or c.phones is not null',
};

const IS_ALLOWED: Fragment = { sql: 'c.suppressed = 0', values: [] };

function isReachable(reach: Reach): Fragment {
  return reach === null ? TRUE : anyOf(reach.map((channel) => ({ sql: HAS[channel], values: [] })));
}

function contactsSql(workspaceId: number, candidates: Candidates): Fragment {
  return allOf([{ sql: 'c.workspace_id = ?', values: [workspaceId] }, whichSql(candidates)]);
}

function whichSql(candidates: Candidates): Fragment {
  if ('contactId' in candidates) return { sql: 'c.id = ?', values: [candidates.contactId] };
  if ('contactIds' in candidates) return { sql: `c.id ${IN_LIST}`, values: [jsonList(candidates.contactIds)] };
  return { sql: 'c.id in (select member_id from list_members where list_id = ?)', values: [candidates.listId] };
}

/**
 * Adds contacts: new ones, and those whose sequence was over; suppressed ones and those that no step can reach are
 * skipped. Who is in the campaign already stays as it is.
 */
export async function enrol(
  tx: Tx,
  { workspaceId, campaignId, reach, now }: { workspaceId: number; campaignId: number; reach: Reach; now: number },
  candidates: Candidates,
): Promise<Enrolment> {
  const from = contactsSql(workspaceId, candidates);
  const isWanted = allOf([IS_ALLOWED, isReachable(reach)]);
  const isUnwanted = noneOf(isWanted);
  const counted = await tx.one<Enrolment>(
    `select count(*) filter (where e.status = 'ACTIVE') as alreadyPresent,
       count(*) filter (where e.status is null and ${isWanted.sql}) as added,
       count(*) filter (where e.status = 'COMPLETED' and ${isWanted.sql}) as reactivated,
       count(*) filter (where coalesce(e.status, '') <> 'ACTIVE' and ${isUnwanted.sql}) as skipped
     from contacts as c left join campaign_contacts as e on e.campaign_id = ? and e.contact_id = c.id
     where ${from.sql}`,
    campaignId,
    ...from.values,
  );
  await tx.run(
    `insert into campaign_contacts (workspace_id, campaign_id, contact_id, status, added_at, changed_at, due_at)
     select ?, ?, c.id, 'ACTIVE', ?, ?, 0 from contacts as c where ${from.sql} and ${isWanted.sql}
     on conflict (campaign_id, contact_id) do update set status = 'ACTIVE', changed_at = excluded.changed_at,
       entry = entry + 1, place = null, due_at = 0, outcome = null, reason = null
       where campaign_contacts.status <> 'ACTIVE'`,
    workspaceId,
    campaignId,
    now,
    now,
    ...from.values,
  );
  const { added = 0, reactivated = 0, alreadyPresent = 0, skipped = 0 } = counted ?? {};
  return { added, reactivated, alreadyPresent, skipped };
}

/** Whether the contact may get no messages at all: blocklisted, or opted out. */
export async function isSuppressed(tx: Tx, workspaceId: number, contactId: number): Promise<boolean> {
  const sql = 'select suppressed from contacts where workspace_id = ? and id = ?';
  return (await tx.one<{ suppressed: number }>(sql, workspaceId, contactId))?.suppressed === 1;
}

/** Of these contacts, those whose sequence in the campaign runs. */
export async function activeIn(tx: Tx, campaignId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await tx.all<{ id: number }>(
    `select contact_id as id from campaign_contacts
     where campaign_id = ? and status = 'ACTIVE' and contact_id ${IN_LIST}`,
    campaignId,
    jsonList(ids),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Of these contacts, those that are blocklisted or opted out. */
export async function suppressedContacts(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const sql = `select id from contacts where suppressed = 1 and id ${IN_LIST}`;
  return new Set((await tx.all<{ id: number }>(sql, jsonList(ids))).map(({ id }) => id));
}

/** Whether somebody's sequence runs. */
export async function hasActiveContacts(tx: Tx, campaignId: number): Promise<boolean> {
  const sql = "select contact_id from campaign_contacts where campaign_id = ? and status = 'ACTIVE' limit 1";
  return (await tx.one(sql, campaignId)) !== undefined;
}

/** What ends a sequence from outside, whatever it was at. */
const ENDED = "status = 'COMPLETED', due_at = null, awaits = null, awaits_id = null, heard = 0";

/** The sequence is over for everybody: somebody has ended the campaign. */
export async function completeContacts(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(
    `update campaign_contacts set ${ENDED}, outcome = 'STOPPED', reason = 'the campaign was completed', changed_at = ?
     where campaign_id = ? and status = 'ACTIVE'`,
    now,
    campaignId,
  );
}

/** The contact has answered: its sequences are over, in these campaigns; gives them. */
export async function completeContact(tx: Tx, contactId: number, now: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    "select campaign_id as id from campaign_contacts where contact_id = ? and status = 'ACTIVE' order by campaign_id",
    contactId,
  );
  await tx.run(
    `update campaign_contacts set ${ENDED}, outcome = 'REPLIED', changed_at = ? where contact_id = ? and status = 'ACTIVE'`,
    now,
    contactId,
  );
  return rows.map(({ id }) => id);
}

/** Takes a contact out of every campaign; gives those that it was on its way through. */
export async function leaveCampaigns(tx: Tx, contactId: number): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    "select campaign_id as id from campaign_contacts where contact_id = ? and status = 'ACTIVE' order by campaign_id",
    contactId,
  );
  await tx.run('delete from campaign_contacts where contact_id = ?', contactId);
  return rows.map(({ id }) => id);
}

/** How many contacts of a campaign are on their way, and how those that are not ended. */
export async function contactCounts(tx: Tx, campaignId: number): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.all<{ how: string; n: number }>(
    `select coalesce(outcome, status) as how, count(*) as n from campaign_contacts where campaign_id = ? group by 1`,
    campaignId,
  );
  return Object.fromEntries(rows.map(({ how, n }) => [how, n]));
}

/** Conversations of the contacts of a campaign that no other campaign goes on with. */
export async function completeThreadsOf(tx: Tx, workspaceId: number, campaignId: number): Promise<void> {
  await tx.run(
    `update threads set status = 'COMPLETED' where workspace_id = ? and status = 'ACTIVE' and contact_id in
       (select contact_id from campaign_contacts where campaign_id = ?)
       and not exists (select 1 from campaign_contacts as e where e.contact_id = threads.contact_id and e.status = 'ACTIVE')`,
    workspaceId,
    campaignId,
  );
}
