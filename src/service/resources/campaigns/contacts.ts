// Contacts into campaigns: one, or a whole list.

import type { StepType } from '../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { requireListOf } from '../lists/lookup.ts';
import { requireRecord } from '../records/lookup.ts';
import { campaignOf } from './campaigns.ts';
import { wakeCampaign } from './execution/wake.ts';
import { expectNothing } from './queries/actions.ts';
import { type CampaignRow, campaignById, markSent, updateCampaignStatus } from './queries/campaigns.ts';
import {
  activeIn,
  type Candidates,
  type Channel,
  type Enrolment,
  enrol,
  isSuppressed,
  leaveCampaigns,
  type Reach,
} from './queries/contacts.ts';
import { pausesOf, resumeTime } from './queries/runs.ts';
import { everyStep } from './steps.ts';

type Rows = Table['campaigns'];

/** What each step needs to reach a contact; the others work for everybody, or only steer. */
const CHANNEL: { readonly [T in StepType]?: Channel } = {
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

/** Steps that do something for any contact at all. */
const FOR_EVERYBODY: readonly StepType[] = ['task', 'add_to_another_campaign'];

function reachOf({ steps }: CampaignRow): Reach {
  const types = [...everyStep(steps)].map(({ type }) => type);
  const channels = new Set(types.flatMap((type) => CHANNEL[type] ?? []));
  return channels.size === 0 || types.some((type) => FOR_EVERYBODY.includes(type)) ? null : [...channels];
}

/**
 * Drafts take contacts too; they start with the campaign. One that completed by itself goes on with them. Throws Refusal
 * `conflict` for one that somebody has completed.
 */
async function enrolIn(context: Context, campaign: CampaignRow, candidates: Candidates): Promise<Enrolment> {
  const { tx, principal, now } = context;
  const { id, status } = campaign;
  const ranThrough = status === 'COMPLETED' && (await pausesOf(tx, id)).ranThrough;
  if (status === 'COMPLETED' && !ranThrough) {
    const message = `Campaign ${id} is COMPLETED and takes no contacts: make it ACTIVE again, or clone it`;
    throw new Refusal('conflict', message, { status });
  }
  const enrolment = await enrol(
    tx,
    { workspaceId: principal.workspaceId, campaignId: id, reach: reachOf(campaign), now },
    candidates,
  );
  const isRunning = status === 'ACTIVE' || ranThrough;
  if (!isRunning || enrolment.added + enrolment.reactivated === 0) return enrolment;
  if (ranThrough) {
    await updateCampaignStatus(tx, id, { status: 'ACTIVE', sendsBeganAt: now, updatedAt: now });
    await resumeTime(tx, id, now);
  } else await markSent(tx, id, now);
  await wakeCampaign(context, id);
  return enrolment;
}

/** The contact is gone: no campaign goes on with it, or expects anything of it. */
export async function leaveEveryCampaign(context: Context, contactId: number): Promise<void> {
  const left = await leaveCampaigns(context.tx, contactId);
  await expectNothing(context.tx, contactId);
  // It may have been the last one on the way.
  for (const campaignId of left) await wakeCampaign(context, campaignId);
}

/** Of a step that adds a contact to another campaign: null when it is in, or why it is not. */
export async function addToCampaign(context: Context, campaignId: number, contactId: number): Promise<string | null> {
  const campaign = await campaignById(context.tx, context.principal.workspaceId, campaignId);
  if (!campaign) return `campaign ${campaignId} is gone`;
  try {
    const { skipped } = await enrolIn(context, campaign, { contactId });
    return skipped === 0 ? null : `no step of campaign ${campaignId} can reach the contact`;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

/** Throws Refusal `not_found` for the campaign or the contact, `conflict` as `enrolIn` does. */
export async function addContact(
  context: Context,
  { campaignId, contactId }: { campaignId: number; contactId: number },
): Promise<ReplyOf<Rows['addContact']>> {
  const campaign = await campaignOf(context, campaignId);
  await requireRecord(context, CONTACTS, contactId);
  const { added, reactivated, skipped } = await enrolIn(context, campaign, { contactId });
  const answer = { campaignId, contactId };
  if (added > 0) return { ...answer, outcome: 'ADDED' };
  if (reactivated > 0) return { ...answer, outcome: 'REACTIVATED' };
  if (skipped === 0) return { ...answer, outcome: 'ALREADY_PRESENT' };
  const reason = (await isSuppressed(context.tx, context.principal.workspaceId, contactId))
    ? 'the contact is blocklisted or opted out'
    : `no step can reach the contact: it has no ${(reachOf(campaign) ?? []).map((channel) => LACKS[channel]).join(' and no ')}`;
  return { ...answer, outcome: 'SKIPPED', reason };
}

const LACKS: Readonly<Record<Channel, string>> = {
  email: 'e-mail address',
  network: 'network profile',
  phone: 'phone number',
};

/** Several at once; gives those whose sequence runs then. Throws Refusal as `addContact` does for the campaign. */
export async function addContacts(
  context: Context,
  campaignId: number,
  contactIds: readonly number[],
): Promise<ReadonlySet<number>> {
  await enrolIn(context, await campaignOf(context, campaignId), { contactIds });
  return activeIn(context.tx, campaignId, contactIds);
}

/** Every member of a list of contacts. Throws Refusal as `addContact` does, `unprocessable` for a list of companies. */
export async function addContactGroup(
  context: Context,
  { campaignId, contactGroupId }: { campaignId: number; contactGroupId: number },
): Promise<ReplyOf<Rows['addContactGroup']>> {
  const campaign = await campaignOf(context, campaignId);
  await requireListOf(context, 'CONTACT', contactGroupId);
  const enrolment = await enrolIn(context, campaign, { listId: contactGroupId });
  return { campaignId, contactGroupId, ...enrolment };
}
