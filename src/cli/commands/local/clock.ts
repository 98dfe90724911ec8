// reach local emit: what contacts do; and reach local clock: when.

import { Argument, Option } from 'commander';
import { counted } from '../../../contract/english.ts';
import { issuesText } from '../../../contract/envelope.ts';
import { EMIT_KINDS, MESSAGE_CHANNELS } from '../../../contract/inbox/enums.ts';
import { given } from '../../../contract/json.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { SIGNAL_KINDS } from '../../../contract/workflows/enums.ts';
import type { Until } from '../../../rules/scenarios/schema.ts';
import { readText } from '../../files/read.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { identityIdOf, knownWord } from '../../shared/lookup/by-name.ts';
import { findList } from '../../shared/lookup/list.ts';
import { NAMED_BY, recordIdOf } from '../../shared/lookup/record.ts';
import { eventText, isImplied, moveUntil } from '../../shared/timeline.ts';
import { clockView } from '../../shared/views/local.ts';
import { planned, printDryRun, writeRecord } from '../../shared/write.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { durationMs } from '../../terminal/settings.ts';

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

const declareEmit = () =>
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

export const emitCommand = does(declareEmit, async (session, kind, contact, options) => {
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

const declare = () =>
  writes('clock', {
    summary: 'Show, freeze, set or advance the clock; it never goes back',
    uses: [routes.local.clock, routes.local.timeline],
    exits: ['bad', 'refused'],
    view: clockView,
    json: [{ record: routes.local.setClock }, { list: routes.local.timeline }],
    output: 'the clock after the change; with --until, what happened on the way, with --json one event a line',
    examples: [
      ['reach local clock', 'its current time'],
      ['reach local clock --advance 3d', 'everything due in these days is performed, in order'],
      ['reach local clock --until idle', 'until nothing is left to do; prints what happens on the way'],
      [
        `reach local clock --until '{ campaign: Welcome, contact: ada@example.com, step: 2 }'`,
        'until a step is carried out',
      ],
      ['reach local clock --freeze', 'stop it until --unfreeze'],
    ],
  })
    .option('--advance <duration>', 'such as 90s, 2h or 3d')
    .option('--set <time>', 'a time that is not in its past, such as 2026-12-01T09:00:00Z')
    .option(
      '--until <event>',
      'advance until idle, a time, or an event as scenarios write it: email_opened, { campaign: Q3, step: 2 }',
    )
    .option('--within <duration>', 'with --until, how far at most (30d)')
    .option('--freeze', 'stop the clock')
    .option('--unfreeze', 'start it again');

/** The requested change; null to only show the clock. */
function changeOf({ advance, set, freeze, unfreeze, until }: OptionsOf<typeof declare>) {
  const input = [advance, set, freeze, unfreeze, until].filter((value) => value !== undefined);
  if (input.length > 1) throw new UsageError('give only one of --advance, --set, --until, --freeze and --unfreeze');
  if (advance !== undefined) return { advance };
  if (set !== undefined) return { set };
  return input.length === 0 ? null : { freeze: freeze === true };
}

const WITHIN = '30d';

/** What is waited for: a word, a time, or what a scenario would write under `until`. */
async function readUntil(text: string): Promise<Until> {
  const [{ readYaml }, { check }, { Until: schema }] = await Promise.all([
    import('../../files/yaml/read.ts'),
    import('../../../contract/issues.ts'),
    import('../../../rules/scenarios/schema.ts'),
  ]);
  const yaml = await readYaml(text, (key) => (key === 'step' ? 'auto' : 'text'));
  const checked = check(schema, yaml.value);
  if (checked.issues === null && yaml.problems.length === 0) return checked.input;
  const why = checked.issues === null ? yaml.problems[0]?.message : issuesText(checked.issues);
  throw new CliError('refused', 'until', `--until: ${why}`);
}

const eventView = viewOf('event', 'events', 'at contact kind:extra what:prose', { id: 'key' });

/** As they happen: with --json one a line, since the end may be far. */
async function printEvents({ print, settings }: Session, events: AsyncIterable<WorkspaceEvent>): Promise<number> {
  let count = 0;
  async function* displayed() {
    for await (const event of events) {
      count += 1;
      if (!isImplied(event) || settings.output !== 'table') yield { ...event, what: eventText(event) };
    }
  }
  if (settings.output !== 'json') await print.list(eventView, displayed());
  else for await (const event of displayed()) await print.text(`${JSON.stringify(event)}\n`);
  return count;
}

/** One implementation with scenarios: moves the clock from one due time to the next, and prints what happens. */
async function untilEvent(session: Session, text: string, within = WITHIN, isDryRun: boolean): Promise<ExitName> {
  const until = await readUntil(text);
  const limitMs = durationMs(within, '--within');
  const api = await session.api();
  // A clock is never set back.
  await (await import('../../outreach/scenarios/outcome.ts')).assertUntil({ session, api }, until);
  if (isDryRun) {
    await session.print.note(`would move the clock until ${text}, at most ${within}; nothing was sent`);
    return 'done';
  }
  const moving = moveUntil(api, until, limitMs);
  const count = await printEvents(session, moving.events());
  const moved = moving.result();
  // The reader of the output has gone: the clock stays where it got to.
  if (moved === null) return 'done';
  const { isReached, now } = moved;
  await session.print.note(`${counted(count, 'event')}; the clock is at ${new Date(now).toISOString()}`);
  if (!isReached) await session.print.warn(`${text} did not happen within ${within}`);
  return isReached ? 'done' : 'bad';
}

export const clockCommand = does(declare, async (session, { dryRun, ...options }) => {
  const body = changeOf(options);
  if (options.within !== undefined && options.until === undefined) throw new UsageError('--within needs --until');
  if (options.until !== undefined && session.showRequests === true)
    throw new UsageError('--show-requests does not go with --until');
  if (options.until !== undefined) return await untilEvent(session, options.until, options.within, dryRun === true);
  if (body !== null && dryRun === true) return await printDryRun(session, planned(routes.local.setClock, { body }));
  const { local } = await session.api();
  await session.print.record(clockView, body === null ? await local.clock() : await local.setClock({ body }));
});
