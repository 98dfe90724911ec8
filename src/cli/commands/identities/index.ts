// reach identity, and the mailboxes of an identity.

import { listPages } from '../../../client/answers/pages.ts';
import { alternatives } from '../../../contract/english.ts';
import { IDENTITY_FIELDS, IDENTITY_LISTS } from '../../../contract/inbox/enums.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { readStdin } from '../../files/read.ts';
import {
  type BuildGroup,
  type Deps,
  does,
  group,
  groupByVerb,
  type OptionsOf,
  reads,
  writes,
} from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { recordFrom, withFields } from '../../shared/fields.ts';
import { printListing, readsList } from '../../shared/limit.ts';
import { findIdentity, identityIdOf } from '../../shared/lookup/by-name.ts';
import { identityView, mailboxView } from '../../shared/views/inbox.ts';
import { openInWeb, readsOne } from '../../shared/web/with-web.ts';
import { isApproved, planned } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { commaWords } from '../../terminal/settings.ts';
import { printIdentity, signatureCommand, withAllScope } from './signature.ts';

const listCommand = does(
  () =>
    readsList('list', {
      summary: 'List the identities of the workspace',
      uses: [routes.identities.list],
      view: identityView,
      output: 'one row per identity: id, name, email, its mailboxes',
      examples: [
        ['reach identity list', 'all identities'],
        ['reach identity list --fields id,name,languages', 'other columns'],
      ],
    }),
  async (session, limits) => {
    const { call } = await session.client();
    await printListing(session, identityView, limits, (paging) => listPages(call, 'identities', 'list', {}, paging));
  },
);

const showCommand = does(
  () =>
    readsOne('show', {
      summary: 'Show one identity',
      uses: [routes.identities.list],
      view: identityView,
      json: { record: routes.identities.update },
      output: 'every field that has a value, the signature as text; JSON has all fields, the signature as HTML',
      exits: ['notFound'],
      examples: [
        ['reach identity show "Robin Hale"', 'by name'],
        ['reach identity show robin.hale@outreach.example --json --fields id,signature', 'by email, for a script'],
      ],
    }).argument('<identity>', 'name, email or id'),
  async (session, word, { web }) => {
    const identity = await findIdentity(session, word);
    if (web) return await openInWeb(session, 'identity', word, identity);
    await printIdentity(session, identity);
  },
);

/** `-f languages=English,French` is a list; other fields are taken as they are. */
function checked(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known: readonly string[] = IDENTITY_FIELDS;
  const unknown = Object.keys(record).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`an identity has no writable field ${alternatives(unknown)}`, {
      hint: `known: ${IDENTITY_FIELDS.join(', ')}`,
    });
  }
  const lists: readonly string[] = IDENTITY_LISTS;
  const written = (name: string, value: unknown) =>
    lists.includes(name) && typeof value === 'string' ? commaWords(value) : value;
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, written(name, value)]));
}

const updateCommand = does(
  () =>
    withFields(
      writes('update', {
        summary: 'Change fields of an identity',
        description: `Fields: ${IDENTITY_FIELDS.join(', ')}. The email field does not configure a mailbox: see reach identity mailboxes.`,
        uses: [routes.identities.update, routes.identities.list],
        view: identityView,
        output: 'the identity after the change',
        exits: ['notFound'],
        replaces: true,
        examples: [
          ['reach identity update "Robin Hale" -f jobTitle=CTO -f languages=English,Irish', 'lists by commas'],
          ['reach identity update 2 -F scheduleMeetingUrl:=null', 'null clears a field'],
          ['reach identity update 2 --input robin.yaml --dry-run', 'from a file; only what would change'],
        ],
      }).argument('<identity>', 'name, email or id'),
    ),
  async (session, word, { dryRun, ...fields }) => {
    const body = checked(await recordFrom(session.io, fields));
    const request = { params: { identityId: await identityIdOf(session, word) }, body };
    if (!(await isApproved(session, planned(routes.identities.update, request), { dryRun }))) return;
    const api = await session.api();
    await printIdentity(session, await withAllScope(() => api.identities.update(request)));
  },
);

const listMailboxesCommand = does(
  () =>
    reads('list', {
      summary: 'List the mailboxes of an identity, the primary one first',
      uses: [routes.identities.mailboxes, routes.identities.list],
      view: mailboxView,
      json: { list: routes.identities.mailboxes },
      output: 'one row per mailbox: address, provider, whether it is primary, its health',
      exits: ['notFound'],
      examples: [
        ['reach identity mailboxes list "Robin Hale"', 'by name'],
        ['reach identity mailboxes list 2 --json', 'for a script'],
      ],
    }).argument('<identity>', 'name, email or id'),
  async (session, word) => {
    const identityId = await identityIdOf(session, word);
    const { mailboxes } = await (await session.api()).identities.mailboxes({ params: { identityId } });
    await session.print.list(mailboxView, mailboxes ?? []);
  },
);

const declare = () =>
  writes('add', {
    summary: 'Add an IMAP mailbox to an identity',
    description: 'Asks for the password, or reads it from standard input; it is never printed.',
    uses: [routes.identities.addMailbox, routes.identities.list],
    view: mailboxView,
    output: 'the mailbox',
    exits: ['notFound', 'conflict'],
    notForAgents: 'interactive',
    examples: [
      [
        'reach identity mailboxes add "Robin Hale" robin@x.example --imap imap.x.example --smtp smtp.x.example',
        'asks for the password',
      ],
      [
        'pass show mail/robin | reach identity mailboxes add 2 robin@x.example --imap mail.x.example --smtp mail.x.example:465 --password-stdin',
        'from a password manager',
      ],
    ],
  })
    .argument('<identity>', 'name, email or id')
    .argument('<email>', 'address of the mailbox')
    .requiredOption('--imap <host[:port]>', `server for incoming email (port ${IMAP_PORT})`)
    .requiredOption('--smtp <host[:port]>', `server for outgoing email (port ${SMTP_PORT})`)
    .option('--primary', 'make it the primary mailbox')
    .option('--password-stdin', 'read the password from standard input');

const IMAP_PORT = 993;
const SMTP_PORT = 587;

/** `mail.example.com` or `mail.example.com:993`. */
function serverOf(option: string, text: string, port: number): { host: string; port: number } {
  const match = /^([^\s:/]+)(?::([0-9]{1,5}))?$/.exec(text.trim());
  const input = match?.[2] === undefined ? port : Number(match[2]);
  if (match?.[1] === undefined || input < 1 || input > 65_535) {
    throw new UsageError(`${option} ${text}: not a server`, {
      hint: `such as mail.example.com or mail.example.com:${port}`,
    });
  }
  return { host: match[1], port: input };
}

async function passwordOf(session: Session, email: string, { passwordStdin }: OptionsOf<typeof declare>) {
  const password =
    passwordStdin === true
      ? (await readStdin(session.io)).replace(/\r?\n$/, '')
      : await session.prompt.secret(`Password of ${email}`, '--password-stdin');
  if (password === '') throw new UsageError('the password is empty');
  return password;
}

const addCommand = does(declare, async (session, text, email, options) => {
  const imap = serverOf('--imap', options.imap, IMAP_PORT);
  const smtp = serverOf('--smtp', options.smtp, SMTP_PORT);
  const identityId = await identityIdOf(session, text);
  const bodyWith = (password: string) => ({
    email,
    provider: 'imap' as const,
    credentials: { password, imapHost: imap.host, imapPort: imap.port, smtpHost: smtp.host, smtpPort: smtp.port },
    makePrimary: options.primary === true,
  });
  const params = { identityId };
  const call = planned(routes.identities.addMailbox, { params, body: bodyWith('(not shown)') });
  if (!(await isApproved(session, call, options))) return;
  const body = bodyWith(await passwordOf(session, email, options));
  const api = await session.api();
  const added = await withAllScope(() => api.identities.addMailbox({ params, body }));
  await session.print.record(mailboxView, added);
});

const mailboxesGroup = (deps: Deps) =>
  group('mailboxes', ['mailbox'], 'Mailboxes of an identity', [listMailboxesCommand(deps), addCommand(deps)]);

export const identity: BuildGroup = (deps) =>
  groupByVerb(deps, {
    list: listCommand,
    show: showCommand,
    update: updateCommand,
    signature: signatureCommand,
    mailboxes: mailboxesGroup,
  });
