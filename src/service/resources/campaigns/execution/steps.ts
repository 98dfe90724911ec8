// What the steps of a campaign do for a contact. Each execution is stored with what was sent and the events to expect of
// it. A step that cannot reach the contact is skipped; one whose text is incomplete ends the sequence.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import type { Channel } from '../../../../contract/inbox/enums.ts';
import { filledFor } from '../../../../rules/campaigns/messages.ts';
import { fieldOfPlaceholder } from '../../../../rules/campaigns/placeholders.ts';
import { expectedEvents, hasPosted, hasWhatsapp, type SentStep } from '../../../stand-ins/engagement.ts';
import { writeMessage } from '../../../stand-ins/text-generation.ts';
import { aiSources, renderPrompt } from '../../ai/rendered-prompt.ts';
import { type AttachmentInput, attachmentsOf, sentTo } from '../../inbox/messages.ts';
import { type Attachment, appendMessage } from '../../inbox/queries/messages.ts';
import { addFromStep } from '../enrolment/add-contacts.ts';
import {
  ALREADY_CONNECTED,
  type ExecutionOutcome,
  type ExpectedEvents,
  insertStepExecution,
  type NewStepExecution,
} from '../queries/step-executions.ts';
import {
  type CampaignRun,
  emailOf,
  hasNetworkProfile,
  isConnected,
  phoneOf,
  placeholderValues,
  type Recipient,
} from './recipients.ts';

/** `problem`: placeholders without a value, or an AI message that no longer exists. */
type MessageTextResult = { readonly subject: string | null; readonly content: string } | { readonly problem: string };

function filled(run: CampaignRun, recipient: Recipient, text: string) {
  if (!text.includes('{')) return { text, missing: [] };
  const read = placeholderValues(run, recipient);
  const sender = (field: string) => read(`identity.${field}`);
  const { parts, missing } = filledFor(text, read, sender);
  return { text: parts.map((part) => part.text).join(''), missing };
}

/** `content` and `subject` of a step with an AI message are generated. */
async function messageText(
  run: CampaignRun,
  recipient: Recipient,
  step: { subject?: string | undefined; content?: string | undefined; aiMessageId?: number | string | undefined },
  type: StepRecord['type'],
): Promise<MessageTextResult> {
  if (step.aiMessageId !== undefined) return generated(run, recipient, step.aiMessageId, type);
  const subject =
    step.subject === undefined || step.subject.trim() === '' ? null : filled(run, recipient, step.subject);
  const content = filled(run, recipient, step.content ?? '');
  const missing = [...new Set([...(subject?.missing ?? []), ...content.missing])];
  if (missing.length > 0)
    return { problem: `no value for ${missing.map((name) => `{${fieldOfPlaceholder(name) ?? name}}`).join(', ')}` };
  return { subject: subject?.text ?? null, content: content.text };
}

async function generated(run: CampaignRun, recipient: Recipient, id: number | string, type: StepRecord['type']) {
  const source = (await aiSources(run.context, [String(id)])).get(String(id));
  if (source === undefined) return { problem: `AI message ${id} no longer exists` };
  const read = placeholderValues(run, recipient);
  const text = writeMessage({
    prompt: await renderPrompt(run.context, source.prompt, read),
    contactId: recipient.contact.id,
    firstName: read('firstName') ?? null,
    companyName: read('companyName') ?? null,
    senderName: read('identity.name') ?? null,
    isShort: type === 'network_connection' || type === 'network_message',
  });
  return type === 'email' || type === 'network_inmail' ? text : { ...text, subject: null };
}

export interface StepExecution {
  readonly outcome: Extract<ExecutionOutcome, 'DONE' | 'SKIPPED' | 'FAILED'>;
  /** Why it was skipped or failed. */
  readonly reason: string | null;
  readonly executionId: number;
  /** The message that was sent; of several, the last. */
  readonly messageId: number | null;
  /** For connection requests: whether the two are already connected. */
  readonly isConnected: boolean;
}

interface StepContext {
  readonly run: CampaignRun;
  readonly recipient: Recipient;
  readonly entry: number;
}

interface StepEffect {
  readonly outcome: StepExecution['outcome'];
  readonly reason?: string;
  readonly messageId?: number;
  readonly isConnected?: boolean;
  readonly sent?: Pick<SentStep, 'channel' | 'hasLink'>;
}

const skipped = (reason: string): StepEffect => ({ outcome: 'SKIPPED', reason });

/** Why a step of this type does not reach the contact; null if it does, as far as the contact is concerned. */
export function whySkipped(type: StepRecord['type'], recipient: Pick<Recipient, 'contact'>): string | null {
  switch (type) {
    case 'email':
      return emailOf(recipient) === null ? 'no email address' : null;
    case 'whatsapp_message': {
      const phone = phoneOf(recipient);
      return phone === null ? 'no phone number' : hasWhatsapp(phone) ? null : 'no WhatsApp account';
    }
    case 'network_like_last_post':
      return !hasNetworkProfile(recipient) ? NO_PROFILE : hasPosted(recipient.contact.id) ? null : 'no posts';
    default:
      return type.startsWith('network_') && !hasNetworkProfile(recipient) ? NO_PROFILE : null;
  }
}

const NO_PROFILE = 'no network profile';

/** Executes any step except conditions and `end`. */
export async function executeStep(context: StepContext, step: StepRecord): Promise<StepExecution> {
  const effect = await effectOf(context, step);
  const { outcome, reason = null, messageId = null, isConnected: isAlreadyConnected = false, sent } = effect;
  const expected = sent === undefined ? [] : expectedOf(context, step, sent);
  const executionId = await noteExecution(context, step, { outcome, reason, messageId, expected });
  return { outcome, reason, executionId, messageId, isConnected: isAlreadyConnected };
}

/** Stores and counts what a step came to; gives the id of the execution. */
export function noteExecution(
  { run, recipient, entry }: StepContext,
  { stepId, type }: StepRecord,
  result: Pick<NewStepExecution, 'outcome' | 'reason' | 'messageId' | 'expected'>,
): Promise<number> {
  const { tx, principal, now } = run.context;
  run.counts.add(stepId, type, result.outcome);
  const of = { workspaceId: principal.workspaceId, campaignId: run.campaign.id, contactId: recipient.contact.id };
  return insertStepExecution(tx, { ...of, entry, stepId, type, at: now, ...result });
}

function expectedOf(
  { run, recipient, entry }: StepContext,
  { stepId }: StepRecord,
  sent: Pick<SentStep, 'channel' | 'hasLink'>,
): ExpectedEvents {
  if (!run.hasEngagement) return [];
  const { trackOpens, trackClicks } = run.campaign;
  return expectedEvents({ ...sent, contactId: recipient.contact.id, stepId, entry, seed: run.seed, rates: run.rates })
    .filter(([event]) => (event !== 'open' || trackOpens) && (event !== 'click' || trackClicks))
    .map(([event, afterMs]) => [event, run.context.now + afterMs] as const);
}

async function effectOf(context: StepContext, step: StepRecord): Promise<StepEffect> {
  const { run, recipient } = context;
  if (run.sender === null) return { outcome: 'FAILED', reason: 'the sender of the campaign no longer exists' };
  const reason = whySkipped(step.type, recipient);
  if (reason !== null) return skipped(reason);
  switch (step.type) {
    case 'email':
      return send(context, step, 'EMAIL', step);
    case 'network_message':
    case 'network_inmail':
      return send(context, step, 'NETWORK', step);
    case 'network_voice_message':
      return send(context, step, 'NETWORK', step, synthesized(step));
    case 'network_message_bundle':
      return sendBundle(context, step);
    case 'whatsapp_message':
      return send(context, step, 'WHATSAPP', step);
    case 'network_visit_profile':
    case 'network_like_last_post':
      return { outcome: 'DONE' };
    case 'network_connection':
      return invite(context, step);
    case 'task':
      return createTask(context, step);
    case 'add_to_another_campaign': {
      const refusal = await addFromStep(run.context, step.campaignId, recipient.contact.id);
      return refusal === null ? { outcome: 'DONE' } : skipped(refusal);
    }
    default:
      throw new Error(`a ${step.type} step has no effect`);
  }
}

/** A voice synthesized from the text; a recorded one is an ordinary attachment. */
function synthesized(step: Extract<StepRecord, { type: 'network_voice_message' }>): Attachment[] {
  if (step.attachment !== undefined) return [];
  return [{ attachment: `voices/${step.voiceId}/${step.stepId}`, name: null, contentType: 'AUDIO' }];
}

function outbound({ run, recipient }: StepContext, { stepId }: StepRecord) {
  const { context, campaign, sender } = run;
  return {
    workspaceId: context.principal.workspaceId,
    contactId: recipient.contact.id,
    identityId: sender?.id ?? 0,
    direction: 'OUTBOUND',
    status: 'SENT',
    campaignId: campaign.id,
    stepId,
    now: context.now,
  } as const;
}

async function send(
  context: StepContext,
  step: StepRecord,
  channel: Channel,
  source: Parameters<typeof messageText>[2] & AttachmentInput,
  attachments: readonly Attachment[] = [],
): Promise<StepEffect> {
  const { run, recipient } = context;
  const text = await messageText(run, recipient, source, step.type);
  if ('problem' in text) return { outcome: 'FAILED', reason: text.problem };
  const { id } = await appendMessage(run.context.tx, {
    ...outbound(context, step),
    channel,
    to: sentTo(recipient.contact, channel),
    subject: text.subject,
    body: text.content,
    attachments: [...attachmentsOf(source), ...attachments],
  });
  const hasLink = /https?:\/\//i.test(text.content);
  const tracked = channel === 'EMAIL' || channel === 'NETWORK' ? { sent: { channel, hasLink } } : {};
  return { outcome: 'DONE', messageId: id, ...tracked };
}

/** Sends every message, or none if the text of one is incomplete. */
async function sendBundle(
  context: StepContext,
  step: Extract<StepRecord, { type: 'network_message_bundle' }>,
): Promise<StepEffect> {
  for (const message of step.messages) {
    const text = await messageText(context.run, context.recipient, message, step.type);
    if ('problem' in text) return { outcome: 'FAILED', reason: text.problem };
  }
  let last: StepEffect = { outcome: 'DONE' };
  for (const message of step.messages) last = await send(context, step, 'NETWORK', message);
  return last;
}

/** Sends a connection request, with a note if the step has one, unless they are already connected. */
async function invite(
  context: StepContext,
  step: Extract<StepRecord, { type: 'network_connection' }>,
): Promise<StepEffect> {
  const { run, recipient } = context;
  if (await isConnected(run, recipient)) return { ...skipped(ALREADY_CONNECTED), isConnected: true };
  const sent = { channel: 'INVITATION', hasLink: false } as const;
  if (step.content === undefined && step.aiMessageId === undefined) return { outcome: 'DONE', sent };
  const note = await send(context, step, 'NETWORK', step);
  return note.outcome === 'DONE' ? { ...note, sent } : note;
}

/** A task is an item of the inbox. */
async function createTask(context: StepContext, step: Extract<StepRecord, { type: 'task' }>): Promise<StepEffect> {
  const { id } = await appendMessage(context.run.context.tx, {
    ...outbound(context, step),
    channel: 'TASK',
    to: sentTo(context.recipient.contact, 'TASK'),
    subject: `${step.taskType}: ${step.title}`,
    body: step.note ?? step.title,
  });
  return { outcome: 'DONE', messageId: id, sent: { channel: 'TASK', hasLink: false } };
}
