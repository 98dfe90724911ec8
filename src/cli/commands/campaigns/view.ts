// A campaign as commands print it: a few lines and the tree for a person, the whole record for a program.

import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import { graphOf } from '../../../presentation/graph/model.ts';
import { everyStep, readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import type { Session } from '../../session/session.ts';
import { campaignView } from '../../shared/views/campaigns.ts';
import { grouped } from '../../terminal/formats/bars.ts';
import { treeText } from '../../terminal/graph/tree.ts';
import { printsWhole } from '../../terminal/settings.ts';

/** What is counted, in the order in which it is printed; contacts, then messages. */
const CONTACTS = [
  ['active', 'in progress'],
  ['completed', 'completed'],
  ['replied', 'replied'],
  ['failed', 'failed'],
  ['stopped', 'stopped'],
] as const;
const MESSAGES = [
  ['opened', 'opened'],
  ['clicked', 'clicked'],
  ['viewed', 'seen'],
] as const;

type CampaignProgress = NonNullable<Campaign['progress']>;

function counted<K extends keyof CampaignProgress>(
  progress: CampaignProgress,
  words: readonly (readonly [K, string])[],
): string {
  const counts = words.map(([key, word]) => [progress[key] ?? 0, word] as const);
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${grouped(count)} ${word}`);
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** `19 contacts: 7 in progress, 12 completed; 38 messages: 9 opened`; counts of 0 are left out. */
export function progressText(progress: CampaignProgress): string {
  const many = (count: number, noun: string) => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
  const { contacts = 0, sent = 0 } = progress;
  const people = `${many(contacts, 'contact')}${counted(progress, CONTACTS)}`;
  return sent === 0 ? people : `${people}; ${many(sent, 'message')}${counted(progress, MESSAGES)}`;
}

/** The record. As table and as columns without its steps: their number instead; at a terminal its progress in words. */
export async function printCampaign(session: Session, campaign: Campaign): Promise<void> {
  const { settings } = session;
  const { steps, progress, ...rest } = campaign;
  // A service need not say how far a campaign is, and without contacts there is nothing to say.
  const isUnderWay = progress !== undefined && (progress.contacts ?? 0) > 0;
  const displayed = isUnderWay && session.io.stdout.isTTY ? progressText(progress) : progress;
  const head = { ...rest, ...(isUnderWay && { progress: displayed }) };
  const stepCount = [...everyStep(readSteps(Problems.none(), steps))].length;
  const isWhole = settings.fields !== null || printsWhole(settings);
  await session.print.record(campaignView, isWhole ? { ...campaign, stepCount } : { ...head, stepCount });
}

/** The tree, for a person who is about to say yes: on stderr. */
export async function showTree(session: Session, body: unknown): Promise<void> {
  const { print, io } = session;
  await print.note((await treeText(graphOf(body), print.paint.stderr, io.stderr.columns)).trimEnd());
}
