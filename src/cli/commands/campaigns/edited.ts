// The text a person edits: the campaign as YAML with remarks, and what was changed in it.

import type { Campaign, CampaignPatch } from '../../../contract/campaigns/endpoints.ts';
import { own } from '../../../contract/dictionary.ts';
import { isObject } from '../../../contract/json.ts';
import { SETTINGS } from '../../../rules/campaigns/check.ts';
import { fileOfCampaign } from '../../../rules/campaigns/file.ts';
import type { CampaignFile } from '../../files/campaign-file.ts';
import { modeline, yamlText } from '../../files/yaml/text.ts';
import { remarkLines } from '../../shared/edit/comments.ts';
import { harmless } from '../../terminal/formats/cells.ts';

/** What the editor opens first. */
export async function firstText(campaign: Campaign, schema: string): Promise<string> {
  const remarks = remarkLines([
    `Campaign ${campaign.id}, a draft${campaign.appUrl === undefined ? '' : `: ${harmless(campaign.appUrl)}`}`,
    'Save and close to send it. If it is unchanged or empty, nothing is sent.',
  ]);
  return `${modeline(schema)}${remarks}${await yamlText(fileOfCampaign(campaign))}`;
}

/** What a setting becomes when its line is removed: as in a new campaign. */
const LEFT_OUT = { description: null, identityId: null, trackOpens: true, trackClicks: true } as const;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Only what was changed, so that settings can be edited where steps cannot. Null when nothing was. `before` is the body the
 * text was made of; `file` has no errors.
 */
export function changesOf(before: unknown, { body }: CampaignFile): CampaignPatch | null {
  if (!isObject(before) || !isObject(body)) return null;
  const changes: [string, unknown][] = [];
  for (const key of new Set([...SETTINGS, ...Object.keys(body), 'steps'])) {
    const known = own(before, key) ?? null;
    // What the service does not show cannot have been removed.
    const left = known === null ? undefined : own<unknown>(LEFT_OUT, key);
    const value = Object.hasOwn(body, key) ? own(body, key) : left;
    if (value !== undefined && !isSame(value, known)) changes.push([key, value]);
  }
  return changes.length === 0 ? null : Object.fromEntries(changes);
}
