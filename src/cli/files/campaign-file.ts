// Campaign files: read with the places of everything, checked, and written.

import { checkCampaign, type Purpose } from '../../rules/campaigns/check.ts';
import { bodyOfFile } from '../../rules/campaigns/file.ts';
import type { CampaignKnowledge } from '../../rules/campaigns/knowledge.ts';
import type { Problem } from '../../rules/problem.ts';
import type { Io } from '../io.ts';
import { type FileProblem, inFileOrder } from '../output/problems/problem.ts';
import { readText } from './read.ts';
import { readYaml, type YamlText } from './yaml.ts';
import type { KindOf } from './yaml-value.ts';

export interface CampaignFile {
  /** As it was named; `-` for standard input. */
  readonly name: string;
  readonly yaml: YamlText;
  /** What a create would send; null when the text cannot be read. */
  readonly body: unknown;
}

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

/** Codes of problems that are about a key, not about its value. */
const KEY_CODES: ReadonlySet<string> = new Set(['unknown_key']);

/** Where the problems of the body stand in the file. */
export function located({ name, yaml }: CampaignFile, problems: readonly Problem[]): FileProblem[] {
  return problems.map(({ path, at, code, message, severity, token }) => {
    const place =
      token === undefined ? yaml.placeOf(at, KEY_CODES.has(code) ? 'key' : undefined) : yaml.placeInside(at, token);
    return { file: name, ...place, path, code, message, severity };
  });
}

/** Everything that is wrong with a file, text and content, in the order of its lines. */
export function problemsOf(
  file: CampaignFile,
  knowledge: CampaignKnowledge,
  purpose: Purpose = 'create',
): FileProblem[] {
  const { name, yaml, body } = file;
  const ofText = yaml.problems.map((problem) => ({ ...problem, file: name, path: '', severity: 'error' as const }));
  return inFileOrder([...ofText, ...(yaml.readable ? located(file, checkCampaign(body, knowledge, purpose)) : [])]);
}

/** The line that names the schema to an editor's YAML server. */
export function modeline(schema: string): string {
  return `# yaml-language-server: $schema=${schema}\n`;
}

/** A campaign file as text: long texts as blocks, nothing folded. Read again it gives the same value. */
export async function campaignText(file: Readonly<Record<string, unknown>>): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(file, { lineWidth: 0, blockQuote: 'literal', version: '1.2', aliasDuplicateObjects: false });
}
