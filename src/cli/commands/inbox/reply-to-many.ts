// reach inbox reply --to: one text with placeholders to many conversations, a contact at a time, and each contact once.

import type { RequestInput } from '../../../client/request.ts';
import { counted } from '../../../contract/english.ts';
import { isId } from '../../../contract/ids.ts';
import { MESSAGE_CHANNELS, type MessageChannel } from '../../../contract/inbox/enums.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { filledParts, tokensOf } from '../../../rules/campaigns/placeholders.ts';
import { nearest } from '../../../rules/nearest.ts';
import { readText } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { approveAt, typedCount } from '../../shared/approval.ts';
import { assertTouched, expectedOf } from '../../shared/effects/expected.ts';
import { findIdentity } from '../../shared/lookup/by-name.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { noteLeftOut, screened } from '../../shared/never-contact/guard.ts';
import { isOfOne } from '../../shared/one-by-one.ts';
import { bulkReplyView } from '../../shared/views/inbox.ts';
import { planned, printDryRun, type WriteOptions } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { type ContactResult, doneBefore, type OnePerContact, rateOf, sendOnePerContact } from './one-per-contact.ts';

/** What a text may name in braces, and where a conversation has it. */
const PLACEHOLDERS: ReadonlyMap<string, (thread: JsonObject) => unknown> = new Map([
  ...['firstName', 'lastName', 'jobTitle', 'companyName'].map(
    (field) => [field, (thread: JsonObject) => getOwn(contactOf(thread), field)] as const,
  ),
  ['company', (thread: JsonObject) => contactOf(thread)['companyName']],
  ['identity.name', (thread: JsonObject) => thread['senderIdentityName']],
]);

const contactOf = ({ contact }: JsonObject): JsonObject => objectIn(contact);

interface BulkReplyOptions extends WriteOptions {
  readonly from?: string | undefined;
  readonly rate?: string | undefined;
  readonly new?: true | undefined;
}

interface BulkReply {
  /** Of all of them: subject, attachment, channel. */
  readonly content: { readonly type?: MessageChannel };
  readonly text: string;
  /** Null where the service takes no request ids. */
  readonly newRequestId: (() => string) | null;
  /** The last conversation of a contact that is only named. */
  readonly lastThread: (contactId: number) => Promise<object | undefined>;
}

interface PendingReply {
  readonly contactId: number;
  readonly name: string;
  readonly senderIdentityId: number | null;
  readonly sender: string;
  readonly channel: MessageChannel | null;
  readonly message: string;
  readonly outcome?: 'NEVER_CONTACT' | 'DUPLICATE' | 'REJECTED';
  readonly reason?: string;
}

/** A reply to one is sent as it is. Throws UsageError for what only a reply to many fills in, however it is written. */
export function refusePlaceholders(text: string, contactId: number): void {
  const token = tokensOf(text).find(({ kind, name }) => kind !== 'lone' && nearest(name, PLACEHOLDERS.keys()) !== null);
  if (token === undefined) return;
  const hint = `echo ${contactId} | reach inbox reply --to - TEXT fills it in`;
  throw new UsageError(`${token.text} would be sent as it is`, { hint });
}

function checkPlaceholders(text: string): void {
  for (const { kind, name, text: token } of tokensOf(text)) {
    if (kind === 'lone' || (kind === 'placeholder' && PLACEHOLDERS.has(name))) continue;
    const known = [...PLACEHOLDERS.keys()].map((one) => `{${one}}`).join(' ');
    throw new UsageError(`unknown placeholder ${token}`, { hint: `a reply has ${known}` });
  }
}

/** Lines as `inbox threads -o ndjson` and `-o id` print them, or the array of `--json`. */
async function readConversations(session: Session, file: string, { lastThread }: BulkReply): Promise<JsonObject[]> {
  const text = (await readText(session.io, file)).trim();
  const found: JsonObject[] = [];
  const place = (at: number) => `${file === '-' ? 'standard input' : file}:${at + 1}`;
  const parsed = (json: string, at: number): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      throw new UsageError(`${place(at)} is not JSON`);
    }
  };
  const whole = text.startsWith('[') ? parsed(text, 0) : null;
  for (const [at, line] of (Array.isArray(whole) ? whole : text.split('\n')).entries()) {
    const row: unknown = typeof line === 'string' && line.startsWith('{') ? parsed(line, at) : line;
    if (isObject(row) && isId(row['contactId'])) {
      // With --fields, it may name no more than the contact.
      const last = isId(row['senderIdentityId']) ? {} : await lastThread(Number(row['contactId']));
      found.push({ ...last, ...row });
    } else if (typeof row === 'string' && !row.includes('\t')) {
      if (row.trim() === '') continue;
      const contactId = await recordIdOf(session, 'contact', row);
      found.push({ contactId, ...(await lastThread(contactId)) });
    } else {
      const hint = 'reach inbox threads -o ndjson prints them; or an id, email or name per line';
      throw new UsageError(`${place(at)} is not a conversation`, { hint });
    }
  }
  return found;
}

function replyIn(thread: JsonObject, { content, text }: BulkReply): PendingReply {
  const contact = contactOf(thread);
  const contactId = Number(thread['contactId']);
  const name = [contact['firstName'], contact['lastName']].filter((part) => typeof part === 'string').join(' ');
  const parts = filledParts(text, (field) => {
    const value = PLACEHOLDERS.get(field)?.(thread);
    return typeof value === 'string' ? value : null;
  });
  const missing = parts.find(({ kind }) => kind === 'missing');
  const channel = content.type ?? MESSAGE_CHANNELS.find((known) => known === thread['channel']) ?? null;
  const senderIdentityId = isId(thread['senderIdentityId']) ? Number(thread['senderIdentityId']) : null;
  const empty = missing === undefined ? undefined : `{${missing.text}} is empty`;
  const reason = senderIdentityId === null ? 'no conversation yet: give the sender with --from' : empty;
  const message = parts.map((part) => (part.kind === 'missing' ? `{${part.text}}` : part.text)).join('');
  const sender = harmless(
    String(thread['senderIdentityName'] ?? (senderIdentityId && `identity ${senderIdentityId}`) ?? ''),
  );
  const all = { contactId, name: harmless(name) || `contact ${contactId}`, senderIdentityId, sender, channel, message };
  return { ...all, ...(reason !== undefined && { outcome: 'REJECTED', reason }) };
}

/** One reply per contact, in its newest conversation; those that must not be contacted are left out. */
async function screenedReplies(session: Session, all: readonly PendingReply[]): Promise<PendingReply[]> {
  const ids = [...new Set(all.map(({ contactId }) => contactId))];
  const leftOut = new Map((await screened(session, { ids }))?.leftOut.map((one) => [one.contactId, one.reason]));
  const seen = new Set<number>();
  return all.map((one) => {
    const reason = leftOut.get(one.contactId);
    if (reason !== undefined) return { ...one, outcome: 'NEVER_CONTACT', reason };
    const isFirst = !seen.has(one.contactId);
    if (one.reason === undefined) seen.add(one.contactId);
    return isFirst ? one : { ...one, outcome: 'DUPLICATE', reason: 'another conversation of the contact is answered' };
  });
}

const WOULD = { outcome: 'WOULD_SEND' };
const EARLIER = { outcome: 'ALREADY_SENT', reason: 'by the same command, less than a day ago' };
const WHY_UNKNOWN = 'an earlier attempt may have sent it, see reach inbox messages; --new sends it again';

function outcomeOf({ is, data, error }: ContactResult): object {
  if (is === 'DONE') return { outcome: 'SENT', ...(isObject(data) && { messageId: data['id'] ?? null }) };
  if (is === 'EARLIER') return EARLIER;
  return is === 'UNKNOWN' ? { outcome: 'UNKNOWN', reason: WHY_UNKNOWN } : { outcome: 'FAILED', reason: error };
}

interface BulkPlan {
  /** All of them in the order of the input, and those that are to be sent by contact. */
  readonly replies: readonly PendingReply[];
  readonly open: ReadonlyMap<number, PendingReply>;
  readonly inputFor: (contactId: number, requestId?: string) => RequestInput;
}

async function prepared(session: Session, file: string, bulk: BulkReply, from: string | undefined): Promise<BulkPlan> {
  const sender = from === undefined ? null : await findIdentity(session, from);
  const chosen = sender === null ? {} : { senderIdentityId: sender.id, senderIdentityName: sender.name ?? null };
  const threads = await readConversations(session, file, bulk);
  const all = threads.map((thread) => replyIn({ ...thread, ...chosen }, bulk));
  const replies = await screenedReplies(session, all);
  const open = new Map(replies.flatMap((one) => (one.outcome === undefined ? [[one.contactId, one] as const] : [])));
  const inputFor = (contactId: number, requestId?: string) => {
    const { message, senderIdentityId, channel } = open.get(contactId) ?? {};
    const more = { ...(channel != null && { type: channel }), ...(requestId !== undefined && { requestId }) };
    return { body: { contactId, senderIdentityId, message, ...bulk.content, ...more } };
  };
  return { replies, open, inputFor };
}

async function printPreview(session: Session, { replies, inputFor }: BulkPlan, left: readonly PendingReply[]) {
  if (session.showRequests === true) {
    const calls = left.map(({ contactId }) => planned(routes.inbox.reply, inputFor(contactId)));
    return await printDryRun(session, calls);
  }
  const undo = await session.history.undoText([routes.inbox.reply]);
  const rows = replies.map((one) => ({
    ...one,
    ...(one.outcome === undefined && (left.includes(one) ? WOULD : EARLIER)),
    ...(undo !== null && { undo }),
  }));
  await session.print.list(bulkReplyView, rows);
  const count = counted(left.length, 'message');
  await session.print.note(`dry run: nothing is sent; would send ${count}, and messages cannot be unsent`);
}

/** Shows the text, and asks for all of them at once. */
async function approved(session: Session, text: string, left: readonly PendingReply[]): Promise<void> {
  await session.print.note(harmless(text));
  const senders = new Set(left.map(({ sender }) => sender));
  const act = `Send this to ${counted(left.length, 'contact')} from ${[...senders].join(', ')}`;
  await approveAt(session, act, { declined: 'nothing sent', typed: typedCount(left.length) });
}

export async function replyToMany(session: Session, file: string, bulk: BulkReply, options: BulkReplyOptions) {
  const { print } = session;
  const rate = rateOf(options.rate);
  checkPlaceholders(bulk.text);
  const ready = await prepared(session, file, bulk, options.from);
  const { replies, open } = ready;
  const refused = replies.filter(({ outcome }) => outcome !== undefined);
  await noteLeftOut(
    session,
    refused.map(({ reason = '', ...one }) => ({ ...one, reason })),
  );
  const isBad = refused.some(({ outcome }) => outcome === 'REJECTED') || (open.size === 0 && refused.length > 0);
  const { newRequestId } = bulk;
  const work: OnePerContact = {
    journal: 'replies',
    same: [bulk.text, { ...bulk.content, type: null }],
    ifRemoved: 'what was sent may then be sent again',
    ...{ route: routes.inbox.reply, rate, contactIds: [...open.keys()], inputFor: ready.inputFor, newRequestId },
    fresh: options.new === true,
    isRepeatable: false,
    isKept: true,
    reasonOf: (error) => (isOfOne(error) ? error.message : null),
    failed: 'not sent',
  };
  const earlier = await doneBefore(session, work);
  const left = [...open.values()].filter(({ contactId }) => !earlier.has(contactId));
  if (options.dryRun === true) await printPreview(session, ready, left);
  assertTouched(expectedOf(options), left.length, 'contact');
  if (options.dryRun === true) return isBad ? 'bad' : 'done';
  if (options.yes !== true && left.length > 0) await approved(session, bulk.text, left);
  const results = sendOnePerContact(session, work);
  let [sent, failed] = [0, 0];
  const rows = async function* () {
    yield* refused;
    for await (const result of results) {
      if (result.is === 'DONE') sent += 1;
      else if (result.is !== 'EARLIER') failed += 1;
      yield { ...open.get(result.contactId), ...outcomeOf(result) };
    }
  };
  await print.list(bulkReplyView, rows());
  const before = open.size - left.length;
  const others = replies.length - sent - before;
  await print.note(
    `${counted(sent, 'message')} sent${before > 0 ? `, ${before} sent before` : ''}${others > 0 ? `, ${others} not sent` : ''}`,
  );
  return isBad || failed > 0 ? 'bad' : 'done';
}
