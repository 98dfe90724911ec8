// reach local emit: what people outside do, made to happen.

import { routes } from '../../../client/routes/routes.ts';
import { EMIT_KINDS, MESSAGE_CHANNELS } from '../../../contract/inbox/enums.ts';
import type { Deps } from '../../app/command.ts';
import { doesUntyped, leaf } from '../../app/command.ts';
import { UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { readText } from '../../files/read.ts';
import type { View } from '../../output/formats/cells.ts';
import { identityIdOf } from '../../shared/lookup/identity.ts';
import { knownWord } from '../../shared/lookup/inbox-enums.ts';
import { recordIdOf } from '../../shared/lookup/record.ts';
import { printDryRun } from '../../shared/records/verbs/record.ts';

const emittedView: View = {
  noun: 'event',
  plural: 'events',
  id: 'messageId',
  columns: [
    { key: 'kind', title: 'kind' },
    { key: 'contactId', title: 'contact', kind: 'number' },
    { key: 'senderIdentityId', title: 'sender', kind: 'number' },
    { key: 'messageId', title: 'message', kind: 'number' },
    { key: 'stoppedCampaignIds', title: 'stopped campaigns' },
  ],
};

interface Flags {
  readonly text?: string;
  readonly subject?: string;
  readonly from?: string;
  readonly channel?: string;
  readonly company?: string;
  readonly url?: string;
  readonly dryRun?: boolean;
}

async function emit(session: Session, word: string, contact: string | undefined, flags: Flags): Promise<void> {
  const kind = EMIT_KINDS.find((known) => known === word);
  if (kind === undefined)
    throw new UsageError(`nothing is called ${word}`, { hint: `one of ${EMIT_KINDS.join(', ')}` });
  if ((contact === undefined) === (flags.company === undefined)) {
    throw new UsageError('say who does it: a contact, or --company for a visit');
  }
  const text = flags.text === '-' ? (await readText(session.io, '-')).trimEnd() : flags.text;
  const body = {
    kind,
    ...(contact !== undefined && { contactId: await recordIdOf(session, 'contact', contact) }),
    ...(flags.company !== undefined && { companyId: await recordIdOf(session, 'company', flags.company) }),
    ...(flags.from !== undefined && { senderIdentityId: await identityIdOf(session, flags.from) }),
    ...(flags.channel !== undefined && { channel: knownWord('--channel', flags.channel, MESSAGE_CHANNELS) }),
    ...(text !== undefined && { text }),
    ...(flags.subject !== undefined && { subject: flags.subject }),
    ...(flags.url !== undefined && { url: flags.url }),
  };
  if (flags.dryRun === true) return await printDryRun(session, 'POST', routes.local.emit.path, body);
  await session.print.record(emittedView, await (await session.api()).local.emit({ body }));
}

export function emitCommand(deps: Deps) {
  return doesUntyped(
    deps,
    leaf('emit', {
      summary: 'Let a contact reply, open, click, accept or visit the website',
      description:
        'reply: an answer comes in, and ends the contact’s campaigns. open, click: the last email. view: the last network message. accept: a connection request. complete: a task. visit: the website. Workflows hear of replies and visits.',
      uses: [routes.local.emit],
      output: 'what came of it: the message, the campaigns that have ended',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach local emit reply 4711 --text "Yes, please."', 'where the last conversation was'],
        ['reach local emit visit 4711 --url https://www.example.com/prices', 'a workflow may start'],
        ['reach local emit open 4711 && reach local emit click 4711', 'the last email'],
      ],
    })
      .argument('<kind>', EMIT_KINDS.join(', '))
      .argument('[contact]', 'id, e-mail, or first and last name')
      .option('--text <text>', 'what a reply says (- = standard input)')
      .option('--subject <text>', 'of a reply by email')
      .option('--from <identity>', 'the sender of ours it is about; else that of the last conversation')
      .option('--channel <channel>', `${MESSAGE_CHANNELS.join(', ').toLowerCase()}; else that of the last conversation`)
      .option('--company <company>', 'of a visit, in place of a contact: id, name or domain')
      .option('--url <address>', 'of a visit: the page')
      .option('--dry-run', 'print what would be sent, send nothing'),
    emit,
  );
}
