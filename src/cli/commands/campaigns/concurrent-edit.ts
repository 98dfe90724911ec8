// The concurrent-edit check: a draft is read again right before it is written, and what someone else changed is shown. A
// campaign has no revision that a write could name, so this is the last moment at which a change can be noticed.

import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { counted } from '../../../contract/english.ts';
import { CAMPAIGN_SETTINGS } from '../../../contract/field-names.ts';
import type { AnyId } from '../../../contract/ids.ts';
import { getOwn, isObject } from '../../../contract/json.ts';
import { bodyOfFile, fileOfCampaign, missedChange } from '../../../rules/campaigns/file.ts';
import { yamlText } from '../../files/yaml/text.ts';
import type { Session } from '../../session/session.ts';
import { assertTaken } from '../../shared/draft.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** At most this many lines of each side are shown per change. */
const LINES_MAX = 20;

/** What can be written of a campaign, as a body. */
export function bodyOf(campaign: Campaign): unknown {
  return bodyOfFile(fileOfCampaign(campaign));
}

const fieldOf = (body: unknown, key: string): unknown => (isObject(body) ? (getOwn(body, key) ?? null) : null);
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** One field as the file shows it, under its name. */
async function linesOf(body: unknown, key: string): Promise<string[]> {
  const value = fieldOf(fileOfCampaign(body), key);
  if (value === null) return [];
  const text = harmless(await yamlText({ [key]: value }));
  return text.trimEnd().split('\n');
}

const few = (lines: readonly string[]) =>
  lines.length <= LINES_MAX
    ? lines
    : [...lines.slice(0, LINES_MAX), `… and ${counted(lines.length - LINES_MAX, 'more line')}`];

/** What differs between their common first and last lines. */
function difference(before: readonly string[], after: readonly string[]) {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { removed: before.slice(head, before.length - tail), added: after.slice(head, after.length - tail) };
}

/** The fields that differ, in the order of the file. */
function changedKeys(before: unknown, after: unknown): string[] {
  const keys = [before, after].flatMap((body) => (isObject(body) ? Object.keys(body) : []));
  return [...new Set([...CAMPAIGN_SETTINGS, ...keys, 'steps'])].filter(
    (key) => !isSame(fieldOf(before, key), fieldOf(after, key)),
  );
}

async function changeText({ print }: Session, key: string, before: unknown, after: unknown): Promise<string> {
  const { removed, added } = difference(await linesOf(before, key), await linesOf(after, key));
  const paint = print.paint.stderr;
  const lines = [
    ...few(removed).map((line) => paint.red(`  - ${line}`)),
    ...few(added).map((line) => paint.green(`  + ${line}`)),
  ];
  return [paint.yellow(`~ ${key}`), ...lines].join('\n');
}

const conflict = (message: string, hint: string) => new CliError('conflict', 'conflict', message, { hint });

/** Exit 6 for a campaign that was started. Where the service does not say, it refuses that itself. */
export function assertDraft({ status }: Campaign, campaignId: AnyId): void {
  if (status === undefined || status === 'DRAFT') return;
  const message = `campaign ${campaignId} is ${status}: only a draft can be changed; nothing was sent`;
  throw conflict(
    message,
    `reach campaign clone ${campaignId} makes a draft of it; "A campaign that runs" in reach help campaigns has the rest`,
  );
}

/**
 * Whether `body` may be written to the campaign that was `before` when it was read. It is read again: what others changed
 * is shown, and asked about. Throws CliError `conflict` (exit 6) where no one can be asked, or when it is no longer a
 * draft.
 */
export async function mayWrite(
  session: Session,
  campaignId: AnyId,
  before: unknown,
  { body, isAsked }: { readonly body: CampaignPatch; readonly isAsked: boolean },
): Promise<boolean> {
  const api = await session.api();
  let known = before;
  for (;;) {
    const now = await api.campaigns.get({ params: { campaignId } });
    assertDraft(now, campaignId);
    const live = bodyOf(now);
    const keys = changedKeys(known, live);
    if (keys.length === 0) return true;
    const displayed: string[] = [];
    for (const key of keys) displayed.push(await changeText(session, key, known, live));
    await session.print.note(`changed by someone else in the meantime:\n${displayed.join('\n')}`);
    const both = keys.filter((key) => Object.hasOwn(body, key));
    for (const key of both) await session.print.warn(`${key}: your change replaces theirs`);
    if (!isAsked || !session.prompt.possible) {
      const message = `campaign ${campaignId} was changed in the meantime; nothing was sent`;
      throw conflict(message, `check it with reach campaign show ${campaignId}, then run the command again`);
    }
    const question = both.length > 0 ? 'Replace their change?' : 'Keep their change and write yours?';
    if (!(await session.prompt.confirm(question, '--yes'))) return false;
    known = live;
  }
}

/** Reads the campaign once more: exit 1 for what of the change is not there. */
export async function assertChanged(
  session: Session,
  before: Campaign,
  campaignId: AnyId,
  body: CampaignPatch,
): Promise<void> {
  const { campaigns } = await session.api();
  await assertTaken(session, `campaign ${campaignId}`, async () =>
    missedChange(before, body, await campaigns.get({ params: { campaignId } })),
  );
}
