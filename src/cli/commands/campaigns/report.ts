// reach campaign forecast: what a campaign will send, day by day; and report: what came of it, by step.

import { append } from '../../../contract/append.ts';
import type { CampaignInput } from '../../../contract/campaigns/endpoints.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { isFileWord } from '../../files/is-file.ts';
import { forecastCampaign } from '../../outreach/forecast/forecasts.ts';
import { forecastOptions, withForecastOptions } from '../../outreach/forecast/run-ahead.ts';
import { forecastView, printForecast } from '../../outreach/forecast/text.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer.ts';
import {
  type Bases,
  basesOf,
  type Counted,
  PART_OF,
  type StepRow,
  shareText,
  stepRows,
  variantsOf,
} from '../../shared/campaign-report.ts';
import { soundCampaign } from '../../shared/lint/campaign-knowledge.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { listIdOf } from '../../shared/lookup/list.ts';
import { CampaignSteps } from '../../shared/timeline.ts';
import { columnsOf, type View } from '../../terminal/formats/cells.ts';
import { isForPerson } from '../../terminal/settings.ts';

const declareForecast = () =>
  withForecastOptions(
    reads('forecast', {
      summary: 'Show what a campaign will send, day by day',
      description: [
        'Runs the engine of the local service ahead on a copy of the workspace, with a clock of its own: nothing is sent or',
        'changed. What people do is assumed, and the same each time. Days are in UTC.',
      ].join('\n'),
      uses: [routes.campaigns.get, routes.campaigns.list, routes.lists.list, routes.contacts.search],
      view: forecastView,
      json: 'record',
      output:
        'messages by day, channel and sender; on a terminal also the share of each branch, who is not reached and why, and who still waits; JSON: all of it',
      exits: ['notFound', 'conflict'],
      examples: [
        ['reach campaign forecast welcome.yaml --list Fair', 'before it is created'],
        ['reach campaign forecast "Q3 launch" --days 30', 'what is still to come'],
        ['reach campaign forecast 12 --list Fair --assume opened=40%,accepted=25% -o csv', 'as a table of days'],
      ],
    })
      .argument('<campaign>', 'campaign file, or id or name of a campaign')
      .option('--list <list>', 'contacts to add first: a list by name or id'),
  );

async function campaignOf(session: Session, word: string): Promise<AnyId | CampaignInput> {
  if (!isFileWord(session.io, word)) return await campaignIdOf(session, word);
  return (await soundCampaign(session, word)).body;
}

export const forecastCommand = does(declareForecast, async (session, word, { list, ...flags }) => {
  const options = await forecastOptions(flags);
  const campaign = await campaignOf(session, word);
  const listId = list === undefined ? null : await listIdOf(session, list, 'CONTACT');
  const forecast = await session.progress('Copying the workspace', (tell) =>
    forecastCampaign(session, campaign, listId, options, tell),
  );
  await printForecast(session, forecast);
});

const COUNTS: readonly Counted[] = ['opened', 'clicked', 'viewed', 'accepted', 'completed', 'replied'];
const BASES = [...new Set(Object.values(PART_OF))];

const reportView: View = {
  noun: 'step',
  plural: 'steps',
  id: 'campaignId',
  alsoHas: ['campaignId'],
  columns: [
    ...columnsOf('campaign variant:sparse step:word type sent:number'),
    ...[...COUNTS, ...BASES].map((key) => ({ key, kind: 'number', isSparse: true }) as const),
  ],
};

const declare = () =>
  reads('report', {
    summary: 'Show what came of a campaign: sent, opened, clicked, replied, by step and by variant',
    description: [
      'A row for the whole campaign, then one for each step that was reached. Where a random split of a workflow adds contacts',
      'to several campaigns, the others are reported as well: they are its variants. Opened and clicked are parts of the',
      'emails, viewed of the network messages, accepted of the requests, replied of all messages; a reply counts for the last',
      'message before it. Another service than the local one shows the sums of a campaign alone: no steps, no replies by step.',
    ].join('\n'),
    uses: [routes.campaigns.get, routes.campaigns.list, routes.workflows.list, routes.workflows.get],
    view: reportView,
    json: 'list',
    output:
      'counts, and what each is a part of: emails, networkMessages, requests, tasks, messages; on a terminal as rates',
    exits: ['notFound'],
    examples: [
      ['reach campaign report "Q3 launch"', 'by step'],
      ['reach campaign report "Subject as a question" -o csv', 'and the other variant of its split'],
      ['reach campaign report 12 13 --json', 'two campaigns beside each other'],
    ],
  }).argument('<campaign...>', 'ids or names of campaigns');

type StepCounted = Readonly<Partial<Record<Counted, number | null | undefined>>>;
type Row = StepCounted & { readonly [key: string]: unknown; readonly of: Partial<Bases> };

const sum = (rows: readonly StepRow[], of: (row: StepRow) => number) => rows.reduce((all, row) => all + of(row), 0);

/** A row of the whole campaign, then one of each step that sent anything. */
async function rowsFor(session: Session, campaignId: AnyId, variant: string | null): Promise<Row[]> {
  const api = await session.api();
  const { name, progress = {}, trackOpens, trackClicks } = await api.campaigns.get({ params: { campaignId } });
  const campaign = { campaignId, campaign: orDash(name), variant };
  const whole = { ...campaign, step: null, type: null };
  // All that another service shows is how far the campaign is.
  const { sent, opened, clicked, viewed, replied } = progress;
  if (!isLocal(session)) return [{ ...whole, sent, opened, clicked, viewed, replied, of: {} }];
  const report = await api.local.report({ query: { campaignId: String(campaignId) } });
  const steps = await stepRows(new CampaignSteps(api), report);
  const of: Partial<Bases> = Object.fromEntries(
    BASES.map((key) => [key, sum(steps, (step) => basesOf(step)[key] ?? 0)]),
  );
  const counts: StepCounted = Object.fromEntries(COUNTS.map((key) => [key, sum(steps, (step) => step[key])]));
  const rows = [
    { ...whole, sent: of.messages, ...counts, of },
    ...steps.filter((step) => step.sent > 0).map((step) => ({ ...step, ...campaign, of: basesOf(step) })),
  ];
  // What is not tracked is not known to be none.
  const untracked = { ...(!trackOpens && { opened: null }), ...(!trackClicks && { clicked: null }) };
  return rows.map((row) => ({ ...row, ...untracked }));
}

/** Columns that the rates have beside each other. */
const WIDE = 120;

/** The rates of a step in one column, where the terminal has no room for a column each. */
const narrowView = (campaigns: number): View => ({
  ...reportView,
  columns: columnsOf(`${campaigns > 1 ? 'campaign ' : ''}variant:sparse step:word sent:number results:prose`),
});

const withResults = (row: Record<string, unknown>) => ({
  ...row,
  results: COUNTS.flatMap((key) => (row[key] == null ? [] : [`${key} ${row[key]}`])).join(', '),
});

/** For a person each count with what it is a part of. */
function displayed({ of, ...row }: Row): Record<string, unknown> {
  const texts = COUNTS.map((key) => {
    const [count, all] = [row[key] ?? null, of[PART_OF[key]]];
    return [key, count === null || all === undefined ? count : shareText(count, all)] as const;
  });
  return { ...row, step: row['step'] ?? 'all steps', ...Object.fromEntries(texts) };
}

export const reportCommand = does(declare, async (session, words) => {
  const wanted = new Map<AnyId, string | null>();
  for (const word of words) wanted.set(await campaignIdOf(session, word), null);
  for (const [campaignId, variant] of await variantsOf(session, [...wanted.keys()])) wanted.set(campaignId, variant);
  const rows: Row[] = [];
  for (const [campaignId, variant] of wanted) append(rows, await rowsFor(session, campaignId, variant));
  const isPerson = isForPerson(session);
  const isNarrow = isPerson && session.io.stdout.columns < WIDE;
  const data = rows.map((row) => (isPerson ? displayed(row) : { ...row, of: undefined, ...row.of }));
  await session.print.list(isNarrow ? narrowView(wanted.size) : reportView, isNarrow ? data.map(withResults) : data);
  if (!isLocal(session)) await session.print.note('this service shows no steps, and not what the counts are parts of');
});
