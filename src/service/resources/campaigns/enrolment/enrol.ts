import type { StepType } from '../../../../contract/campaigns/enums.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { wakeCampaign } from '../execution/wake.ts';
import { type CampaignRow, markSent, updateCampaignStatus } from '../queries/campaigns.ts';
import {
  type Candidates,
  type ContactChannel,
  countCandidates,
  type EnrolmentCounts,
  type EnrolmentTarget,
  enrol,
  leaveCampaigns,
  skippedCandidates,
} from '../queries/enrolments.ts';
import { pausesOf, resumeTime } from '../queries/pauses.ts';
import { clearExpectedEvents } from '../queries/step-executions.ts';
import { everyStep } from '../steps.ts';

/** What a step needs to reach a contact. */
const CHANNEL: { readonly [T in StepType]?: ContactChannel } = {
  email: 'email',
  network_message: 'network',
  network_message_bundle: 'network',
  network_voice_message: 'network',
  network_inmail: 'network',
  network_visit_profile: 'network',
  network_like_last_post: 'network',
  network_connection: 'network',
  whatsapp_message: 'phone',
};

/** Steps that have an effect for any contact. */
const UNRESTRICTED: readonly StepType[] = ['task', 'add_to_another_campaign'];

/** A contact needs at least one of these channels to be added; null if any contact can be. */
function channelsOf({ steps }: CampaignRow): readonly ContactChannel[] | null {
  const types = [...everyStep(steps)].map(({ type }) => type);
  const channels = new Set(types.flatMap((type) => CHANNEL[type] ?? []));
  return channels.size === 0 || types.some((type) => UNRESTRICTED.includes(type)) ? null : [...channels];
}

/** Throws Refusal `conflict` for a campaign that someone has completed; tells whether it completed by itself. */
async function assertOpen(context: Context, { id, status }: CampaignRow): Promise<{ readonly isFinished: boolean }> {
  if (status !== 'COMPLETED') return { isFinished: false };
  const { isFinished } = await pausesOf(context.tx, id);
  if (isFinished) return { isFinished };
  const message = `Campaign ${id} is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it`;
  throw new Refusal('conflict', message, { status });
}

function targetOf({ principal }: Context, campaign: CampaignRow): EnrolmentTarget {
  return { workspaceId: principal.workspaceId, campaignId: campaign.id, channels: channelsOf(campaign) };
}

/** What `enrolIn` would do with them. Throws Refusal as it does. */
export async function countIn(
  context: Context,
  campaign: CampaignRow,
  candidates: Candidates,
): Promise<EnrolmentCounts> {
  await assertOpen(context, campaign);
  return countCandidates(context.tx, targetOf(context, campaign), candidates);
}

const CHANNEL_NOUN: Readonly<Record<ContactChannel, string>> = {
  email: 'email address',
  network: 'network profile',
  phone: 'phone number',
};

/** The first of those that `enrolIn` would skip, and why. */
export async function skippedIn(context: Context, campaign: CampaignRow, candidates: Candidates, limit: number) {
  const target = targetOf(context, campaign);
  const unreachable = (target.channels ?? []).map((channel) => `no ${CHANNEL_NOUN[channel]}`).join(', ');
  const skipped = await skippedCandidates(context.tx, target, candidates, limit);
  return skipped.map(({ isSuppressed, ...contact }) => ({
    ...contact,
    reason: isSuppressed === 1 ? 'blocklisted or opted out' : unreachable,
  }));
}

/**
 * Drafts accept contacts too; they start with the campaign. A campaign that completed when its last contact finished
 * becomes ACTIVE again. Returns how many were added. Throws Refusal `conflict` for a campaign that someone has completed.
 */
export async function enrolIn(context: Context, campaign: CampaignRow, candidates: Candidates): Promise<number> {
  const { tx, now } = context;
  const { id, status } = campaign;
  const { isFinished } = await assertOpen(context, campaign);
  const added = await enrol(tx, targetOf(context, campaign), candidates, now);
  const isRunning = status === 'ACTIVE' || isFinished;
  if (!isRunning || added === 0) return added;
  if (isFinished) {
    await updateCampaignStatus(tx, id, { status: 'ACTIVE', sendsBeganAt: now, updatedAt: now });
    await resumeTime(tx, id, now);
  } else await markSent(tx, id, now);
  await wakeCampaign(context, id);
  return added;
}

/** The contact is being deleted: it leaves every campaign, and no events are expected of it any more. */
export async function leaveEveryCampaign(context: Context, contactId: number): Promise<void> {
  const left = await leaveCampaigns(context.tx, contactId);
  await clearExpectedEvents(context.tx, contactId);
  // A campaign may complete now that this contact is gone.
  for (const campaignId of left) await wakeCampaign(context, campaignId);
}
