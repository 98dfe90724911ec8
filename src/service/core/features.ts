// Feature switches of the store. The default of `rate-limits` is set at start; the others are on by default.

import type { ReplyData } from '../../contract/table.ts';
import { allSettings, clearSetting, setSetting } from './queries/settings.ts';
import type { Tx } from './sql.ts';

export type Features = ReplyData<'local', 'features'>;
export type Feature = keyof Features;

const FEATURES = ['split-ai', 'social-selling', 'crm', 'task-owners', 'engagement', 'rate-limits'] as const;

const settingName = (feature: Feature): string => `feature.${feature}`;

/** `limitsByDefault`: whether rates are limited by default. */
export function featuresOf(settings: ReadonlyMap<string, string>, limitsByDefault: boolean): Features {
  const isOn = (feature: Feature): boolean => {
    const value = settings.get(settingName(feature));
    return value === undefined ? feature !== 'rate-limits' || limitsByDefault : value === 'on';
  };
  return {
    'split-ai': isOn('split-ai'),
    'social-selling': isOn('social-selling'),
    crm: isOn('crm'),
    'task-owners': isOn('task-owners'),
    engagement: isOn('engagement'),
    'rate-limits': isOn('rate-limits'),
  };
}

export async function readFeatures(tx: Tx, limitsByDefault: boolean): Promise<Features> {
  return featuresOf(await allSettings(tx), limitsByDefault);
}

/** For the switches whose default does not depend on the start. */
export async function isSwitchedOn(tx: Tx, feature: Exclude<Feature, 'rate-limits'>): Promise<boolean> {
  return (await readFeatures(tx, true))[feature];
}

export async function setFeatures(tx: Tx, input: { readonly [F in Feature]?: boolean | undefined }): Promise<void> {
  for (const feature of FEATURES) {
    const isOn = input[feature];
    if (isOn !== undefined) await setSetting(tx, settingName(feature), isOn ? 'on' : 'off');
  }
}

/** The limits set at start apply, whatever was switched before. */
export async function resetRateLimitSwitch(tx: Tx): Promise<void> {
  await clearSetting(tx, settingName('rate-limits'));
}
