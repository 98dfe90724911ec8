// reach local clock.

import { counted } from '../../../contract/english.ts';
import { issuesText } from '../../../contract/envelope.ts';
import type { WorkspaceEvent } from '../../../contract/local/timeline.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Until } from '../../../rules/scenarios/schema.ts';
import { does, type OptionsOf, writes } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { planned, printDryRun } from '../../shared/dry-run.ts';
import { eventText, isImplied } from '../../shared/timeline/events.ts';
import { moveUntil } from '../../shared/timeline/until.ts';
import { clockView } from '../../shared/views/local.ts';
import { CliError, type ExitName, UsageError } from '../../terminal/exit.ts';
import { viewOf } from '../../terminal/formats/cells.ts';
import { durationMs } from '../../terminal/settings.ts';

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
  if (isDryRun) {
    await session.print.note(`would move the clock until ${text}, at most ${within}; nothing was sent`);
    return 'done';
  }
  const api = await session.api();
  // A clock is never set back.
  await (await import('../../outreach/scenarios/outcome.ts')).assertUntil({ session, api }, until);
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
  if (body !== null && dryRun === true) return await printDryRun(session, planned(routes.local.setClock, { body }));
  if (options.until !== undefined && session.showRequests === true)
    throw new UsageError('--show-requests does not go with --until');
  if (options.until !== undefined) return await untilEvent(session, options.until, options.within, dryRun === true);
  const { local } = await session.api();
  await session.print.record(clockView, body === null ? await local.clock() : await local.setClock({ body }));
});
