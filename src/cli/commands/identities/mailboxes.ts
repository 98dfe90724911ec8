// reach identity mailboxes: where an identity's emails go out and come in. A password comes from a hidden prompt or standard
// input, never from the command line, which other people of the machine can read.

import { routes } from '../../../client/routes/routes.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, group, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readStdin } from '../../files/read.ts';
import { mailboxView } from '../../output/views/identities.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';
import { withAllScope } from './all-scope.ts';

interface Flags {
  readonly imap: string;
  readonly smtp: string;
  readonly primary?: boolean;
  readonly passwordStdin?: boolean;
  readonly dryRun?: boolean;
}

const IMAP_PORT = 993;
const SMTP_PORT = 587;

/** `mail.example.com` or `mail.example.com:993`. */
function serverOf(flag: string, text: string, port: number): { host: string; port: number } {
  const match = /^([^\s:/]+)(?::([0-9]{1,5}))?$/.exec(text.trim());
  const given = match?.[2] === undefined ? port : Number(match[2]);
  if (match?.[1] === undefined || given < 1 || given > 65_535) {
    throw new UsageError(`${flag} ${text}: no server`, {
      hint: `such as mail.example.com or mail.example.com:${port}`,
    });
  }
  return { host: match[1], port: given };
}

async function passwordOf(session: Session, email: string, { passwordStdin }: Flags): Promise<string> {
  const password =
    passwordStdin === true
      ? (await readStdin(session.io)).replace(/\r?\n$/, '')
      : await session.prompt.secret(`Password of ${email}`, '--password-stdin');
  if (password === '') throw new UsageError('the password is empty');
  return password;
}

async function add(session: Session, text: string, email: string, flags: Flags): Promise<void> {
  const imap = serverOf('--imap', flags.imap, IMAP_PORT);
  const smtp = serverOf('--smtp', flags.smtp, SMTP_PORT);
  const identityId = await identityIdOf(session, text);
  const bodyWith = (password: string) => ({
    email,
    provider: 'imap' as const,
    credentials: { password, imapHost: imap.host, imapPort: imap.port, smtpHost: smtp.host, smtpPort: smtp.port },
    makePrimary: flags.primary === true,
  });
  if (flags.dryRun === true) {
    return await printDryRun(session, 'POST', `/v1/identities/${identityId}/mailboxes`, bodyWith('(not shown)'));
  }
  const body = bodyWith(await passwordOf(session, email, flags));
  const api = await session.api();
  const added = await withAllScope(() => api.identities.addMailbox({ params: { identityId }, body }));
  await session.print.record(mailboxView, added);
}

function addCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('add', {
      summary: 'Add an IMAP mailbox to an identity',
      description: 'The password is asked for, or read from standard input; it is never printed.',
      uses: [routes.identities.addMailbox, routes.identities.list],
      output: 'the mailbox',
      exits: ['notFound', 'conflict'],
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
      .argument('<identity>', 'name, e-mail or id')
      .argument('<email>', 'address of the mailbox')
      .requiredOption('--imap <host[:port]>', `where emails come in; port ${IMAP_PORT} unless told`)
      .requiredOption('--smtp <host[:port]>', `where emails go out; port ${SMTP_PORT} unless told`)
      .option('--primary', 'make it the primary one')
      .option('--password-stdin', 'read the password from standard input')
      .option('--dry-run', 'print what would be sent, without a password, send nothing'),
    add,
  );
}

export function mailboxesGroup(deps: Deps) {
  return group('mailboxes', ['mailbox'], 'Mailboxes of an identity', [
    doesUntyped(
      deps,
      leaf('list', {
        summary: 'The mailboxes of an identity, the primary one first',
        uses: [routes.identities.mailboxes, routes.identities.list],
        output: 'one row a mailbox: address, provider, whether it is primary, its health',
        exits: ['notFound'],
        examples: [
          ['reach identity mailboxes list "Robin Hale"', 'by name'],
          ['reach identity mailboxes list 2 --json', 'for a script'],
        ],
      }).argument('<identity>', 'name, e-mail or id'),
      async (session, text: string) => {
        const identityId = await identityIdOf(session, text);
        const { mailboxes } = await (await session.api()).identities.mailboxes({ params: { identityId } });
        await session.print.list(mailboxView, mailboxes);
      },
    ),
    addCommand(deps),
  ]);
}
