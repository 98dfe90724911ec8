// reach campaign report: what came of a campaign, by step, beside the variants of a random split.

import { own } from '../../../contract/dictionary.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { isObject } from '../../../contract/json.ts';
import { routes } from '../../../contract/routes/routes.ts';
import { does, reads } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import { orDash } from '../../shared/answer/known.ts';
import {
  basesOf,
  type Counted,
  PART_OF,
  type StepRow,
  shareText,
  stepRows,
} from '../../shared/campaign-report/rows.ts';
import { variantsOf } from '../../shared/campaign-report/variants.ts';
import { isLocal } from '../../shared/lint/undocumented-rules.ts';
import { campaignIdOf } from '../../shared/lookup/campaign.ts';
import { CampaignSteps } from '../../shared/timeline/campaign-steps.ts';
import type { View } from '../../terminal/formats/cells.ts';

const COUNTS: readonly Counted[] = ['opened', 'clicked', 'viewed', 'accepted', 'completed', 'replied'];

const reportView: View = {
  noun: 'step',
  plural: 'steps',
  id: 'campaignId',
  columns: [
    { key: 'campaign' },
    { key: 'variant', isSparse: true },
    { key: 'step', kind: 'word' },
    { key: 'type' },
    { key: 'sent', kind: 'number' },
    ...COUNTS.flatMap((key): View['columns'] => [{ key, kind: 'number', isSparse: true }]),
    ...COUNTS.map((key) => ({ key: `${key}Rate`, isSparse: true })),
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
    output: 'counts, and each rate with what it is a part of; columns end in Rate where they are shares from 0 to 1',
    exits: ['notFound'],
    completes: { campaign: 'campaigns' },
    examples: [
      ['reach campaign report "Q3 launch"', 'by step'],
      ['reach campaign report "Subject as a question" -o csv', 'and the other variant of its split'],
      ['reach campaign report 12 13 --json', 'two campaigns beside each other'],
    ],
  }).argument('<campaign...>', 'ids or names of campaigns');

type Bases = ReturnType<typeof basesOf>;
interface Row extends Partial<Record<Counted, number | null | undefined>> {
  readonly campaignId: AnyId;
  readonly campaign: string;
  readonly variant: string | null;
  /** Null: the whole campaign. */
  readonly step: string | null;
  readonly type: string | null;
  readonly sent: number | undefined;
  readonly of: Partial<Bases>;
}

const sum = (rows: readonly StepRow[], of: (row: StepRow) => number) => rows.reduce((all, row) => all + of(row), 0);

/** The row of a campaign, then of its steps. */
function localRows(campaign: Pick<Row, 'campaignId' | 'campaign' | 'variant'>, steps: readonly StepRow[]): Row[] {
  const of: Partial<Bases> = {};
  for (const base of Object.values(PART_OF)) of[base] = sum(steps, (step) => basesOf(step)[base]);
  const counts = Object.fromEntries(COUNTS.map((key) => [key, sum(steps, (step) => step[key])]));
  return [
    { ...campaign, step: null, type: null, sent: of.messages, ...counts, of },
    ...steps.filter(({ sent }) => sent > 0).map((row) => ({ ...row, ...campaign, of: basesOf(row) })),
  ];
}

/** What a campaign itself says of how far it is: all that a service may show. */
async function rowsFor(session: Session, campaignId: AnyId, variant: string | null): Promise<Row[]> {
  const { campaigns, local } = await session.api();
  const { name, progress = {}, trackOpens, trackClicks } = await campaigns.get({ params: { campaignId } });
  const campaign = { campaignId, campaign: orDash(name), variant };
  if (isLocal(session)) {
    const report = await local.report({ query: { campaignId: String(campaignId) } });
    // What is not tracked is not known to be none.
    const untracked = { ...(!trackOpens && { opened: null }), ...(!trackClicks && { clicked: null }) };
    const rows = localRows(campaign, await stepRows(new CampaignSteps(await session.api()), report));
    return rows.map((row) => ({ ...row, ...untracked }));
  }
  const { sent, opened, clicked, viewed, replied } = progress;
  return [{ ...campaign, step: null, type: null, sent, opened, clicked, viewed, replied, of: {} }];
}

/** The row with its rates as numbers; for a person as text in place of the counts. */
function displayed({ of, ...row }: Row, isForPerson: boolean): Record<string, unknown> {
  const shares = COUNTS.map((key) => ({ key, count: row[key], all: of[PART_OF[key]] ?? 0 }));
  const partOf = shares.filter(({ count, all }) => count != null && all > 0);
  if (isForPerson) {
    const texts = partOf.map(({ key, count, all }) => [key, shareText(count ?? 0, all)] as const);
    const without = shares.filter(({ all }) => all === 0 && !isEmpty(of)).map(({ key }) => [key, null] as const);
    return { ...row, step: row.step ?? 'all steps', ...Object.fromEntries([...without, ...texts]) };
  }
  const rates = partOf.map(
    ({ key, count, all }) => [`${key}Rate`, Math.round(((count ?? 0) / all) * 1e4) / 1e4] as const,
  );
  return { ...row, ...of, ...Object.fromEntries(rates) };
}

const isEmpty = (of: Row['of']) => !isObject(of) || own(of, 'messages') === undefined;

export const reportCommand = does(declare, async (session, words) => {
  const wanted = new Map<AnyId, string | null>();
  for (const word of words) wanted.set(await campaignIdOf(session, word), null);
  for (const [campaignId, variant] of await variantsOf(session, [...wanted.keys()])) wanted.set(campaignId, variant);
  const rows: Row[] = [];
  for (const [campaignId, variant] of wanted) rows.push(...(await rowsFor(session, campaignId, variant)));
  const { output, fields } = session.settings;
  const isForPerson = output === 'table' && fields === null && session.io.stdout.isTTY;
  await session.print.list(
    reportView,
    rows.map((row) => displayed(row, isForPerson)),
  );
  if (!isLocal(session)) {
    await session.print.note(
      'this service shows the sums of a campaign, not its steps; rates need the messages of each kind, which it does not show',
    );
  }
});
