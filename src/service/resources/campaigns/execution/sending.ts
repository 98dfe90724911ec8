// What the steps of a campaign do for a contact (SERVICE-API, Step types). Each is written down, with what it sent and what
// is expected to follow; a step that cannot reach the contact is skipped, one that lacks its words ends the sequence.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import type { Channel } from '../../../../contract/inbox/enums.ts';
import { expectedDeeds, hasPosted, hasWhatsapp, type Sent } from '../../../stand-ins/engagement.ts';
import { type AttachmentSent, attachmentsOf } from '../../inbox/attachments.ts';
import { type Attachment, appendMessage } from '../../inbox/queries/messages.ts';
import { addToCampaign } from '../contacts.ts';
import { type ActionOutcome, type Expected, insertAction } from '../queries/actions.ts';
import { wordsOf } from './message.ts';
import { isConnected, type Person, type Run } from './people.ts';
import { emailOf, hasProfile, phoneOf } from './reach.ts';

export interface Done {
  readonly outcome: Extract<ActionOutcome, 'DONE' | 'SKIPPED' | 'FAILED'>;
  /** Why it was skipped, or failed. */
  readonly reason: string | null;
  readonly actionId: number;
  /** The message that went out, of several the last. */
  readonly messageId: number | null;
  /** Of a connection request: whether the two know each other already. */
  readonly isConnected: boolean;
}

interface Doer {
  readonly run: Run;
  readonly person: Person;
  readonly entry: number;
}

/** What a step came to, before it is written down. */
interface Result {
  readonly outcome: Done['outcome'];
  readonly reason?: string;
  readonly messageId?: number;
  readonly isConnected?: boolean;
  readonly sent?: Pick<Sent, 'channel' | 'hasLink'>;
}

const skipped = (reason: string): Result => ({ outcome: 'SKIPPED', reason });
const NO_PROFILE = skipped('the contact has no network profile');

/** Does one step; conditions and `end` are none of its business. */
export async function doStep(doer: Doer, step: StepRecord): Promise<Done> {
  const { run, person, entry } = doer;
  const { context, campaign } = run;
  const { outcome, reason = null, messageId = null, isConnected: knows = false, sent } = await resultOf(doer, step);
  const actionId = await insertAction(context.tx, {
    workspaceId: context.principal.workspaceId,
    campaignId: campaign.id,
    contactId: person.contact.id,
    entry,
    stepId: step.stepId,
    type: step.type,
    outcome,
    reason,
    messageId,
    at: context.now,
    expected: sent === undefined ? [] : expectedOf(doer, step, sent),
  });
  return { outcome, reason, actionId, messageId, isConnected: knows };
}

function expectedOf(
  { run, person, entry }: Doer,
  { stepId }: StepRecord,
  sent: Pick<Sent, 'channel' | 'hasLink'>,
): Expected {
  if (!run.isLively) return [];
  const { trackOpens, trackClicks } = run.campaign;
  const deeds = expectedDeeds({ ...sent, contactId: person.contact.id, stepId, entry });
  return deeds
    .filter(([deed]) => (deed !== 'open' || trackOpens) && (deed !== 'click' || trackClicks))
    .map(([deed, afterMs]) => [deed, run.context.now + afterMs] as const);
}

async function resultOf(doer: Doer, step: StepRecord): Promise<Result> {
  const { run, person } = doer;
  if (run.sender === null) return { outcome: 'FAILED', reason: 'the campaign has no sender any more' };
  switch (step.type) {
    case 'email': {
      if (emailOf(person) === null) return skipped('the contact has no e-mail address');
      return write(doer, step, 'EMAIL', step);
    }
    case 'network_message':
    case 'network_inmail':
      return hasProfile(person) ? write(doer, step, 'NETWORK', step) : NO_PROFILE;
    case 'network_voice_message':
      return hasProfile(person) ? write(doer, step, 'NETWORK', step, spoken(step)) : NO_PROFILE;
    case 'network_message_bundle':
      return hasProfile(person) ? writeAll(doer, step) : NO_PROFILE;
    case 'whatsapp_message': {
      const phone = phoneOf(person);
      if (phone === null) return skipped('the contact has no phone number');
      if (!hasWhatsapp(phone)) return skipped('the number has no WhatsApp account');
      return write(doer, step, 'WHATSAPP', step);
    }
    case 'network_visit_profile':
      return hasProfile(person) ? { outcome: 'DONE' } : NO_PROFILE;
    case 'network_like_last_post':
      if (!hasProfile(person)) return NO_PROFILE;
      return hasPosted(person.contact.id) ? { outcome: 'DONE' } : skipped('the contact has posted nothing');
    case 'network_connection':
      return invite(doer, step);
    case 'task':
      return giveTask(doer, step);
    case 'add_to_another_campaign': {
      const refusal = await addToCampaign(run.context, step.campaignId, person.contact.id);
      return refusal === null ? { outcome: 'DONE' } : skipped(refusal);
    }
    default:
      throw new Error(`nothing is done for a step ${step.type}`);
  }
}

type Said = Parameters<typeof wordsOf>[2] & AttachmentSent;

/** A voice that is synthesized from the words; one that was recorded is an attachment as it is. */
function spoken(step: Extract<StepRecord, { type: 'network_voice_message' }>): Attachment[] {
  if (step.attachment !== undefined) return [];
  return [{ attachment: `voices/${step.voiceId}/${step.stepId}`, name: null, contentType: 'AUDIO' }];
}

/** Puts words into the conversation of sender and contact. */
async function write(
  doer: Doer,
  step: StepRecord,
  channel: Channel,
  said: Said,
  attached: readonly Attachment[] = [],
): Promise<Result> {
  const { run, person } = doer;
  const words = await wordsOf(run, person, said, step.type);
  if ('lacks' in words) return { outcome: 'FAILED', reason: words.lacks };
  const { context, campaign, sender } = run;
  const { id } = await appendMessage(context.tx, {
    workspaceId: context.principal.workspaceId,
    contactId: person.contact.id,
    identityId: sender?.id ?? 0,
    channel,
    direction: 'OUTBOUND',
    status: 'SENT',
    subject: words.subject,
    body: words.content,
    attachments: [...attachmentsOf(said), ...attached],
    campaignId: campaign.id,
    stepId: step.stepId,
    now: context.now,
  });
  const hasLink = /https?:\/\//i.test(words.content);
  const answered = channel === 'EMAIL' || channel === 'NETWORK' ? { sent: { channel, hasLink } } : {};
  return { outcome: 'DONE', messageId: id, ...answered };
}

/** One message after the other; all of them, or where words are missing none. */
async function writeAll(doer: Doer, step: Extract<StepRecord, { type: 'network_message_bundle' }>): Promise<Result> {
  for (const message of step.messages) {
    const words = await wordsOf(doer.run, doer.person, message, step.type);
    if ('lacks' in words) return { outcome: 'FAILED', reason: words.lacks };
  }
  let last: Result = { outcome: 'DONE' };
  for (const message of step.messages) last = await write(doer, step, 'NETWORK', message);
  return last;
}

/** A request to connect, with a note where it has one. Who is connected already gets none. */
async function invite(doer: Doer, step: Extract<StepRecord, { type: 'network_connection' }>): Promise<Result> {
  const { run, person } = doer;
  if (!hasProfile(person)) return NO_PROFILE;
  if (await isConnected(run, person)) {
    return { ...skipped('they are connected already'), isConnected: true };
  }
  const sent = { channel: 'INVITATION', hasLink: false } as const;
  if (step.content === undefined && step.aiMessageId === undefined) return { outcome: 'DONE', sent };
  const noted = await write(doer, step, 'NETWORK', step);
  return noted.outcome === 'DONE' ? { ...noted, sent } : noted;
}

/** A task is an item of the inbox; somebody does it, or nobody. */
async function giveTask({ run, person }: Doer, step: Extract<StepRecord, { type: 'task' }>): Promise<Result> {
  const { context, campaign, sender } = run;
  const { id } = await appendMessage(context.tx, {
    workspaceId: context.principal.workspaceId,
    contactId: person.contact.id,
    identityId: sender?.id ?? 0,
    channel: 'TASK',
    direction: 'OUTBOUND',
    status: 'SENT',
    subject: `${step.taskType}: ${step.title}`,
    body: step.note ?? step.title,
    campaignId: campaign.id,
    stepId: step.stepId,
    now: context.now,
  });
  return { outcome: 'DONE', messageId: id, sent: { channel: 'TASK', hasLink: false } };
}
