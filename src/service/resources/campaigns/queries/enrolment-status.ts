// Contacts of a campaign by status: those in its sequence, those whose sequence ended, and those that were refused.

import type { EngagementEvent, EnrolmentStatus, StepType } from '../../../../contract/campaigns/enums.ts';
import { type PageWindow, raw, sql, type Tx } from '../../../core/sql.ts';

/** Whether contact `e` of a campaign is or was in its sequence; the others were refused, for the reason that their row has. */
export const hasEntered = (e: string): string => `(${e}.status = 'ACTIVE' or ${e}.outcome is not null)`;

/** The status of an enrolment `e`. Who completed the sequence has a reason only where nothing reached them. */
export const ENROLMENT_STATUS = `case when (e.outcome = 'COMPLETED' and e.reason is not null) or not ${hasEntered('e')}
  then 'SKIPPED' else coalesce(e.outcome, e.status) end`;

/** As `ENROLMENT_STATUS`, by what the index has: of those that completed the sequence, none is SKIPPED. */
const COUNTED_STATUS = raw(`case when ${hasEntered('e')} then coalesce(e.outcome, e.status) else 'SKIPPED' end`);

export interface EnrolmentRow {
  readonly contactId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly professionalEmail: string | null;
  readonly status: EnrolmentStatus;
  readonly reason: string | null;
  readonly lastStep: StepType | null;
  readonly lastAt: number | null;
  readonly place: number | null;
  readonly waitsFor: EngagementEvent | null;
  readonly dueAt: number | null;
}

/** A page by contact id, and the total, which is counted unless it is known; `status` null: any. */
export async function enrolmentPage(
  tx: Tx,
  campaignId: number,
  status: EnrolmentStatus | null,
  page: PageWindow,
  known?: number,
): Promise<{ rows: EnrolmentRow[]; total: number }> {
  const where = `e.campaign_id = ?1 and (${ENROLMENT_STATUS} = ?2 or ?2 is null)`;
  const rows = await tx.all<EnrolmentRow>(
    `select e.contact_id as contactId, c.first_name as firstName, c.last_name as lastName,
       c.professional_email as professionalEmail, ${ENROLMENT_STATUS} as status, e.reason, a.type as lastStep, a.at as lastAt, case when e.due_at is null then null else e.place end as place,
       e.awaits as waitsFor, e.due_at as dueAt
     from (select * from campaign_contacts as e where ${where} order by e.contact_id limit ?3 offset ?4) as e
       join contacts as c on c.id = e.contact_id
       left join campaign_actions as a on a.id = (select max(id) from campaign_actions
         where contact_id = e.contact_id and campaign_id = e.campaign_id and entry = e.entry)
     order by e.contact_id`,
    campaignId,
    status,
    page.limit,
    page.offset,
  );
  if (known !== undefined) return { rows, total: known };
  const counted = await tx.one<{ n: number }>(
    `select count(*) as n from campaign_contacts as e where ${where}`,
    campaignId,
    status,
  );
  return { rows, total: counted?.n ?? 0 };
}

/** The number of contacts by status; SKIPPED: those that were refused. */
export async function contactCounts(tx: Tx, campaignId: number): Promise<Readonly<Record<string, number>>> {
  const rows = await tx.all<{ status: EnrolmentStatus; n: number }>(
    sql`select ${COUNTED_STATUS} as status, sum(n) as n from (select status, outcome, count(*) as n
      from campaign_contacts where campaign_id = ${campaignId} group by status, outcome) as e group by 1`,
  );
  return Object.fromEntries(rows.map(({ status, n }) => [status, Number(n)]));
}

interface EnrolmentCountRow {
  readonly status: EnrolmentStatus;
  /** Whether a step comes next. */
  readonly isUnderWay: number;
  /** The connection of that step; null: the first. */
  readonly place: number | null;
  readonly n: number;
}

/** From an index alone (a test sees to it). Whoever is active has a step that comes next. */
export function enrolmentCounts(tx: Tx, campaignId: number): Promise<EnrolmentCountRow[]> {
  return tx.all<EnrolmentCountRow>(
    sql`select ${COUNTED_STATUS} as status, case when status = 'ACTIVE' then 1 else 0 end as isUnderWay, place, n
      from (select status, outcome, place, count(*) as n from campaign_contacts where campaign_id = ${campaignId}
        group by status, outcome, place) as e`,
  );
}

/** Epoch ms. A campaign has a clock of its own that stops while it is paused. */
interface Pauses {
  /** The length of all past pauses. */
  readonly pausedMs: number;
  /** Start of the current pause, or null. */
  readonly pausedAt: number | null;
  /** Completed because its last contact finished. */
  readonly isFinished: boolean;
}

export async function pausesOf(tx: Tx, campaignId: number): Promise<Pauses> {
  const row = await tx.one<{ pausedMs: number; pausedAt: number | null; ranThrough: number }>(
    sql`select paused_ms as pausedMs, paused_at as pausedAt, ran_through as ranThrough from campaigns where id = ${campaignId}`,
  );
  return { pausedMs: row?.pausedMs ?? 0, pausedAt: row?.pausedAt ?? null, isFinished: row?.ranThrough === 1 };
}

/** Stops the campaign's clock. */
export async function pauseTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set paused_at = coalesce(paused_at, ${now}) where id = ${campaignId}`);
}

/** Restarts the campaign's clock: whatever is due stays as far away as it was. */
export async function resumeTime(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns
    set paused_ms = paused_ms + ${now} - coalesce(paused_at, ${now}), paused_at = null, ran_through = 0
    where id = ${campaignId}`);
}

/** Completes a campaign whose last contact has finished. */
export async function finishCampaign(tx: Tx, campaignId: number, now: number): Promise<void> {
  await tx.run(sql`update campaigns set status = 'COMPLETED', ran_through = 1, updated_at = ${now}
    where id = ${campaignId}`);
}
