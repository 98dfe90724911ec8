// A campaign as commands print it: a few lines and the tree for a person, the whole record for a program.

import type { Campaign } from '../../contract/campaigns.ts';
import { everyStep, readSteps } from '../../rules/campaigns/tree.ts';
import { Problems } from '../../rules/problem.ts';
import { graphOf } from '../output/graph/model.ts';
import { treeText } from '../output/graph/tree.ts';
import { campaignView } from '../output/views/campaigns.ts';
import type { Session } from '../session.ts';

/** The record. As table and as columns without its steps: their number instead. */
export async function printCampaign(session: Session, campaign: Campaign): Promise<void> {
  const { output, fields } = session.settings;
  const { steps, ...head } = campaign;
  const stepCount = [...everyStep(readSteps(new Problems(), steps))].length;
  const isWhole = fields !== null || output === 'json' || output === 'ndjson' || output === 'yaml';
  await session.print.record(campaignView, isWhole ? { ...campaign, stepCount } : { ...head, stepCount });
}

/** The tree, for a person who is about to say yes: on stderr. */
export async function showTree(session: Session, body: unknown): Promise<void> {
  const { print, io } = session;
  await print.note((await treeText(graphOf(body), print.paint.stderr, io.stderr.columns)).trimEnd());
}
