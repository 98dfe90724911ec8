// reach inbox reply: a message to a contact, by hand. Its request id is made once and told before anything is sent, so that
// the same command can be repeated where the answer was lost, and the message still goes out once.

import { ApiError, ReplyError } from '../../../client/errors.ts';
import { routes } from '../../../client/routes/routes.ts';
import { NetworkError } from '../../../client/transport/transport.ts';
import { CONTENT_TYPES } from '../../../contract/campaigns/enums.ts';
import type { Message } from '../../../contract/inbox/endpoints.ts';
import { MESSAGE_CHANNELS } from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readText } from '../../files/read.ts';
import { harmless } from '../../output/formats/cells.ts';
import { messageView } from '../../output/views/inbox.ts';
import { remarkLines, withoutRemarks } from '../../shared/edit/comments.ts';
import { EditFile, namedEditor } from '../../shared/edit/edit-file.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { knownWord } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { contactName, latestThreads, senderName } from './parties.ts';

interface Flags {
  readonly from?: string;
  readonly file?: string;
  readonly subject?: string;
  readonly channel?: string;
  readonly attach?: string;
  readonly attachName?: string;
  readonly contentType?: string;
  readonly requestId?: string;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/** `reach-` with the moment and chance: nobody makes it twice. */
function newRequestId({ io }: Session): string {
  const chance = Math.floor(io.random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  return `reach-${io.now().toString(36)}-${chance}`;
}

/** Who writes: told, or whoever the last conversation was with. */
async function senderOf(session: Session, contactId: number, from: string | undefined): Promise<number> {
  if (from !== undefined) return await identityIdOf(session, from);
  const { inboxes } = await (await session.api()).inbox.threads({ query: { contactId, pageSize: 1 } });
  const [last] = inboxes;
  if (last !== undefined) return last.senderIdentityId;
  throw new UsageError(`contact ${contactId} has no conversation yet: --from says who writes`, {
    hint: 'reach identity list shows the identities',
  });
}

/** What is answered, below the place to write. */
const QUOTED_LINES = 40;

interface Draft {
  readonly text: string;
  /** Where it was written. */
  readonly file: EditFile;
}

async function edited(session: Session, contactId: number): Promise<Draft> {
  const threads = await latestThreads(session, contactId);
  const last = threads[0]?.lastMessage;
  const quoted = last?.direction === 'INBOUND' ? harmless(last.message).split('\n').slice(0, QUOTED_LINES) : [];
  const remarks = remarkLines([
    `To ${contactName(threads, contactId)}. Lines that begin like this one are left out.`,
    'Save and close to go on; an empty text sends nothing.',
    ...(quoted.length === 0 ? [] : ['', 'The last message:', ...quoted]),
  ]);
  const file = await EditFile.create(session, { name: 'reply', file: 'reply.txt', beside: new Map() });
  return { text: withoutRemarks(await file.edit(session, `\n${remarks}`)).trim(), file };
}

const noText = () =>
  new UsageError('no text given', { hint: 'as an argument, with --file FILE, or on standard input' });

/** From the argument, --file or a pipe; null where it is to be written in the editor. */
async function givenText({ io }: Session, text: string | undefined, flags: Flags): Promise<string | null> {
  if (text !== undefined && flags.file !== undefined) throw new UsageError('give TEXT or --file, not both');
  if (text !== undefined && text !== '-') return text;
  if (flags.file !== undefined || text === '-') return (await readText(io, flags.file ?? '-')).trimEnd();
  if (flags.attach !== undefined) return '';
  return io.stdin.isTTY ? null : (await readText(io, '-')).trimEnd();
}

async function bodyOf(session: Session, contactId: number, text: string, flags: Flags) {
  return {
    contactId,
    senderIdentityId: await senderOf(session, contactId, flags.from),
    message: text,
    ...(flags.channel !== undefined && { type: knownWord('--channel', flags.channel, MESSAGE_CHANNELS) }),
    ...(flags.subject !== undefined && { subject: flags.subject }),
    ...(flags.attach !== undefined && { attachment: flags.attach }),
    ...(flags.attachName !== undefined && { attachmentName: flags.attachName }),
    ...(flags.contentType !== undefined && {
      contentType: knownWord('--content-type', flags.contentType, CONTENT_TYPES),
    }),
    requestId: flags.requestId ?? newRequestId(session),
  };
}

type Body = Awaited<ReturnType<typeof bodyOf>>;

/** Whether the message may have been sent although no answer says so. */
function isUnknown(error: unknown): error is NetworkError | ReplyError | ApiError {
  if (error instanceof NetworkError) return error.sent !== 'no';
  return error instanceof ReplyError || (error instanceof ApiError && (error.status >= 500 || error.status === 408));
}

/** The same request id makes it one message however often it arrives: it may be repeated like a read. */
async function sent(session: Session, body: Body): Promise<Message> {
  const { ask } = await session.client();
  try {
    const options = { signal: session.io.interrupt, isRepeatable: true };
    return (await ask('inbox', 'reply', { body }, options)).data;
  } catch (error) {
    if (isUnknown(error)) {
      const how = `it may have been sent: the same command with --request-id ${body.requestId} sends it once at most`;
      error.hint = error.hint === undefined ? how : `${error.hint}; ${how}`;
    }
    throw error;
  }
}

/** Shows the text and asks. Names are looked up for a person alone. */
async function isMeant(session: Session, { contactId, senderIdentityId, message }: Body): Promise<boolean> {
  const threads = session.prompt.possible ? await latestThreads(session, contactId) : [];
  await session.print.note(harmless(message));
  const question = `Send this to ${contactName(threads, contactId)} from ${senderName(threads, senderIdentityId)}?`;
  return await session.prompt.confirm(question, '--yes');
}

/** Gives whether the message was sent. */
async function send(session: Session, contactId: number, text: string, flags: Flags): Promise<boolean> {
  const { print } = session;
  const body = await bodyOf(session, contactId, text, flags);
  if (flags.dryRun === true) {
    await printDryRun(session, 'POST', routes.inbox.reply.path, body);
    return false;
  }
  if (flags.yes !== true && !(await isMeant(session, body))) {
    await print.note('nothing sent');
    return false;
  }
  await print.note(`request id ${body.requestId}: with --request-id it can be repeated, and is sent once`);
  await print.record(messageView, await sent(session, body));
  return true;
}

async function reply(session: Session, contact: string, given: string | undefined, flags: Flags): Promise<void> {
  const contactId = await recordIdOf(session, 'contact', contact);
  const text = await givenText(session, given, flags);
  if (text !== null) {
    if (text.trim() === '' && flags.attach === undefined) throw noText();
    await send(session, contactId, text, flags);
    return;
  }
  if (session.settings.noInput && namedEditor(session) === undefined) throw noText();
  const draft = await edited(session, contactId);
  if (draft.text !== '') {
    return await draft.file.keepUntil(session, draft.text, () => send(session, contactId, draft.text, flags));
  }
  await draft.file.remove();
  await session.print.note('nothing written, nothing sent');
}

export function replyCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('reply', {
      summary: 'Write to a contact by hand',
      description:
        'The text is an argument, a file, standard input, or written in the editor. Asks first: what is sent cannot be taken back. A request id, made once and shown, keeps a repeated command from sending it twice.',
      uses: [routes.inbox.reply, routes.inbox.threads, routes.identities.list, routes.contacts.search],
      output: 'the message as it was sent',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach inbox reply 4711 "Thursday at three is perfect." --from "Robin Hale"', 'asks, then sends'],
        ['reach inbox reply ada@engines.example --file answer.txt --yes', 'from whoever wrote with her last'],
        ['echo "Done." | reach inbox reply 4711 --from 2 --yes --request-id order-17', 'an id of your own'],
      ],
    })
      .argument('<contact>', 'id, e-mail, or first and last name')
      .argument('[text]', 'what to say (- = standard input)')
      .option('--from <identity>', 'who writes, by name, e-mail or id; else whoever wrote with the contact last')
      .option('--file <file>', 'the text is in a file (- = standard input)')
      .option('--subject <text>', 'of the first email of a conversation')
      .option('--channel <channel>', `${MESSAGE_CHANNELS.join(', ').toLowerCase()}; else that of the last conversation`)
      .option('--attach <url>', 'an address, or a storage key')
      .option('--attach-name <name>', 'how the attachment is called')
      .option('--content-type <type>', `what it is: ${CONTENT_TYPES.join(', ').toLowerCase()}`)
      .option('--request-id <id>', 'that of an earlier try, or one of your own')
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'print what would be sent, send nothing'),
    reply,
  );
}
