// reach inbox reply: sends a message to a contact. Its request id is printed before anything is sent, so that the command
// can be repeated when the answer was lost, and the message still goes out once.

import { collected, listPages } from '../../../client/answers/pages.ts';
import { ApiError, ReplyError } from '../../../client/errors.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { CONTENT_TYPES } from '../../../contract/campaigns/enums.ts';
import type { Message, Thread } from '../../../contract/inbox/endpoints.ts';
import { MESSAGE_CHANNELS } from '../../../contract/inbox/enums.ts';
import { given } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { oneLine } from '../../../presentation/text.ts';
import { readText } from '../../files/read.ts';
import { asksFirst, does, type OptionsOf } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { approveAt } from '../../shared/approval.ts';
import { withExpect } from '../../shared/effects/expected.ts';
import { EditFile, namedEditor, remarkLines, withoutRemarks } from '../../shared/file-kind/edit-file.ts';
import { identityIdOf, knownWord } from '../../shared/lookup/by-name.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { assertContactable } from '../../shared/never-contact/guard.ts';
import { CONTACT } from '../../shared/records/entity.ts';
import { bulkReplyView, messageView, replyView } from '../../shared/views/inbox.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { filled } from '../../terminal/settings.ts';

const declare = () =>
  withExpect(
    asksFirst('reply', {
      summary: 'Send a message to a contact',
      description:
        'The text is an argument, a file, standard input, or written in your editor. Asks for confirmation, as a sent message cannot be recalled. A request id, which is printed where the service knows such ids, keeps a repeated command from sending it twice. With --to, {firstName}, {lastName}, {jobTitle}, {companyName} and {identity.name} in the text are filled in; each contact gets one reply, in the first of its conversations; if the command is killed, run it again: no contact gets the text twice within a day.',
      uses: [routes.inbox.reply, routes.inbox.threads, routes.identities.list, routes.contacts.search],
      view: replyView,
      json: [{ record: routes.inbox.reply }, { list: bulkReplyView }],
      output:
        'the sent message; with --to one row per conversation: SENT, ALREADY_SENT, NEVER_CONTACT, DUPLICATE, REJECTED, FAILED or UNKNOWN',

      exits: ['bad', 'notFound', 'conflict'],
      irreversible: true,
      examples: [
        ['reach inbox reply 4711 "Thursday at three is perfect." --from "Robin Hale"', 'asks, then sends'],
        ['reach inbox reply ada@engines.example --file answer.txt --yes', 'from the sender of the last conversation'],
        ['echo "Done." | reach inbox reply 4711 --from 2 --yes --request-id order-17', 'with your own request id'],
        [
          'reach inbox threads --tag Interested --all -o ndjson | reach inbox reply --to - --file answer.txt --dry-run',
          'one text with placeholders to many: every message as it would be sent',
        ],
      ],
    })
      .argument('[contact]', NAMED_BY.contact)
      .argument('[text]', 'the message (- = standard input)')
      .option('--to <file>', 'instead of one contact: what reach inbox threads -o ndjson printed (- = standard input)')
      .option('--from <identity>', 'sender: name, email or id (the sender of the last conversation)')
      .option('--file <file>', 'take the text from a file (- = standard input)')
      .option('--subject <text>', 'subject of the first email of a conversation')
      .option(
        '--channel <channel>',
        `${MESSAGE_CHANNELS.join(', ').toLowerCase()} (the channel of the last conversation)`,
      )
      .option('--attach <url>', 'URL or storage key of an attachment')
      .option('--attach-name <name>', 'name of the attachment')
      .option('--content-type <type>', `type of the attachment: ${CONTENT_TYPES.join(', ').toLowerCase()}`)
      .option('--request-id <id>', 'id of an earlier attempt, or your own')
      .option('--new', 'with --to: send also to whom the same text was sent less than a day ago')
      .option('--rate <n/time>', 'with --to: another rate, such as 30/60s'),
  );

/** `reach-` with the time and a random part. */
function newRequestId({ io }: Session): string {
  const chance = Math.floor(io.random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  return `reach-${io.now().toString(36)}-${chance}`;
}

/** Another service may not know request ids: then none is sent, and nothing is promised of a repeated command. */
async function requestIdOf(session: Session, input: string | undefined): Promise<{ readonly requestId?: string }> {
  const client = await session.client();
  if (await client.takes(routes.inbox.reply, 'requestId'))
    return { requestId: input === undefined ? newRequestId(session) : filled(input, '--request-id') };
  if (input === undefined) return {};
  throw new UsageError('--request-id: nothing confirms that this service knows request ids', {
    hint: 'without it the message is sent each time the command is run; reach inbox messages shows what was sent',
  });
}

/** The given sender, or the one of the last conversation. */
async function senderOf(session: Session, contactId: number, from: string | undefined): Promise<number> {
  if (from !== undefined) return await identityIdOf(session, from);
  const [last] = await threadsOf(session, contactId, 1);
  if (last?.senderIdentityId !== undefined) return last.senderIdentityId;
  throw new UsageError(`contact ${contactId} has no conversation yet: give the sender with --from`, {
    hint: 'list the identities: reach identity list',
  });
}

const QUOTED_LINES = 40;

async function edited(
  session: Session,
  contactId: number,
): Promise<{ readonly text: string; readonly file: EditFile }> {
  const threads = await latestThreads(session, contactId);
  const last = threads[0]?.lastMessage;
  const quoted =
    last?.direction === 'INBOUND'
      ? harmless(last.message ?? '')
          .split('\n')
          .slice(0, QUOTED_LINES)
      : [];
  const remarks = remarkLines([
    `To ${contactName(threads, contactId)}. Lines that begin like this one are not sent.`,
    'Save and close to continue; an empty text sends nothing.',
    ...(quoted.length === 0 ? [] : ['', 'The last message:', ...quoted]),
  ]);
  const file = await EditFile.create(session, { name: 'reply', file: 'reply.txt', beside: new Map() });
  return { text: withoutRemarks(await file.edit(session, `\n${remarks}`)).trim(), file };
}

const noText = () =>
  new UsageError('no text given', { hint: 'as an argument, with --file FILE, or on standard input' });

/** From the argument, --file or a pipe; null to open the editor. */
async function inputText({ io }: Session, text: string | undefined, options: OptionsOf<typeof declare>) {
  if (text !== undefined && options.file !== undefined) throw new UsageError('give TEXT or --file, not both');
  if (text !== undefined && text !== '-') return text;
  if (options.file !== undefined || text === '-') return (await readText(io, options.file ?? '-')).trimEnd();
  if (options.attach !== undefined) return '';
  return io.stdin.isTTY ? null : (await readText(io, '-')).trimEnd();
}

/** What does not depend on the contact. */
function contentOf({ channel, subject, attach, attachName, contentType }: OptionsOf<typeof declare>) {
  return {
    ...(channel !== undefined && { type: knownWord('--channel', channel, MESSAGE_CHANNELS) }),
    ...given({ subject, attachment: attach, attachmentName: attachName }),
    ...(contentType !== undefined && { contentType: knownWord('--content-type', contentType, CONTENT_TYPES) }),
  };
}

function assertNone(without: string, flags: Readonly<Record<string, unknown>>): void {
  for (const [flag, given] of Object.entries(flags))
    if (given !== undefined) throw new UsageError(`${flag} needs ${without}`);
}

async function bodyOf(session: Session, contactId: number, text: string, options: OptionsOf<typeof declare>) {
  return {
    contactId,
    senderIdentityId: await senderOf(session, contactId, options.from),
    message: text,
    ...contentOf(options),
    ...(await requestIdOf(session, options.requestId)),
  };
}

type ReplyBody = Awaited<ReturnType<typeof bodyOf>>;

/** Whether the message may have been sent although no answer confirms it. */
function isUnknown(error: unknown): error is NetworkError | ReplyError | ApiError {
  if (error instanceof NetworkError) return error.sent !== 'no';
  return error instanceof ReplyError || (error instanceof ApiError && (error.status >= 500 || error.status === 408));
}

/** A request id makes the request idempotent, so it is retried like a read. */
async function sent(session: Session, body: ReplyBody): Promise<Message> {
  const { ask } = await session.client();
  const { requestId, contactId } = body;
  try {
    const options = { signal: session.io.interrupt, isRepeatable: requestId !== undefined };
    return (await ask('inbox', 'reply', { body }, options)).data;
  } catch (error) {
    if (isUnknown(error)) {
      const how =
        requestId === undefined
          ? `it may have been sent: look with reach inbox messages ${contactId} before you repeat the command`
          : `it may have been sent: repeat the command with --request-id ${requestId} to send it at most once`;
      error.hint = error.hint === undefined ? how : `${error.hint}; ${how}`;
      if (error instanceof ApiError) error.mayBeDone = requestId === undefined || 'once';
    }
    throw error;
  }
}

/** Shows the text and asks. Names are looked up only if there is someone to ask. */
async function approved(session: Session, { contactId, senderIdentityId, message }: ReplyBody): Promise<void> {
  const threads = session.prompt.possible ? await latestThreads(session, contactId) : [];
  await session.print.note(harmless(message));
  const act = `Send this to ${contactName(threads, contactId)} from ${senderName(threads, senderIdentityId)}`;
  await approveAt(session, act, { declined: 'nothing sent' });
}

/** Whether the message was sent. */
async function send(session: Session, contactId: number, text: string, options: OptionsOf<typeof declare>) {
  const { print } = session;
  (await import('./reply-to-many.ts')).refusePlaceholders(text, contactId);
  const body = await bodyOf(session, contactId, text, options);
  const call = planned(routes.inbox.reply, { body }, { targets: async () => ({ entity: CONTACT, ids: [contactId] }) });
  if (!(await isApproved(session, call, options, { ask: () => approved(session, body) }))) return false;
  const { requestId } = body;
  if (requestId !== undefined) {
    await print.note(`request id ${requestId}: pass it as --request-id to repeat the command without sending twice`);
  }
  await print.record(messageView, await sent(session, body));
  return true;
}

/** With `--to` there is no contact, and the first word is the text. */
async function toMany(session: Session, file: string, words: string[], options: OptionsOf<typeof declare>) {
  const [text, more] = words;
  if (more !== undefined) throw new UsageError('give a contact or --to, not both');
  if (options.requestId !== undefined) throw new UsageError('--request-id is for one message: leave it out with --to');
  if (text === undefined && options.file === undefined && options.attach === undefined) throw noText();
  const input = (await inputText(session, text, options)) ?? '';
  if (input.trim() === '' && options.attach === undefined) throw noText();
  const takesIds = await (await session.client()).takes(routes.inbox.reply, 'requestId');
  const bulk = {
    content: contentOf(options),
    text: input,
    newRequestId: takesIds ? () => newRequestId(session) : null,
    lastThread: async (contactId: number) => (await threadsOf(session, contactId, 1))[0],
  };
  return await (await import('./reply-to-many.ts')).replyToMany(session, file, bulk, options);
}

export const replyCommand = does(declare, async (session, contact, words, options) => {
  const { attach, attachName, contentType, to, new: again, rate } = options;
  if (attach === undefined) assertNone('--attach', { '--attach-name': attachName, '--content-type': contentType });
  if (to === undefined) assertNone('--to', { '--new': again, '--rate': rate });
  if (options.to !== undefined) {
    const given = [contact, words].flatMap((word) => word ?? []);
    return await toMany(session, options.to, given, options);
  }
  if (contact === undefined || contact === '-') {
    const hint = 'many at once: reach inbox threads -o ndjson | reach inbox reply --to - TEXT';
    throw new UsageError('no contact given', { hint });
  }
  const contactId = await recordIdOf(session, 'contact', contact);
  await assertContactable(session, { ids: [contactId] }, 'nothing was sent');
  const text = await inputText(session, words, options);
  if (text !== null) {
    if (text.trim() === '' && options.attach === undefined) throw noText();
    await send(session, contactId, text, options);
    return;
  }
  if (session.settings.noInput && namedEditor(session) === undefined) throw noText();
  const written = await edited(session, contactId);
  if (written.text !== '') {
    await written.file.keepUntil(session, written.text, () => send(session, contactId, written.text, options));
    return;
  }
  await written.file.remove();
  await session.print.note('nothing written, nothing sent');
});

/** Enough for the names of a contact and its senders. */
const LATEST = 20;

/** The newest conversations of the contact, newest first, whether or not the service filters by contact. */
async function threadsOf(session: Session, contactId: number, limit: number): Promise<readonly Thread[]> {
  const { call } = await session.client();
  const query = { contactId };
  return await collected(listPages(call, 'inbox', 'threads', { query }, { limit, signal: session.io.interrupt }));
}

/** As `threadsOf`; none if the key is not allowed to read them. */
async function latestThreads(session: Session, contactId: number): Promise<readonly Thread[]> {
  try {
    return await threadsOf(session, contactId, LATEST);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return [];
    throw error;
  }
}

/** `Ada Lovelace (1)`, or `contact 1` if no conversation has the name. */
function contactName([thread]: readonly Thread[], contactId: number): string {
  const { firstName, lastName } = thread?.contact ?? {};
  const name = oneLine([firstName, lastName].filter((part) => part).join(' '));
  return name === '' ? `contact ${contactId}` : `${name} (${contactId})`;
}

/** `Robin Hale (2)`, or `identity 2`. */
function senderName(threads: readonly Thread[], identityId: number): string {
  const name = oneLine(threads.find((thread) => thread.senderIdentityId === identityId)?.senderIdentityName ?? '');
  return name === '' ? `identity ${identityId}` : `${name} (${identityId})`;
}
