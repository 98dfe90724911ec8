// Campaign files: read with the places of everything, checked, and written.

import { bodyOfFile, isUnknownSetting } from '../../rules/campaigns/file.ts';
import type { CampaignKnowledge } from '../../rules/campaigns/knowledge.ts';
import { NAME_KEYS } from '../../rules/name-keys.ts';
import type { Purpose } from '../../rules/problem.ts';
import type { Io } from '../terminal/io.ts';
import type { FileProblem } from '../terminal/problems/problem.ts';
import { type NamedFile, namedFile, namedProblems, Surrogates } from './named-file.ts';
import { readText } from './read.ts';
import { readYaml } from './yaml/read.ts';
import type { KindOf } from './yaml/value.ts';

/** Its body is what a create would send. */
export type CampaignFile = NamedFile;

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...NAME_KEYS,
  ...['name', 'description', 'type', 'subject', 'content', 'attachment', 'attachmentName', 'contentType'],
  ...['title', 'note', 'taskType', 'reactionType', 'backgroundNoise', 'field', 'operator', 'unit'],
]);
const ID_KEYS: ReadonlySet<string> = new Set(['voiceId', 'aiMessageId', 'ownerId']);

/** For the JSON Schema, which says of a file what an editor sees in it. */
export const CAMPAIGN_KEYS = { texts: TEXT_KEYS, ids: ID_KEYS };

/** `subject: 0123` is text, a `campaignId` is a number; a `lead_field` value, and a setting of another service, what it looks like. */
const kindOf: KindOf = (key, parent, top) => {
  if (isUnknownSetting(top)) return 'auto';
  if (TEXT_KEYS.has(key)) return 'text';
  if (ID_KEYS.has(key)) return 'id';
  return key === 'value' && parent === 'condition' ? 'either' : 'auto';
};

/** `names`: ids that stand for names, shared where several files name the same. */
export async function parseCampaign(name: string, text: string, names = new Surrogates()): Promise<CampaignFile> {
  const yaml = await readYaml(text, kindOf);
  return namedFile('campaign', { name, yaml, body: yaml.readable ? bodyOfFile(yaml.value) : null }, names);
}

/** Throws UsageError when the file cannot be read at all. */
export async function readCampaign(io: Io, name: string): Promise<CampaignFile> {
  return await parseCampaign(name, await readText(io, name));
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export async function problemsOf(
  file: CampaignFile,
  knowledge: CampaignKnowledge,
  purpose: Purpose = 'create',
): Promise<FileProblem[]> {
  const { checkCampaign } = await import('../../rules/campaigns/check.ts');
  return namedProblems(file, (body) => checkCampaign(body, knowledge, purpose));
}
