// A campaign as it runs: how often each step was executed, what is sent and due when, and which contacts are where.

import type { CampaignStatus, EngagementEvent, EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import { allOf, type Fragment, inList, type PageWindow, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
import { searchSql } from '../../records/queries/words.ts';
import { ENROLMENT_STATUS } from './enrolment-status.ts';
import type { ExecutionOutcome } from './step-executions.ts';

/** From an index alone. */
export function stepOutcomes(tx: Tx, campaignId: number) {
  return tx.all<{ stepId: number; outcome: ExecutionOutcome; n: number }>(sql`select step_id as stepId, outcome,
    count(*) as n from campaign_actions where campaign_id = ${campaignId} group by step_id, outcome`);
}

/** A quarter of an hour: days of every time zone are made of them. */
export const SLOT_MS = 900_000;

interface SlotCount {
  /** Since the epoch. */
  readonly slot: number;
  readonly kind: 'DONE' | 'FAILED' | 'DUE';
  readonly n: number;
}

/** What these steps did, and which steps are due, by time; from indexes alone. */
export async function slotCounts(
  tx: Tx,
  { id, stepIds, pausedMs, now }: { id: number; stepIds: readonly number[]; pausedMs: number; now: number },
): Promise<SlotCount[]> {
  const done = await tx.all<SlotCount>(sql`select at / ${raw(String(SLOT_MS))} as slot, outcome as kind, count(*) as n
    from campaign_actions where campaign_id = ${id} and step_id ${inList(stepIds)} and outcome in ('DONE', 'FAILED')
    group by at / ${raw(String(SLOT_MS))}, outcome`);
  const due = await tx.all<{ slot: number; n: number }>(sql`select due_at / ${raw(String(SLOT_MS))} as slot,
    count(*) as n from campaign_contacts where campaign_id = ${id} and due_at is not null
    group by due_at / ${raw(String(SLOT_MS))}`);
  const later = (slot: number) => Math.floor(Math.max(now, slot * SLOT_MS + pausedMs) / SLOT_MS);
  return [...done, ...due.map(({ slot, n }): SlotCount => ({ slot: later(slot), kind: 'DUE', n: Number(n) }))];
}

export interface SheetRow {
  readonly contactId: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null where the contact is no longer in the campaign. */
  readonly status: EnrolmentStatus | null;
  readonly campaignStatus: CampaignStatus;
  readonly reason: string | null;
  readonly place: number | null;
  readonly awaits: EngagementEvent | null;
  readonly dueAt: number | null;
  readonly pausedMs: number;
  /** Of the step that was executed, where that is what is listed. */
  readonly doneAt: number | null;
  readonly doneStep: number | null;
}

export interface SheetFilter {
  /** Contacts whose next step is due; whose sequence is over; or for whom a step was executed with this outcome. */
  readonly show: 'waiting' | 'ended' | 'DONE' | 'SKIPPED' | 'FAILED';
  /** Of the step: what was executed; what is next. `isFirst`: of who has not begun as well. */
  readonly step?: { readonly stepId: number; readonly place: number; readonly isFirst: boolean } | undefined;
  readonly status?: EnrolmentStatus | undefined;
  readonly reason?: string | undefined;
  readonly search?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

interface SheetScope {
  readonly workspaceId: number;
  readonly campaignId: number;
  readonly pausedMs: number;
}

function matching(workspaceId: number, column: string, search: string | undefined): Fragment[] {
  const found = search === undefined ? null : searchSql({ workspaceId, entity: 'CONTACT', alias: 'r' }, search);
  if (found === null) return [];
  return [sql`${raw(column)} in (select r.id from contacts as r where r.workspace_id = ${workspaceId} and (${found}))`];
}

function enrolled({ workspaceId, campaignId, pausedMs }: SheetScope, filter: SheetFilter, page: PageWindow): Fragment {
  const { show, step, status, reason, search, from, to } = filter;
  const isWaiting = show === 'waiting';
  const where = allOf([
    sql`e.campaign_id = ${campaignId}`,
    raw(isWaiting ? 'e.due_at is not null' : "e.status = 'COMPLETED'"),
    ...(step ? [sql`(e.place = ${step.place} or (e.place is null and ${step.isFirst ? 1 : 0} = 1))`] : []),
    ...(status ? [sql`${raw(ENROLMENT_STATUS)} = ${status}`] : []),
    ...(reason ? [sql`e.reason = ${reason}`] : []),
    ...(from === undefined || !isWaiting ? [] : [sql`e.due_at >= ${from - pausedMs}`]),
    ...(to === undefined || !isWaiting ? [] : [sql`e.due_at < ${to - pausedMs}`]),
    ...matching(workspaceId, 'e.contact_id', search),
  ]);
  return sql`select e.contact_id, e.due_at as key, cast(null as bigint) as done_at, cast(null as bigint) as step_id,
    cast(null as text) as why from campaign_contacts as e where ${where}
    order by ${raw(isWaiting ? 'e.due_at, e.contact_id' : 'e.contact_id')} limit ${page.limit} offset ${page.offset}`;
}

function executed({ workspaceId, campaignId }: SheetScope, filter: SheetFilter, page: PageWindow): Fragment {
  const { show, step, reason, search, from, to } = filter;
  const where = allOf([
    sql`a.campaign_id = ${campaignId} and a.outcome = ${show}`,
    ...(step ? [sql`a.step_id = ${step.stepId}`] : []),
    ...(reason ? [sql`a.reason = ${reason}`] : []),
    ...(from === undefined ? [] : [sql`a.at >= ${from}`]),
    ...(to === undefined ? [] : [sql`a.at < ${to}`]),
    ...matching(workspaceId, 'a.contact_id', search),
  ]);
  return sql`select a.contact_id, -a.id as key, a.at as done_at, a.step_id, a.reason as why from campaign_actions as a
    where ${where} order by a.at desc, a.id desc limit ${page.limit} offset ${page.offset}`;
}

/** A page of contacts: by when they are due, by id, or the last executed first. */
export function sheetRows(tx: Tx, scope: SheetScope, filter: SheetFilter, page: PageWindow): Promise<SheetRow[]> {
  const isExecuted = filter.show !== 'waiting' && filter.show !== 'ended';
  const found = isExecuted ? executed(scope, filter, page) : enrolled(scope, filter, page);
  return tx.all<SheetRow>(sql`select x.contact_id as contactId, c.first_name as firstName, c.last_name as lastName,
    case when e.contact_id is null then null else ${raw(ENROLMENT_STATUS)} end as status, g.status as campaignStatus,
    coalesce(x.why, e.reason) as reason, e.place, e.awaits, e.due_at as dueAt, g.paused_ms as pausedMs,
    x.done_at as doneAt, x.step_id as doneStep
    from (${found}) as x join campaigns as g on g.id = ${scope.campaignId}
    left join campaign_contacts as e on e.campaign_id = g.id and e.contact_id = x.contact_id
    left join contacts as c on c.id = x.contact_id order by x.key, x.contact_id`);
}
