// Simulated contact events: reply, open, click, view, accept, bounce, unsubscribe, visit. Each is recorded, handled by campaigns, and may start
// workflows.

import { ENTITY_OF, type EntityName, NOUNS } from '../../../contract/entities.ts';
import type { Channel, EmitKind, MessageChannel } from '../../../contract/inbox/enums.ts';
import type { EmitInput, Emitted } from '../../../contract/local/emit.ts';
import { SIGNAL_ENTITIES, type SignalKind } from '../../../contract/workflows/enums.ts';
import { didYouMean } from '../../../rules/nearest.ts';
import { knownFields } from '../../../rules/records/fields.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { handleContactEvent, receiveReply, stopSequences } from '../campaigns/execution/engagement-events.ts';
import { campaignById } from '../campaigns/queries/campaigns.ts';
import { clearExpectedEvents, lastAsking } from '../campaigns/queries/step-executions.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { type ContactEvent, insertContactEvent, suppressContact } from '../contacts/queries/events.ts';
import { requireIdentity } from '../identities/identities.ts';
import { identityPage } from '../identities/queries/identities.ts';
import { lastSentTo, type MessageRow, markSeen } from '../inbox/queries/messages.ts';
import { threadsOfContact } from '../inbox/queries/threads.ts';
import { requireListOf } from '../lists/lists.ts';
import { customFields } from '../records/queries/fields.ts';
import { requireRecord } from '../records/search.ts';
import { emitSignal } from '../workflows/triggers/emit-signal.ts';

type EventDetails = Readonly<Record<string, string>>;

interface EventTarget {
  readonly contactId: number;
  /** Default: who asked, that of the contact's last conversation, or the workspace's first identity. */
  readonly identityId?: number | undefined;
  /** Default: that of the last conversation, or email. */
  readonly channel?: MessageChannel | undefined;
}

interface EventResult {
  readonly identityId: number | null;
  readonly messageId: number | null;
  readonly stoppedCampaignIds: readonly number[];
}

const NOTHING: EventResult = { identityId: null, messageId: null, stoppedCampaignIds: [] };

/** Throws Refusal `not_found` for the identity; `conflict` if the workspace has none. */
async function senderOf(context: Context, { contactId, identityId, channel }: EventTarget): Promise<number> {
  if (identityId !== undefined) return (await requireIdentity(context, identityId)).id;
  const { tx, principal } = context;
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId);
  const isMeant = (one: Channel) => (channel === undefined ? one !== 'TASK' : one === channel);
  const last = threads.find((thread) => isMeant(thread.channel)) ?? threads[0];
  if (last) return last.identityId;
  const { rows } = await identityPage(tx, principal.workspaceId, { page: 1, pageSize: 1 });
  const [first] = rows;
  if (!first) throw new Refusal('conflict', 'The workspace has no identity to write to');
  return first.id;
}

async function channelOf({ tx, principal }: Context, { contactId, channel }: EventTarget, identityId: number) {
  if (channel !== undefined) return channel;
  // Tasks are internal: no contact replies to them.
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId, identityId);
  return threads.find((thread) => thread.channel !== 'TASK')?.channel ?? 'EMAIL';
}

/** A reply of the contact. Throws Refusal `not_found` for contact or identity. */
async function reply(context: Context, target: EventTarget, { text = '', subject }: EmitInput): Promise<EventResult> {
  const { contactId } = target;
  await requireRecord(context, CONTACTS, contactId);
  const identityId = await senderOf(context, target);
  const channel = await channelOf(context, target, identityId);
  return { identityId, ...(await receiveReply(context, { contactId, identityId, channel, text, subject })) };
}

/** Records what the contact did, and lets campaigns handle it. `message`: what it is about. */
async function recordActivity(
  context: Context,
  done: Pick<ContactEvent, 'kind' | 'contactId' | 'identityId' | 'messageId'>,
  message?: MessageRow,
) {
  const { tx, principal, now } = context;
  const { campaignId = null, stepId = null } = message ?? {};
  const event = { ...done, workspaceId: principal.workspaceId, campaignId, stepId, at: now };
  await insertContactEvent(tx, event);
  await handleContactEvent(context, event);
}

const READ_CHANNEL = { open: 'EMAIL', click: 'EMAIL', view: 'NETWORK' } as const;
const CHANNEL_NOUN = { EMAIL: 'email', NETWORK: 'network message' } as const;

/**
 * Marks the last sent message as opened, clicked or viewed; a click implies an open. Throws Refusal `conflict` for none,
 * and where its campaign does not track that.
 */
async function markMessageRead(context: Context, kind: keyof typeof READ_CHANNEL, target: EventTarget) {
  const { tx, principal, now } = context;
  const channel = READ_CHANNEL[kind];
  const filter = { identityId: target.identityId ?? null, channel };
  const message = await lastSentTo(tx, principal.workspaceId, target.contactId, filter);
  if (!message) {
    throw new Refusal('conflict', `No ${CHANNEL_NOUN[channel]} has been sent to contact ${target.contactId} yet`);
  }
  const { id: messageId, identityId, contactId, campaignId } = message;
  const campaign = campaignId === null ? undefined : await campaignById(tx, principal.workspaceId, campaignId);
  const tracks = { open: campaign?.trackOpens !== false, click: campaign?.trackClicks !== false, view: true };
  if (!tracks[kind])
    throw new Refusal('conflict', `Campaign ${campaignId} does not track ${kind}s: they are not known`);
  for (const how of kind === 'click' && tracks.open ? (['open', 'click'] as const) : [kind]) {
    await markSeen(tx, messageId, how, now);
    await recordActivity(context, { kind: how, contactId, identityId, messageId }, message);
  }
  return { ...NOTHING, identityId, messageId };
}

/** The contact visits the website: emits the signal WEBSITE_VISITOR. */
async function visit(context: Context, contactId: number, details: EventDetails): Promise<EventResult> {
  await recordActivity(context, { kind: 'visit', contactId, identityId: null, messageId: null });
  await emitSignal(context, { kind: 'WEBSITE_VISITOR', entity: 'LEAD', ids: [contactId], details });
  return NOTHING;
}

async function simulate(context: Context, kind: EmitKind, target: EventTarget, input: EmitInput): Promise<EventResult> {
  switch (kind) {
    case 'reply':
      return reply(context, target, input);
    case 'open':
    case 'click':
    case 'view':
      return markMessageRead(context, kind, target);
    case 'visit':
      return visit(context, target.contactId, pageOf(input));
    case 'bounce':
      return bounce(context, target);
    case 'unsubscribe':
      return unsubscribe(context, target.contactId);
    case 'signal':
      await emitSignalAbout(context, input);
      return NOTHING;
    case 'accept':
    case 'complete': {
      const [type, usual] = kind === 'accept' ? (['network_connection', 'NETWORK'] as const) : (['task'] as const);
      const asking = target.identityId ?? (await lastAsking(context.tx, target.contactId, type)) ?? undefined;
      const identityId = await senderOf(context, { ...target, identityId: asking, channel: target.channel ?? usual });
      await recordActivity(context, { kind, contactId: target.contactId, identityId, messageId: null });
      return { ...NOTHING, identityId };
    }
  }
}

/** The last email comes back: the sequence that sent it ends for the contact. Throws Refusal `conflict` if there is none. */
async function bounce(context: Context, { contactId, identityId }: EventTarget): Promise<EventResult> {
  const { tx, principal } = context;
  const filter = { identityId: identityId ?? null, channel: 'EMAIL' } as const;
  const message = await lastSentTo(tx, principal.workspaceId, contactId, filter);
  if (!message) throw new Refusal('conflict', `No email has been sent to contact ${contactId} yet`);
  const { id: messageId, campaignId } = message;
  await recordActivity(context, { kind: 'bounce', contactId, identityId: message.identityId, messageId }, message);
  await clearExpectedEvents(tx, contactId, messageId);
  const ended =
    campaignId === null ? [] : await stopSequences(context, contactId, campaignId, ['STOPPED', 'the email bounced']);
  return { identityId: message.identityId, messageId: message.id, stoppedCampaignIds: ended };
}

/** From now on no campaign writes to the contact. */
async function unsubscribe(context: Context, contactId: number): Promise<EventResult> {
  await recordActivity(context, { kind: 'unsubscribe', contactId, identityId: null, messageId: null });
  await suppressContact(context.tx, contactId);
  const ended = await stopSequences(context, contactId, null, ['STOPPED', 'the contact has unsubscribed']);
  return { ...NOTHING, stoppedCampaignIds: ended };
}

async function emitSignalAbout(context: Context, { contactId, companyId, ...input }: EmitInput): Promise<void> {
  const { signal: kind, listId, field } = input;
  if (kind === undefined) return;
  const details = { ...(listId !== undefined && { listId }), ...(field !== undefined && { fields: [field] }) };
  const [entity, id] = contactId === undefined ? (['COMPANY', companyId] as const) : (['LEAD', contactId] as const);
  if (!SIGNAL_ENTITIES[kind].includes(entity)) throw new Refusal('invalid', `${kind} is not about a ${entity}`);
  await assertPlace(context, ENTITY_OF[entity], kind, input);
  await emitSignal(context, { kind, entity, ids: id === undefined ? [] : [id], details });
}

/** A signal in a list or of a field that is not there would start nothing, and say nothing. */
async function assertPlace(
  context: Context,
  of: EntityName,
  signal: SignalKind,
  { listId, field }: EmitInput,
): Promise<void> {
  const { tx, principal } = context;
  if (listId !== undefined) {
    if (!signal.endsWith('ADDED_TO_LIST')) throw new Refusal('invalid', `${signal} takes no list`);
    await requireListOf(context, of, listId);
  }
  if (field === undefined) return;
  if (!signal.endsWith('PROPERTY_UPDATED')) throw new Refusal('invalid', `${signal} takes no field`);
  const known = knownFields(of, await customFields(tx, principal.workspaceId));
  if (!known.has(field))
    throw new Refusal('invalid', `${NOUNS[of]} have no field "${field}"${didYouMean(field, known.keys())}`);
}

const pageOf = ({ url }: EmitInput): EventDetails => (url === undefined ? {} : { url });

/** Simulates the event now. Throws Refusal `not_found`, or `conflict` if no message was sent that could be opened. */
export async function emitEvent(context: Context, input: EmitInput): Promise<Emitted> {
  const { kind, contactId, companyId, senderIdentityId: identityId, channel } = input;
  const base = { kind, at: isoTime(context.now), contactId: contactId ?? null, companyId: companyId ?? null };
  if (contactId === undefined) {
    const company = await requireRecord(context, COMPANIES, companyId ?? 0);
    const signal = { kind: 'WEBSITE_VISITOR', entity: 'COMPANY', ids: [company.id], details: pageOf(input) } as const;
    await (kind === 'signal' ? emitSignalAbout(context, input) : emitSignal(context, signal));
    return { ...base, senderIdentityId: null, messageId: null, stoppedCampaignIds: [] };
  }
  await requireRecord(context, CONTACTS, contactId);
  const result = await simulate(context, kind, { contactId, identityId, channel }, input);
  const { messageId, stoppedCampaignIds } = result;
  return { ...base, senderIdentityId: result.identityId, messageId, stoppedCampaignIds: [...stoppedCampaignIds] };
}
