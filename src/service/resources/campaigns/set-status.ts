import { CAMPAIGN_STATUSES, type CampaignStatus } from '../../../contract/campaigns/enums.ts';
import { mayBecome, nextStatuses } from '../../../rules/campaigns/status.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import type { Problem } from '../../../rules/problem.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { refuseProblems } from '../../core/refuse-problems.ts';
import { problemsOf } from './check.ts';
import { endForContacts, finishEnding } from './end.ts';
import { wakeCampaign } from './execution/wake.ts';
import { type CampaignRow, updateCampaignStatus } from './queries/campaigns.ts';
import { hasActiveContacts } from './queries/enrolments.ts';
import { pauseTime, resumeTime } from './queries/pauses.ts';
import { type CampaignRecord, campaignOf, getCampaign } from './read.ts';

/**
 * Throws Refusal `not_found`; `conflict` for a status that cannot come next; `invalid` or `unprocessable` for a draft that
 * has no sender or whose steps no longer fit the workspace.
 */
export async function setStatus(context: Context, id: number, status: CampaignStatus): Promise<CampaignRecord> {
  const campaign = await campaignOf(context, id);
  if (campaign.status === status) return getCampaign(context, id);
  assertMayBecome(campaign, status);
  if (campaign.status === 'DRAFT') await assertCanStart(context, campaign);
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

const NO_IDENTITY: Problem = {
  path: 'identityId',
  at: ['identityId'],
  code: 'required',
  message: 'a campaign needs an identityId (its sender) before it can start',
  severity: 'error',
  kind: 'invalid',
  basis: 'given',
};

/** Checked again, because owners and switches may have changed since the draft was written. */
async function assertCanStart(context: Context, campaign: CampaignRow): Promise<void> {
  const { id, name, description, identityId, trackOpens, trackClicks } = campaign;
  const body = { name, description, identityId, trackOpens, trackClicks, steps: readForm(campaign.steps) };
  const problems = await problemsOf(context, body, 'create', id);
  refuseProblems(identityId === null ? [NO_IDENTITY, ...problems] : problems);
}
