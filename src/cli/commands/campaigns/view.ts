// A campaign of the service or of a file, as commands read it and print it.

import type { Campaign } from '../../../contract/campaigns/endpoints.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { graphOf } from '../../../presentation/graph/model.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { everyStep, readSteps, type SequenceNode } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import { type CampaignFile, parseCampaign, problemsOf, readCampaign } from '../../files/campaign-file.ts';
import { isFileWord } from '../../files/is-file.ts';
import { displayedBody } from '../../files/named-file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import type { Session } from '../../session/session.ts';
import { offlineKnowledge } from '../../shared/lint/campaign-knowledge.ts';
import { assertReadable, noteErrors, nothingToShow } from '../../shared/lint/lint.ts';
import { findCampaign } from '../../shared/lookup/by-name.ts';
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
  // Of steps that the answer does not show there is no number.
  const stepCount = steps === undefined ? {} : { stepCount: [...everyStep(readSteps(Problems.none(), steps))].length };
  const isWhole = settings.fields !== null || printsWhole(settings);
  await session.print.record(campaignView, isWhole ? { ...campaign, ...stepCount } : { ...head, ...stepCount });
}

/** The tree, for a person who is about to say yes: on stderr. */
export async function showTree(session: Session, body: unknown): Promise<void> {
  const { print, io } = session;
  await print.note((await treeText(graphOf(body), print.paint.stderr, io.stderr.columns)).trimEnd());
}

export interface CampaignSource {
  readonly file: CampaignFile;
  readonly steps: readonly SequenceNode[];
}

/** Asks the service only for a word that is not a file. Throws CliError (exit 2) for a file without a campaign, else as `findCampaign`. */
export async function readSource(session: Session, word: string): Promise<CampaignSource> {
  if (isFileWord(session.io, word)) return await readFileSource(session, word);
  const campaign = fileOfCampaign(await findCampaign(session, word));
  const file = await parseCampaign(word, await yamlText(campaign));
  return { file, steps: readSteps(Problems.none(), campaign['steps']) };
}

async function readFileSource(session: Session, name: string): Promise<CampaignSource> {
  const file = await readCampaign(session.io, name);
  const knowledge = offlineKnowledge(session);
  await assertReadable(session, file, () => problemsOf(file, knowledge));
  const body = displayedBody(file);
  const steps = isObject(body) ? readSteps(Problems.none(), getOwn(body, 'steps')) : [];
  if (!steps.some(({ type }) => type !== null)) throw nothingToShow(file, 'campaign', 'steps');
  await noteErrors(session, file, 'campaign', await problemsOf(file, knowledge));
  return { file: { ...file, body }, steps };
}
