// A draft right before it is written: read once more, and what somebody else made of it since is shown. The interface has
// no revision of a campaign that a write could name, so this is the last moment at which it can be seen.

import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { SETTINGS } from '../../../rules/campaigns/check.ts';
import { bodyOfFile, fileOfCampaign } from '../../../rules/campaigns/file.ts';
import { given, isFields } from '../../../rules/shape.ts';
import { CliError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { yamlText } from '../../files/yaml/text.ts';
import { harmless } from '../../output/formats/cells.ts';

/** As many lines of each side are shown of one change. */
const MOST_LINES = 20;

/** What can be written of a campaign, as a body. */
export function bodyOf(campaign: Campaign): unknown {
  return bodyOfFile(fileOfCampaign(campaign));
}

const fieldOf = (body: unknown, key: string): unknown => (isFields(body) ? (given(body, key) ?? null) : null);
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** One field as the file has it, under its name. */
async function linesOf(body: unknown, key: string): Promise<string[]> {
  const value = fieldOf(fileOfCampaign(body), key);
  if (value === null) return [];
  const text = harmless(await yamlText({ [key]: value }));
  return text.trimEnd().split('\n');
}

const few = (lines: readonly string[]) =>
  lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES), `… ${lines.length - MOST_LINES} lines more`];

/** The lines two texts do not begin and end with. */
function apart(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { gone: before.slice(head, before.length - tail), come: after.slice(head, after.length - tail) };
}

/** The fields that differ, in the order of the file. */
function changedKeys(before: unknown, after: unknown): string[] {
  return [...SETTINGS, 'steps'].filter((key) => !isSame(fieldOf(before, key), fieldOf(after, key)));
}

async function changeText({ print }: Session, key: string, before: unknown, after: unknown): Promise<string> {
  const { gone, come } = apart(await linesOf(before, key), await linesOf(after, key));
  const paint = print.paint.stderr;
  const lines = [
    ...few(gone).map((line) => paint.red(`  - ${line}`)),
    ...few(come).map((line) => paint.green(`  + ${line}`)),
  ];
  return [paint.yellow(`~ ${key}`), ...lines].join('\n');
}

const conflict = (message: string, hint: string) => new CliError('conflict', 'conflict', message, { hint });

/**
 * Whether `body` may be written to the campaign that was `before` when it was read. It is read again: what others changed
 * is shown, and asked about. Throws CliError `conflict` (exit 6) where nobody can be asked, or for what is no draft any
 * more.
 */
export async function mayWrite(
  session: Session,
  campaignId: number,
  before: unknown,
  { body, isAsked }: { readonly body: CampaignPatch; readonly isAsked: boolean },
): Promise<boolean> {
  const api = await session.api();
  let known = before;
  for (;;) {
    const now = await api.campaigns.get({ params: { campaignId } });
    if (now.status !== 'DRAFT') {
      const message = `campaign ${campaignId} is ${now.status}: only a draft can be changed; nothing was sent`;
      throw conflict(message, `reach campaign clone ${campaignId}`);
    }
    const live = bodyOf(now);
    const keys = changedKeys(known, live);
    if (keys.length === 0) return true;
    const shown: string[] = [];
    for (const key of keys) shown.push(await changeText(session, key, known, live));
    await session.print.note(`changed by somebody else meanwhile:\n${shown.join('\n')}`);
    const both = keys.filter((key) => key in body);
    for (const key of both) await session.print.warn(`${key}: yours writes over theirs`);
    if (!isAsked || !session.prompt.possible) {
      const message = `campaign ${campaignId} was changed meanwhile; nothing was sent`;
      throw conflict(message, `look at it with reach campaign show ${campaignId}, then run the command again`);
    }
    const question = both.length > 0 ? 'Write over it?' : 'Write yours beside it?';
    if (!(await session.prompt.confirm(question, '--yes'))) return false;
    known = live;
  }
}
