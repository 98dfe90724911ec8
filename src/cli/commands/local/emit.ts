// reach local emit: simulates what contacts do.

import { Argument, Option } from 'commander';
import { EMIT_KINDS, MESSAGE_CHANNELS } from '../../../contract/inbox/enums.ts';
import { given } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { SIGNAL_KINDS } from '../../../contract/workflows/enums.ts';
import { readText } from '../../files/read.ts';
import { does, writes } from '../../session/command.ts';
import { identityIdOf } from '../../shared/lookup/by-name.ts';
import { knownWord } from '../../shared/lookup/inbox-enums.ts';
import { findList } from '../../shared/lookup/list.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { writeRecord } from '../../shared/write.ts';
import { UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';

const emittedView = viewOf(
  'event',
  'events',
  'kind contactId:number senderIdentityId:number messageId:number stoppedCampaignIds',
  {
    id: 'messageId',
    titles: {
      contactId: 'contact',
      senderIdentityId: 'sender',
      messageId: 'message',
      stoppedCampaignIds: 'stopped campaigns',
    },
  },
);

const declare = () =>
  writes('emit', {
    summary: 'Simulate a contact who replies, opens, clicks, accepts, bounces or visits the website',
    description:
      'reply: a message arrives and ends the campaigns of the contact. open, click: the last email. view: the last network message. accept: a connection request. complete: a task. bounce: the last email comes back. unsubscribe: no campaign writes to the contact any more. visit: the website. Replies and visits can start workflows; signal starts those that wait for it.',
    uses: [routes.local.emit],
    view: emittedView,
    output: 'the result: the message, the campaigns that have ended',
    exits: ['notFound', 'conflict'],
    examples: [
      ['reach local emit reply 4711 --text "Yes, please."', 'in the last conversation'],
      ['reach local emit visit 4711 --url https://www.example.com/prices', 'may start a workflow'],
      ['reach local emit open 4711 && reach local emit click 4711', 'the last email'],
    ],
  })
    .addArgument(new Argument('<kind>', 'what happens').choices(EMIT_KINDS))
    .argument('[contact]', NAMED_BY.contact)
    .option('--text <text>', 'text of a reply (- = standard input)')
    .option('--subject <text>', 'subject of a reply by email')
    .option('--from <identity>', 'the identity concerned (the sender of the last conversation)')
    .option(
      '--channel <channel>',
      `${MESSAGE_CHANNELS.join(', ').toLowerCase()} (the channel of the last conversation)`,
    )
    .option('--company <company>', 'company of a visit, instead of a contact: id, name or domain')
    .option('--url <url>', 'page of a visit')
    .addOption(new Option('--signal <kind>', 'what a signal reports').choices(SIGNAL_KINDS))
    .option('--list <list>', 'list of a signal: id or name')
    .option('--field <field>', 'field of a signal: its id');

export const emitCommand = does(declare, async (session, kind, contact, options) => {
  if ((contact === undefined) === (options.company === undefined)) {
    throw new UsageError('give a contact, or --company for a visit or a signal');
  }
  const text = options.text === '-' ? (await readText(session.io, '-')).trimEnd() : options.text;
  const { subject, url, signal, field } = options;
  const body = {
    kind,
    ...(contact !== undefined && { contactId: await recordIdOf(session, 'contact', contact) }),
    ...(options.company !== undefined && { companyId: await recordIdOf(session, 'company', options.company) }),
    ...(options.from !== undefined && { senderIdentityId: await identityIdOf(session, options.from) }),
    ...(options.channel !== undefined && {
      channel: knownWord('--channel', options.channel, MESSAGE_CHANNELS),
    }),
    ...given({ text, subject, url, signal }),
    ...(options.list !== undefined && { listId: (await findList(session, options.list)).id }),
    ...given({ field }),
  };
  await writeRecord(session, emittedView, ['local', 'emit'], { body }, options);
});
