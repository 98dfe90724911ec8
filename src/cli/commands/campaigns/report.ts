// reach campaign report: what came of a campaign, by step, beside the variants of a random split.

import { append } from '../../../contract/append.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { routes } from '../../../contract/routes/routes.ts';
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
} from '../../shared/campaign-report/rows.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { campaignIdOf } from '../../shared/lookup/by-name.ts';
import { CampaignSteps } from '../../shared/timeline/campaign-steps.ts';
import { columnsOf, type View } from '../../terminal/formats/cells.ts';
import { isForPerson } from '../../terminal/settings.ts';

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
