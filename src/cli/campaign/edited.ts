// The text a person edits: the campaign as YAML, remarks to the person in lines of their own, and what came of it.

import type { Campaign, CampaignPatch } from '../../contract/campaigns.ts';
import { SETTINGS } from '../../rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../rules/campaigns/file.ts';
import { isFields } from '../../rules/shape.ts';
import { type CampaignFile, campaignText, modeline } from '../files/campaign-file.ts';
import { harmless } from '../output/cells.ts';
import type { FileProblem } from '../output/problems/problem.ts';

/** Begins a remark. At the very beginning of a line no YAML of ours has it, not even inside a text. */
const MARK = '#!';

/** What the editor opens first. */
export async function firstText(campaign: Campaign, schema: string): Promise<string> {
  const remarks = [
    `${MARK} Campaign ${campaign.id}, a draft: ${harmless(campaign.appUrl)}`,
    `${MARK} Save and close to send it. Unchanged or empty, nothing is sent.`,
  ];
  return `${modeline(schema)}${remarks.join('\n')}\n${await campaignText(fileOfCampaign(campaign))}`;
}

/** The text without the remarks: what is checked and sent, and what problems are placed in. */
export function withoutRemarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n');
}

/** Whether nothing is left but comments. */
export function isBlank(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith('#'));
}

const oneLine = (text: string) => harmless(text).replace(/\s*\n\s*/g, ' ');

function remarkOf({ column, severity, message, code }: FileProblem): string {
  const indent = ' '.repeat(Math.max(1, column - 1 - MARK.length));
  const kind = severity === 'warning' ? 'warning: ' : '';
  return `${MARK}${indent}^ ${kind}${oneLine(message)} [${code}]`;
}

/** The text to open again: `reason` on top, each problem below its line. `text` has no remarks. */
export function withProblems(text: string, reason: string, problems: readonly FileProblem[]): string {
  const below = new Map<number, string[]>();
  for (const problem of problems) {
    below.set(problem.line, [...(below.get(problem.line) ?? []), remarkOf(problem)]);
  }
  const top = [`${MARK} ${oneLine(reason)}`, `${MARK} Change it and save to try again; close it unchanged to give up.`];
  const lines = text.split('\n').flatMap((line, index) => [line, ...(below.get(index + 1) ?? [])]);
  return [...top, ...lines].join('\n');
}

/** What a setting is when its line is taken out: as a new campaign would have it. */
const LEFT_OUT = { description: null, identityId: null, trackOpens: true, trackClicks: true } as const;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Only what was changed, so that settings can be edited where steps cannot. Null when nothing was. `file` has no errors.
 */
export function changesOf(campaign: Campaign, { body }: CampaignFile): CampaignPatch | null {
  const before = bodyOfFile(fileOfCampaign(campaign));
  if (!isFields(before) || !isFields(body)) return null;
  const changes: Record<string, unknown> = {};
  for (const key of [...SETTINGS, 'steps']) {
    const value = key in body ? body[key] : Object.entries(LEFT_OUT).find(([name]) => name === key)?.[1];
    const known = key in before ? before[key] : null;
    if (value !== undefined && !isSame(value, known)) changes[key] = value;
  }
  return Object.keys(changes).length === 0 ? null : changes;
}
