// What a campaign comes to, kept as it changes: it is read from a few rows, however many contacts the campaign has.

import type { EngagementEvent, StepType } from '../../../../contract/campaigns/enums.ts';
import { type Fragment, inList, raw, sql, type Tx } from '../../../core/sql.ts';
import { SLOT_MS, slotSql } from '../../../core/time-span.ts';
import { hasEntered } from './enrolment-status.ts';
import type { ExecutionOutcome } from './step-executions.ts';

/** Steps that send nothing to the contact. */
export const SILENT: ReadonlySet<string> = new Set([
  ...['condition', 'end', 'task', 'network_visit_profile', 'network_like_last_post', 'add_to_another_campaign'],
]);

const COUNTED = 'campaign_id, state, reason, place, awaits, slot';

/** Adds those of the enrolments `e` to what is counted, or takes them away. */
async function count(tx: Tx, which: Fragment, sign: 1 | -1): Promise<void> {
  await tx.run(sql`insert into enrolment_counts (${raw(COUNTED)}, contacts)
    select e.campaign_id, case when ${raw(hasEntered('e'))} then coalesce(e.outcome, e.status) else 'REFUSED' end,
      coalesce(e.reason, ''), case when e.due_at is null then 0 else coalesce(e.place, 0) end, coalesce(e.awaits, ''),
      ${slotSql('coalesce(e.due_at, 0)')}, ${raw(String(sign))} * count(*)
    from campaign_contacts as e where ${which} group by 1, 2, 3, 4, 5, 6
    on conflict (${raw(COUNTED)}) do update set contacts = enrolment_counts.contacts + excluded.contacts`);
}

/** Every change of enrolments is made by a `change` within this one; `which` of them, as a condition on `e`. */
export async function recounted<Result>(tx: Tx, which: Fragment, change: () => Promise<Result>): Promise<Result> {
  await count(tx, which, -1);
  const result = await change();
  await count(tx, which, 1);
  return result;
}

/** Of quarters of an hour that are over. */
export async function forgetEmptyCounts(tx: Tx, campaignId: number): Promise<void> {
  await tx.run(sql`delete from enrolment_counts where campaign_id = ${campaignId} and contacts = 0`);
}

/** What the steps of a slice of a campaign did, until it is written. */
export class ExecutionTally {
  readonly #steps = new Map<number, Map<ExecutionOutcome, number>>();
  readonly #slots = new Map<ExecutionOutcome, number>();

  add(stepId: number, type: StepType, outcome: ExecutionOutcome): void {
    const step = this.#steps.get(stepId) ?? new Map<ExecutionOutcome, number>();
    this.#steps.set(stepId, step.set(outcome, (step.get(outcome) ?? 0) + 1));
    if (SILENT.has(type) || (outcome !== 'DONE' && outcome !== 'FAILED')) return;
    this.#slots.set(outcome, (this.#slots.get(outcome) ?? 0) + 1);
  }

  async write(tx: Tx, campaignId: number, at: number): Promise<void> {
    for (const [stepId, counts] of this.#steps)
      for (const [outcome, times] of counts)
        await tx.run(sql`insert into step_counts (campaign_id, step_id, what, times)
          values (${campaignId}, ${stepId}, ${outcome}, ${times})
          on conflict (campaign_id, step_id, what) do update set times = step_counts.times + excluded.times`);
    for (const [outcome, times] of this.#slots)
      await tx.run(sql`insert into slot_counts (campaign_id, slot, outcome, times)
        values (${campaignId}, ${Math.floor(at / SLOT_MS)}, ${outcome}, ${times})
        on conflict (campaign_id, slot, outcome) do update set times = slot_counts.times + excluded.times`);
  }
}

/** A message was sent, or opened, clicked or viewed for the first time; one that no campaign sent is not counted. */
export async function countMessage(tx: Tx, id: number, what: 'sent' | 'open' | 'click' | 'view'): Promise<void> {
  await tx.run(sql`insert into step_counts (campaign_id, step_id, what, times)
    select campaign_id, step_id, ${what}, 1 from messages
    where id = ${id} and campaign_id is not null and step_id is not null
    on conflict (campaign_id, step_id, what) do update set times = step_counts.times + 1`);
}

/** Contacts of a campaign that are counted together. */
export interface EnrolmentCount {
  readonly campaignId: number;
  /** REFUSED: was never in the sequence. */
  readonly state: 'ACTIVE' | 'COMPLETED' | 'REPLIED' | 'FAILED' | 'STOPPED' | 'REFUSED';
  /** Empty for none; who completed the sequence has one only where nothing reached them. */
  readonly reason: string;
  /** Of the active: the step that comes next, 0 for the first. */
  readonly place: number;
  readonly awaits: EngagementEvent | '';
  /** When it is due, on the campaign's clock. */
  readonly slot: number;
  readonly contacts: number;
}

export function enrolmentCounts(tx: Tx, campaignIds: readonly number[]): Promise<EnrolmentCount[]> {
  return tx.all<EnrolmentCount>(sql`select campaign_id as campaignId, state, reason, place, awaits, slot, contacts
    from enrolment_counts where campaign_id ${inList(campaignIds)} and contacts > 0`);
}

export interface StepTimes {
  readonly campaignId: number;
  readonly stepId: number;
  readonly what: ExecutionOutcome | 'sent' | 'open' | 'click' | 'view' | 'replied';
  readonly times: number;
}

/** Who replied is counted by contact, after the last message before. */
export async function stepCounts(tx: Tx, campaignIds: readonly number[]): Promise<StepTimes[]> {
  return tx.all<StepTimes>(sql`select campaign_id as campaignId, step_id as stepId, what, times from step_counts
    where campaign_id ${inList(campaignIds)}
    union all
    select campaign_id, step_id, 'replied', count(distinct contact_id) from contact_events
    where campaign_id ${inList(campaignIds)} and kind = 'reply' group by campaign_id, step_id`);
}

export interface SlotCount {
  /** Since the epoch. */
  readonly slot: number;
  readonly outcome: 'DONE' | 'FAILED';
  readonly times: number;
}

/** Of the steps that reach a contact. */
export function slotCounts(tx: Tx, campaignId: number): Promise<SlotCount[]> {
  return tx.all<SlotCount>(sql`select slot, outcome, times from slot_counts where campaign_id = ${campaignId}`);
}

/** Messages are those of any number of steps. */
export function totalsOf(enrolments: readonly EnrolmentCount[], steps: readonly StepTimes[]) {
  const contactsOf = (rows: readonly EnrolmentCount[]) => rows.reduce((sum, { contacts }) => sum + Number(contacts), 0);
  const times = (what: StepTimes['what']) =>
    steps.reduce((sum, one) => (one.what === what ? sum + Number(one.times) : sum), 0);
  return {
    contacts: contactsOf(enrolments),
    of: (state: EnrolmentCount['state']) => contactsOf(enrolments.filter((one) => one.state === state)),
    messages: { sent: times('sent'), opened: times('open'), clicked: times('click'), viewed: times('view') },
    replied: times('replied'),
  };
}
