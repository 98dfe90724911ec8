// Contacts whose sequence ended before anything reached them, and why.

import { groupBy } from '../../../../contract/group-by.ts';
import { inList, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

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

export interface MessagesSent {
  readonly messages: number;
  readonly contacts: number;
  readonly without: { reason: string; contacts: number }[];
}

const IS_MESSAGE = "a.message_id is not null and a.type <> 'task'";

/** Messages, whom they were sent to, and who got none although the sequence ended. Reads the enrolments of the campaign. */
export async function messagesSent(tx: Tx, campaignId: number, messages: number): Promise<MessagesSent> {
  const reached = await tx.one<{ n: number }>(sql`select count(*) as n from (select distinct a.contact_id
    from campaign_actions as a
    where a.campaign_id = ${campaignId} and ${raw(IS_MESSAGE)}) as reached`);
  const without = await tx.all<{ reason: string; contacts: number }>(sql`select e.reason, count(*) as contacts
    from campaign_contacts as e
    where e.campaign_id = ${campaignId} and e.status = 'COMPLETED' and e.reason is not null and not exists (select 1
    from campaign_actions as a
    where a.contact_id = e.contact_id and a.campaign_id = e.campaign_id and ${raw(IS_MESSAGE)})
    group by e.reason order by contacts desc, e.reason`);
  return {
    messages,
    contacts: Number(reached?.n ?? 0),
    without: without.map((row) => ({ ...row, contacts: Number(row.contacts) })),
  };
}

/** How many of a campaign's contacts are SKIPPED. Reads the enrolments of those that completed. */
export async function skippedCount(tx: Tx, campaignId: number): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select count(*) as n from campaign_contacts
    where campaign_id = ${campaignId} and status = 'COMPLETED' and outcome = 'COMPLETED' and reason is not null`);
  return Number(row?.n ?? 0);
}
