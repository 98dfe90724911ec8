// Contacts that have the same profile, and how their data moves when they are merged.

import { inList, inTexts, raw, sql, type Tx } from '../../../core/sql.ts';
import { recounted } from '../../campaigns/queries/counts.ts';
import { hasEntered } from '../../campaigns/queries/enrolment-status.ts';
import { moveMessages, threadByKey, threadsOfContact } from '../../inbox/queries/threads.ts';

/** Ids of contacts by profile key, oldest first; only keys that several contacts share. */
export async function sharedProfiles(tx: Tx, workspaceId: number, keys: ReadonlySet<string>) {
  const rows = await tx.all<{ key: string; id: number }>(sql`select network_key as key, id from contacts
    where workspace_id = ${workspaceId} and network_key ${inTexts(keys)} order by id`);
  const byKey = new Map<string, number[]>();
  for (const { key, id } of rows) byKey.set(key, [...(byKey.get(key) ?? []), id]);
  return new Map([...byKey].filter(([, ids]) => ids.length > 1));
}

/** Moves the list and campaign memberships of one contact to another, which may already have some of them. */
export async function moveMemberships(tx: Tx, workspaceId: number, from: number, to: number): Promise<void> {
  await tx.run(sql`insert into list_members (list_id, member_id)
    select l.id, cast(${to} as bigint) from lists as l where l.workspace_id = ${workspaceId} and l.entity = 'CONTACT'
    and exists (select 1 from list_members as m where m.list_id = l.id and m.member_id = ${from})
    on conflict do nothing`);
  await recounted(tx, sql`e.contact_id ${inList([from, to])}`, () => moveEnrolments(tx, from, to));
}

/** Of two in one campaign, `to` stays where it is; who replied gets nothing more. */
async function moveEnrolments(tx: Tx, from: number, to: number): Promise<void> {
  await tx.run(sql`delete from campaign_contacts as e where contact_id = ${to} and e.campaign_id in
    (select o.campaign_id from campaign_contacts as o where o.contact_id = ${from}
    and (not ${raw(hasEntered('e'))} or (e.status = 'ACTIVE' and o.outcome = 'REPLIED')))`);
  await tx.run(
    `update campaign_contacts set contact_id = ?1 where contact_id = ?2 and not exists
       (select 1 from campaign_contacts as o where o.campaign_id = campaign_contacts.campaign_id and o.contact_id = ?1)`,
    to,
    from,
  );
}

/**
 * Moves conversations, tags and activity of one contact to another: no history is lost, and a blocklisted contact stays
 * blocklisted. Conversations of both with the same sender become one.
 */
export async function moveHistory(tx: Tx, workspaceId: number, from: number, to: number): Promise<void> {
  await tx.run(sql`update contact_events set contact_id = ${to} where contact_id = ${from}`);
  await tx.run(sql`update campaign_actions set contact_id = ${to} where contact_id = ${from}`);
  await tx.run(
    `update contact_tags set contact_id = ?1 where contact_id = ?2 and not exists
       (select 1 from contact_tags as o where o.contact_id = ?1 and o.identity_id = contact_tags.identity_id
          and o.tag_id = contact_tags.tag_id)`,
    to,
    from,
  );
  const suppress = `update contacts set suppressed = 1 where workspace_id = ?1 and id = ?2
    and exists (select 1 from contacts where workspace_id = ?1 and id = ?3 and suppressed = 1)`;
  await tx.run(suppress, workspaceId, to, from);
  const move = `update threads set contact_id = ?1 where workspace_id = ?2 and contact_id = ?3 and not exists
    (select 1 from threads as o where o.workspace_id = ?2 and o.contact_id = ?1 and o.identity_id = threads.identity_id
       and o.channel = threads.channel)`;
  await tx.run(move, to, workspaceId, from);
  for (const thread of await threadsOfContact(tx, workspaceId, from)) {
    const other = await threadByKey(tx, { ...thread, contactId: to });
    if (other !== undefined) await moveMessages(tx, thread, other.id);
  }
}
