// Where the contacts of a campaign are, and what became of its messages: for the pages of the local service.

import type { EnrolmentStatus } from '../../../../contract/campaigns/enums.ts';
import { readForm } from '../../../../rules/campaigns/stored.ts';
import type { Context } from '../../../core/context.ts';
import { enrolmentCounts } from '../queries/enrolments.ts';
import { messageCounts } from '../queries/step-executions.ts';
import { campaignHeadView, campaignOf } from '../read.ts';

export interface EnrolmentSummary {
  readonly total: number;
  readonly byStatus: ReadonlyMap<EnrolmentStatus, number>;
  /** Contacts whose first step is next. */
  readonly first: number;
  /** By connection of the step that comes next. */
  readonly at: ReadonlyMap<number, number>;
  /** Null where to count them would take too long for a page. */
  readonly messages: {
    readonly sent: number;
    readonly opened: number;
    readonly clicked: number;
    readonly viewed: number;
  } | null;
}

/** Messages of a larger campaign are counted only when that is asked for. */
const COUNTED_CONTACTS_MAX = 20_000;

/** Throws Refusal `not_found`. */
export async function summarizeEnrolments(context: Context, id: number, withMessages: boolean) {
  const campaign = await campaignOf(context, id);
  const rows = await enrolmentCounts(context.tx, id);
  const byStatus = new Map<EnrolmentStatus, number>();
  const at = new Map<number, number>();
  let first = 0;
  let total = 0;
  for (const { status, isUnderWay, place, n } of rows) {
    total += n;
    byStatus.set(status, (byStatus.get(status) ?? 0) + n);
    if (isUnderWay === 0) continue;
    if (place === null) first += n;
    else at.set(place, (at.get(place) ?? 0) + n);
  }
  const isCounted = withMessages || total <= COUNTED_CONTACTS_MAX;
  const messages = isCounted ? await messageCounts(context.tx, id) : null;
  const summary: EnrolmentSummary = { total, byStatus, first, at, messages };
  return { record: { ...campaignHeadView(context, campaign), steps: readForm(campaign.steps) }, summary };
}
