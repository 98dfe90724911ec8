// What contacts do: they answer, open, click, accept, visit. Each is remembered, heard by campaigns, and told to workflows.

import type { EmitKind, MessageChannel } from '../../../contract/inbox/enums.ts';
import type { EmitInput, Emitted } from '../../../contract/local/emit.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { emitSignal } from '../../core/signals.ts';
import { handleContactEvent } from '../campaigns/execution/contact-events.ts';
import { COMPANIES } from '../companies/queries/companies.ts';
import { CONTACTS } from '../contacts/queries/contacts.ts';
import { insertContactEvent } from '../contacts/queries/events.ts';
import { requireIdentity } from '../identities/lookup.ts';
import { identityPage } from '../identities/queries/identities.ts';
import { appendMessage, lastSentTo, type MessageRow, markSeen } from '../inbox/queries/messages.ts';
import { bringBack, pauseThreads, setThreadStatus, threadByKey, threadsOfContact } from '../inbox/queries/threads.ts';
import { requireRecord } from '../records/lookup.ts';

type Details = Readonly<Record<string, string>>;

interface Place {
  readonly contactId: number;
  /** Left out: of the contact's last conversation; without any, the workspace's first identity. */
  readonly identityId?: number | undefined;
  /** Left out: that of the last conversation; without any, email. */
  readonly channel?: MessageChannel | undefined;
}

interface Reply extends Place {
  readonly text: string;
  readonly subject?: string | undefined;
}

/** What came of something a contact did. */
interface Happened {
  readonly identityId: number | null;
  readonly messageId: number | null;
  readonly stoppedCampaignIds: readonly number[];
}

/** Throws Refusal `not_found` for the identity; `conflict` where nobody is there to be written to. */
async function senderOf(context: Context, { contactId, identityId, channel }: Place): Promise<number> {
  if (identityId !== undefined) return (await requireIdentity(context, identityId)).id;
  const { tx, principal } = context;
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId);
  const last = threads.find((thread) => channel === undefined || thread.channel === channel) ?? threads[0];
  if (last) return last.identityId;
  const { rows } = await identityPage(tx, principal.workspaceId, { limit: 1, offset: 0 });
  const [first] = rows;
  if (!first) throw new Refusal('conflict', 'The workspace has no identity that could be written to');
  return first.id;
}

async function channelOf({ tx, principal }: Context, { contactId, channel }: Place, identityId: number) {
  if (channel !== undefined) return channel;
  // Tasks are ours: nobody answers where they are written down.
  const threads = await threadsOfContact(tx, principal.workspaceId, contactId, identityId);
  return threads.find((thread) => thread.channel !== 'TASK')?.channel ?? 'EMAIL';
}

/**
 * An answer of the contact: it is unread, brings its conversation back from the archive, ends the contact's campaigns, and
 * is the signal CONVERSATION_REPLY. Where a campaign wrote, its conversations are PAUSED from then on; where none did,
 * the conversation stays COMPLETED. Throws Refusal `not_found` for contact or identity.
 */
async function receiveReply(context: Context, reply: Reply): Promise<Happened> {
  const { tx, principal, now } = context;
  const { contactId } = reply;
  const { workspaceId } = principal;
  await requireRecord(context, CONTACTS, contactId);
  const identityId = await senderOf(context, reply);
  const channel = await channelOf(context, reply, identityId);
  const answered = await threadByKey(tx, { workspaceId, contactId, identityId, channel });
  const { id, threadId } = await appendMessage(tx, {
    ...{ workspaceId, contactId, identityId, channel, direction: 'INBOUND', status: 'RECEIVED', body: reply.text },
    ...{ subject: reply.subject ?? null, now },
  });
  await bringBack(tx, threadId);
  const stoppedCampaignIds = await remember(context, { kind: 'reply', contactId, identityId, messageId: id });
  await pauseThreads(tx, workspaceId, contactId);
  const isPaused = stoppedCampaignIds.length > 0 || (answered !== undefined && answered.status !== 'COMPLETED');
  await setThreadStatus(tx, threadId, isPaused ? 'PAUSED' : 'COMPLETED');
  const details = { channel, senderIdentityId: identityId };
  await emitSignal(context, { kind: 'CONVERSATION_REPLY', entity: 'LEAD', ids: [contactId], details });
  return { identityId, messageId: id, stoppedCampaignIds };
}

interface Done {
  readonly kind: EmitKind;
  readonly contactId: number;
  readonly identityId: number | null;
  readonly messageId: number | null;
  readonly message?: MessageRow;
}

/** Keeps it, and lets campaigns hear of it; gives those that ended. */
async function remember(context: Context, { message, ...done }: Done): Promise<number[]> {
  const { tx, principal, now } = context;
  const { campaignId = null, stepId = null } = message ?? {};
  const event = { ...done, workspaceId: principal.workspaceId, campaignId, stepId, at: now };
  await insertContactEvent(tx, event);
  return handleContactEvent(context, event);
}

const SEEN_THROUGH = { open: 'EMAIL', click: 'EMAIL', view: 'NETWORK' } as const;
const SEEN_WORDS = { EMAIL: 'email', NETWORK: 'network message' } as const;

/** The last message that went out is opened, clicked or seen; who clicks has opened. Throws Refusal `conflict` for none. */
async function seeMessage(context: Context, kind: keyof typeof SEEN_THROUGH, place: Place): Promise<Happened> {
  const { tx, principal, now } = context;
  const channel = SEEN_THROUGH[kind];
  const filter = { identityId: place.identityId ?? null, channel };
  const message = await lastSentTo(tx, principal.workspaceId, place.contactId, filter);
  if (!message) {
    throw new Refusal('conflict', `No ${SEEN_WORDS[channel]} was sent to contact ${place.contactId} yet`);
  }
  const { id: messageId, identityId, contactId } = message;
  if (kind === 'click') await markSeen(tx, messageId, 'open', now);
  await markSeen(tx, messageId, kind, now);
  if (kind === 'click') await remember(context, { kind: 'open', contactId, identityId, messageId, message });
  const stoppedCampaignIds = await remember(context, { kind, contactId, identityId, messageId, message });
  return { identityId, messageId, stoppedCampaignIds };
}

/** A contact looks at the website: the signal WEBSITE_VISITOR. Nobody of ours is concerned. */
async function visit(context: Context, contactId: number, details: Details): Promise<Happened> {
  await remember(context, { kind: 'visit', contactId, identityId: null, messageId: null });
  await emitSignal(context, { kind: 'WEBSITE_VISITOR', entity: 'LEAD', ids: [contactId], details });
  return { identityId: null, messageId: null, stoppedCampaignIds: [] };
}

async function happen(context: Context, kind: EmitKind, place: Place, input: EmitInput): Promise<Happened> {
  switch (kind) {
    case 'reply':
      return receiveReply(context, { ...place, text: input.text ?? '', subject: input.subject });
    case 'open':
    case 'click':
    case 'view':
      return seeMessage(context, kind, place);
    case 'visit':
      return visit(context, place.contactId, pageOf(input));
    case 'accept':
    case 'complete': {
      const channel = place.channel ?? (kind === 'accept' ? 'NETWORK' : undefined);
      const identityId = await senderOf(context, { ...place, channel });
      const stopped = await remember(context, { kind, contactId: place.contactId, identityId, messageId: null });
      return { identityId, messageId: null, stoppedCampaignIds: stopped };
    }
  }
}

const pageOf = ({ url }: EmitInput): Details => (url === undefined ? {} : { url });

/** Makes it happen now. Throws Refusal `not_found`, or `conflict` where nothing was sent that could be opened. */
export async function emitEvent(context: Context, input: EmitInput): Promise<Emitted> {
  const { kind, contactId, companyId, senderIdentityId: identityId, channel } = input;
  const told = { kind, at: isoTime(context.now), contactId: contactId ?? null, companyId: companyId ?? null };
  if (contactId === undefined) {
    const company = await requireRecord(context, COMPANIES, companyId ?? 0);
    const visited = { kind: 'WEBSITE_VISITOR', entity: 'COMPANY', ids: [company.id], details: pageOf(input) } as const;
    await emitSignal(context, visited);
    return { ...told, senderIdentityId: null, messageId: null, stoppedCampaignIds: [] };
  }
  await requireRecord(context, CONTACTS, contactId);
  const happened = await happen(context, kind, { contactId, identityId, channel }, input);
  const { messageId, stoppedCampaignIds } = happened;
  return { ...told, senderIdentityId: happened.identityId, messageId, stoppedCampaignIds: [...stoppedCampaignIds] };
}
