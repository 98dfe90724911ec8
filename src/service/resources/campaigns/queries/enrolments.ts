// Contacts of a campaign with where they stand.

import type { Deed, Standing, StepType } from '../../../../contract/campaigns/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import type { Page } from '../../../db/fragment.ts';

export interface StandingRow {
  readonly contactId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly standing: Standing;
  readonly reason: string | null;
  readonly lastStep: StepType | null;
  readonly lastAt: number | null;
  readonly place: number | null;
  readonly waitsFor: Deed | null;
  readonly dueAt: number | null;
}

const STANDING = 'coalesce(e.outcome, e.status)';

/** A page in the order of contact ids, and how many there are in all; `standing` null = every. */
export async function standingPage(
  tx: Tx,
  campaignId: number,
  standing: Standing | null,
  page: Page,
): Promise<{ rows: StandingRow[]; total: number }> {
  const where = `e.campaign_id = ?1 and (?2 is null or ${STANDING} = ?2)`;
  const rows = await tx.all<StandingRow>(
    `select e.contact_id as contactId, c.first_name as firstName, c.last_name as lastName, ${STANDING} as standing,
       e.reason, a.type as lastStep, a.at as lastAt, case when e.due_at is null then null else e.place end as place,
       e.awaits as waitsFor, e.due_at as dueAt
     from campaign_contacts as e join contacts as c on c.id = e.contact_id
       left join campaign_actions as a on a.id = (select max(id) from campaign_actions
         where contact_id = e.contact_id and campaign_id = e.campaign_id and entry = e.entry)
     where ${where} order by e.contact_id limit ?3 offset ?4`,
    campaignId,
    standing,
    page.limit,
    page.offset,
  );
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from campaign_contacts as e where ${where}`,
    campaignId,
    standing,
  );
  return { rows, total: counted?.n ?? 0 };
}
