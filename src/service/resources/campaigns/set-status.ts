import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import { mayBecome, nextStatuses } from '../../../rules/campaigns/status.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { Problems } from '../../../rules/problem.ts';
import { type Context, Refusal, refuseProblems } from '../../core/context.ts';
import { cancelJobs, enqueueJob, type Payload } from '../../jobs/queries/jobs.ts';
import { assertMayActFor } from '../identities/identities.ts';
import { problemsOf } from './check.ts';
import { wakeCampaign } from './execution/wake.ts';
import { type CampaignRow, updateCampaignStatus } from './queries/campaigns.ts';
import { pauseTime, resumeTime } from './queries/engagement.ts';
import { completeContacts, completeThreadsOf, hasActiveContacts } from './queries/enrolments.ts';
import { endOfCampaignSlice } from './queries/positions.ts';
import { type CampaignRecord, campaignOf, getCampaign } from './read.ts';

/**
 * Throws Refusal `not_found`; `conflict` for a status that cannot come next; `invalid` or `unprocessable` for a draft that
 * has no sender or whose steps no longer fit the workspace; `forbidden` to send as an identity that is not the user's.
 */
export async function setStatus(context: Context, id: number, status: CampaignStatus): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  if (campaign.status === status) return getCampaign(context, id);
  assertMayBecome(campaign, status);
  if (campaign.status === 'DRAFT') await assertCanStart(context, campaign);
  if (status === 'ACTIVE' && campaign.identityId !== null) assertMayActFor(context, campaign.identityId);
  const { tx, now } = context;
  if (status === 'COMPLETED') await endForContacts(context, id);
  if (status === 'ACTIVE') await finishEnding(context, id);
  // Delays and waits keep their length: the campaign's clock stops while it does not run.
  if (campaign.status === 'ACTIVE') await pauseTime(tx, id, now);
  if (status === 'ACTIVE') await resumeTime(tx, id, now);
  const sends = status === 'ACTIVE' && (await hasActiveContacts(tx, id));
  await updateCampaignStatus(tx, id, { status, sendsBeganAt: sends ? now : null, updatedAt: now });
  if (status === 'ACTIVE') await wakeCampaign(context, id);
  return getCampaign(context, id);
}

function assertMayBecome({ id, status: from }: CampaignRow, to: CampaignStatus): void {
  if (mayBecome(from, to)) return;
  const next = nextStatuses(from);
  const allowed = next.length === 0 ? 'nothing else' : next.join(' or ');
  throw new Refusal('conflict', `Campaign ${id} is ${from} and cannot become ${to}; it can become ${allowed}`, {
    status: from,
    nextStatuses: CAMPAIGN_STATUSES.filter((status) => next.includes(status)),
  });
}

/** Checked again, because owners and switches may have changed since the draft was written. */
async function assertCanStart(context: Context, campaign: CampaignRow): Promise<void> {
  const { id, name, description, identityId, trackOpens, trackClicks } = campaign;
  const body = { name, description, identityId, trackOpens, trackClicks, steps: readForm(campaign.steps) };
  const problems = Problems.none();
  const message = 'a campaign needs an identityId (its sender) before it can start';
  if (identityId === null) problems.error(['identityId'], 'required', message);
  refuseProblems([...problems.found, ...(await problemsOf(context, body, 'create', id))]);
}

// The end of a campaign that someone has completed: of its first contacts at once, of many more in the background.

const END_JOB = 'campaign-end';

/** Contacts in one slice, some 20 ms. */
const SLICE = 2_000;

/** Ends it for all contacts; a long one goes on in the background. */
async function endForContacts(context: Context, campaignId: number): Promise<void> {
  const after = await endSlice(context, campaignId, 0);
  if (after !== null)
    await enqueueJob(context, { kind: END_JOB, key: String(campaignId), payload: { campaignId, after } });
}

/** Before a campaign becomes ACTIVE again: whoever is still to be stopped, is. */
async function finishEnding(context: Context, campaignId: number): Promise<void> {
  if ((await cancelJobs(context, END_JOB, String(campaignId))) === 0) return;
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
