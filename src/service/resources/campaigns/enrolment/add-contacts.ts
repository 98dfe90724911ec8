import type { ReplyData } from '../../../../contract/table.ts';
import { channelsOf } from '../../../../rules/campaigns/channels.ts';
import { type Context, Refusal } from '../../../core/context.ts';
import { enqueueJob, type Payload } from '../../../jobs/queries/jobs.ts';
import { CONTACTS } from '../../contacts/queries/contacts.ts';
import { requireListOf } from '../../lists/lists.ts';
import { requireRecord } from '../../records/search.ts';
import { wakeCampaign } from '../execution/wake.ts';
import { type CampaignRow, campaignById, markSent, updateCampaignStatus } from '../queries/campaigns.ts';
import { pausesOf, resumeTime } from '../queries/engagement.ts';
import {
  activeIn,
  type Candidates,
  countCandidates,
  type EnrolmentCounts,
  type EnrolmentTarget,
  enrol,
  leaveCampaigns,
  skippedCandidates,
} from '../queries/enrolments.ts';
import { endOfListSlice } from '../queries/positions.ts';
import { clearExpectedEvents } from '../queries/step-executions.ts';
import { campaignOf } from '../read.ts';
import { everyStep } from '../steps.ts';

/** Adds contacts; returns those that are active in the campaign then. Throws Refusal `not_found`, or as `enrolIn` does. */
export async function addContacts(context: Context, campaignId: number, contactIds: readonly number[]) {
  await enrolIn(context, await campaignOf(context, campaignId), { contactIds });
  return activeIn(context.tx, campaignId, contactIds);
}

/** For a step that adds its contact to another campaign: null if it is in the campaign then, else the reason. */
export async function addFromStep(context: Context, campaignId: number, contactId: number): Promise<string | null> {
  const campaign = await campaignById(context.tx, context.principal.workspaceId, campaignId);
  if (!campaign) return `campaign ${campaignId} no longer exists`;
  try {
    const { skipped } = await countIn(context, campaign, { contactId });
    await enrolIn(context, campaign, { contactId });
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
): Promise<ReplyData<'campaigns', 'addContact'>> {
  const campaign = await campaignOf(context, campaignId);
  await requireRecord(context, CONTACTS, contactId);
  const { added, reactivated, skipped } = await countIn(context, campaign, { contactId });
  await enrolIn(context, campaign, { contactId });
  const ids = { campaignId, contactId };
  if (added > 0) return { ...ids, outcome: 'ADDED' };
  if (reactivated > 0) return { ...ids, outcome: 'REACTIVATED' };
  if (skipped === 0) return { ...ids, outcome: 'ALREADY_PRESENT' };
  const [contact] = await skippedIn(context, campaign, { contactId }, 1);
  return { ...ids, outcome: 'SKIPPED', ...(contact !== undefined && { reason: contact.reason }) };
}

const ENROL_LIST_JOB = 'campaign-enrol';

/** Skipped members of a list that the answer names. */
const SKIPPED_NAMED = 100;

/** Members in one slice, some 20 ms. */
const SLICE = 2_000;

interface ContactGroup {
  readonly campaignId: number;
  readonly contactGroupId: number;
}

/** What will come of all members of a long list, read before the write begins: it takes seconds where there are millions. */
export async function countGroup(context: Context, group: ContactGroup): Promise<Partial<EnrolmentCounts>> {
  const campaign = await campaignOf(context, group.campaignId);
  await requireListOf(context, 'CONTACT', group.contactGroupId);
  const last = await endOfListSlice(context.tx, group.contactGroupId, 0, SLICE);
  if (last === null) return {};
  return countIn(context, campaign, { listId: group.contactGroupId, after: 0, last: null });
}

/**
 * Adds every member of a list of contacts: the first ones at once, those of a long list slice by slice in the background.
 * `counted` is what `countGroup` said. Throws Refusal `not_found`; `conflict` as `enrolIn` does; `unprocessable` for a list of
 * companies.
 */
export async function addContactGroup(
  context: Context,
  { campaignId, contactGroupId }: ContactGroup,
  counted: Partial<EnrolmentCounts>,
): Promise<ReplyData<'campaigns', 'addContactGroup'>> {
  const campaign = await campaignOf(context, campaignId);
  await requireListOf(context, 'CONTACT', contactGroupId);
  const last = await endOfListSlice(context.tx, contactGroupId, 0, SLICE);
  const slice = { listId: contactGroupId, after: 0, last };
  const skippedContacts = await skippedIn(context, campaign, { ...slice, last: null }, SKIPPED_NAMED);
  const counts = { ...(await countIn(context, campaign, slice)), ...(last !== null && counted) };
  await enrolIn(context, campaign, slice);
  if (last !== null) {
    const payload = { campaignId, listId: contactGroupId, after: last };
    await enqueueJob(context, { kind: ENROL_LIST_JOB, key: `${campaignId} ${contactGroupId}`, payload });
  }
  return { campaignId, contactGroupId, ...counts, ...(skippedContacts.length > 0 && { skippedContacts }) };
}

/** Adds the next members of a list; returns what is left, null for nothing. Ends where the campaign was completed. */
export async function enrolListSlice(context: Context, payload: Payload): Promise<Payload | null> {
  const { campaignId, listId, after } = payload;
  if (typeof campaignId !== 'number' || typeof listId !== 'number' || typeof after !== 'number')
    throw new Error('the payload of a campaign-enrol job is not valid');
  const campaign = await campaignById(context.tx, context.principal.workspaceId, campaignId);
  if (!campaign) return null;
  const last = await endOfListSlice(context.tx, listId, after, SLICE);
  try {
    await enrolIn(context, campaign, { listId, after, last });
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return last === null ? null : { campaignId, listId, after: last };
}

/** Throws Refusal `conflict` for a campaign that someone has completed; returns whether it completed by itself. */
async function assertOpen(context: Context, { id, status }: CampaignRow): Promise<{ readonly isFinished: boolean }> {
  if (status !== 'COMPLETED') return { isFinished: false };
  const { isFinished } = await pausesOf(context.tx, id);
  if (isFinished) return { isFinished };
  const message = `Campaign ${id} is COMPLETED and accepts no contacts: make it ACTIVE again, or clone it`;
  throw new Refusal('conflict', message, { status });
}

function targetOf({ principal }: Context, campaign: CampaignRow): EnrolmentTarget {
  return {
    workspaceId: principal.workspaceId,
    campaignId: campaign.id,
    channels: channelsOf([...everyStep(campaign.steps)].map(({ type }) => type)),
  };
}

/** What `enrolIn` would do with them. Throws Refusal as it does. */
async function countIn(context: Context, campaign: CampaignRow, candidates: Candidates): Promise<EnrolmentCounts> {
  await assertOpen(context, campaign);
  return countCandidates(context.tx, targetOf(context, campaign), candidates);
}

/** The first of those that `enrolIn` would skip, and why. */
function skippedIn(context: Context, campaign: CampaignRow, candidates: Candidates, limit: number) {
  return skippedCandidates(context.tx, targetOf(context, campaign), candidates, limit);
}

/**
 * Drafts accept contacts too; they start with the campaign. A campaign that completed when its last contact finished
 * becomes ACTIVE again. Returns how many were added. Throws Refusal `conflict` for a campaign that someone has completed.
 */
async function enrolIn(context: Context, campaign: CampaignRow, candidates: Candidates): Promise<number> {
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
