// The end of a campaign that someone has completed: of its first contacts at once, of many more in the background.

import type { Context } from '../../core/context.ts';
import { cancelJobs, enqueueJob, type Payload } from '../../jobs/queries/jobs.ts';
import { endOfCampaignSlice } from './queries/enrolment-slices.ts';
import { completeContacts, completeThreadsOf } from './queries/enrolments.ts';

const END_JOB = 'campaign-end';

/** Contacts in one slice, some 20 ms. */
const SLICE = 2_000;

/** Ends it for all contacts; a long one goes on in the background. */
export async function endForContacts(context: Context, campaignId: number): Promise<void> {
  const after = await endSlice(context, campaignId, 0);
  if (after === null) return;
  await enqueueJob(context.tx, {
    workspaceId: context.principal.workspaceId,
    kind: END_JOB,
    key: String(campaignId),
    dueAt: context.now,
    payload: { campaignId, after },
  });
}

/** Before a campaign becomes ACTIVE again: whoever is still to be stopped, is. */
export async function finishEnding(context: Context, campaignId: number): Promise<void> {
  const selection = { workspaceId: context.principal.workspaceId, kind: END_JOB, key: String(campaignId) };
  if ((await cancelJobs(context.tx, selection)) === 0) return;
  let after: number | null = 0;
  while (after !== null) after = await endSlice(context, campaignId, after);
}

/** Ends it for the next contacts; returns what is left, null for nothing. */
export async function continueEnding(context: Context, { campaignId, after }: Payload): Promise<Payload | null> {
  if (typeof campaignId !== 'number' || typeof after !== 'number')
    throw new Error('the payload of a campaign-end job is not valid');
  const next = await endSlice(context, campaignId, after);
  return next === null ? null : { campaignId, after: next };
}

/** Returns the last contact of the slice, null if none is left. */
async function endSlice({ tx, principal, now }: Context, campaignId: number, after: number): Promise<number | null> {
  const end = await endOfCampaignSlice(tx, campaignId, after, SLICE);
  const slice = { campaignId, after, last: end ?? Number.MAX_SAFE_INTEGER };
  await completeContacts(tx, slice, now);
  await completeThreadsOf(tx, principal.workspaceId, slice);
  return end;
}
