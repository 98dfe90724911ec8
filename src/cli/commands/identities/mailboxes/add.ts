// reach identity mailboxes add. The password comes from a hidden prompt or standard input, never from the command line,
// which other users of the machine can read.

import { routes } from '../../../../contract/routes/routes.ts';
import { readStdin } from '../../../files/read.ts';
import { does, type OptionsOf, writes } from '../../../session/command.ts';
import type { Session } from '../../../session/session.ts';
import { planned, printDryRun } from '../../../shared/dry-run.ts';
import { identityIdOf } from '../../../shared/lookup/identity.ts';
import { mailboxView } from '../../../shared/views/identities.ts';
import { UsageError } from '../../../terminal/exit.ts';
import { withAllScope } from '../identity.ts';

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
    completes: { identity: 'identities' },
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

async function add(session: Session, text: string, email: string, options: OptionsOf<typeof declare>): Promise<void> {
  const imap = serverOf('--imap', options.imap, IMAP_PORT);
  const smtp = serverOf('--smtp', options.smtp, SMTP_PORT);
  const identityId = await identityIdOf(session, text);
  const bodyWith = (password: string) => ({
    email,
    provider: 'imap' as const,
    credentials: { password, imapHost: imap.host, imapPort: imap.port, smtpHost: smtp.host, smtpPort: smtp.port },
    makePrimary: options.primary === true,
  });
  if (options.dryRun === true) {
    const request = { params: { identityId }, body: bodyWith('(not shown)') };
    return await printDryRun(session, planned(routes.identities.addMailbox, request));
  }
  const body = bodyWith(await passwordOf(session, email, options));
  const api = await session.api();
  const added = await withAllScope(() => api.identities.addMailbox({ params: { identityId }, body }));
  await session.print.record(mailboxView, added);
}

export const addCommand = does(declare, add);
