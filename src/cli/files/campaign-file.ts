// Campaign files: read with the places of everything, checked, and written.

import { checkCampaign } from '../../rules/campaigns/check.ts';
import { bodyOfFile } from '../../rules/campaigns/file.ts';
import type { CampaignKnowledge } from '../../rules/campaigns/knowledge.ts';
import type { Purpose } from '../../rules/purpose.ts';
import type { Io } from '../app/io.ts';
import type { FileProblem } from '../output/problems/problem.ts';
import { type CheckedFile, checkedProblems } from './checked-file.ts';
import { readText } from './read.ts';
import { readYaml } from './yaml/read.ts';
import type { KindOf } from './yaml/value.ts';

/** Its body is what a create would send. */
export type CampaignFile = CheckedFile;

const TEXT_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'description', 'type', 'subject', 'content', 'attachment', 'attachmentName', 'contentType'],
  ...['title', 'note', 'taskType', 'reactionType', 'backgroundNoise', 'field', 'operator', 'unit'],
]);
const EITHER_KEYS: ReadonlySet<string> = new Set(['voiceId', 'aiMessageId', 'ownerId']);

/** `subject: 0123` is text, a `campaignId` is a number, a `lead_field` value is what it looks like. */
const kindOf: KindOf = (key, parent) => {
  if (TEXT_KEYS.has(key)) return 'text';
  return EITHER_KEYS.has(key) || (key === 'value' && parent === 'condition') ? 'either' : 'auto';
};

export async function parseCampaign(name: string, text: string): Promise<CampaignFile> {
  const yaml = await readYaml(text, kindOf);
  return { name, yaml, body: yaml.readable ? bodyOfFile(yaml.value) : null };
}

/** Throws UsageError when the file cannot be read at all. */
export async function readCampaign(io: Io, name: string): Promise<CampaignFile> {
  return await parseCampaign(name, await readText(io, name));
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export function problemsOf(
  file: CampaignFile,
  knowledge: CampaignKnowledge,
  purpose: Purpose = 'create',
): FileProblem[] {
  return checkedProblems(file, (body) => checkCampaign(body, knowledge, purpose));
}
