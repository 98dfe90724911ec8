// Switches of the store. `rate-limits` has the default its start gave; the others are on from the beginning.

import type { ReplyOf } from '../../contract/endpoint.ts';
import { FEATURES } from '../../contract/local/endpoints.ts';
import type { Table } from '../../contract/table.ts';
import type { Tx } from './context.ts';
import { allSettings, clearSetting, setSetting } from './queries/settings.ts';

export type Features = ReplyOf<Table['local']['features']>;
export type Feature = keyof Features;

const settingName = (feature: Feature): string => `feature.${feature}`;

/** `limitsByDefault`: whether rates are limited when nobody switched them. */
export function featuresOf(settings: ReadonlyMap<string, string>, limitsByDefault: boolean): Features {
  const isOn = (feature: Feature): boolean => {
    const kept = settings.get(settingName(feature));
    return kept === undefined ? feature !== 'rate-limits' || limitsByDefault : kept === 'on';
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

/** A switch that has the same default at every start. */
export async function isSwitchedOn(tx: Tx, feature: Exclude<Feature, 'rate-limits'>): Promise<boolean> {
  return (await readFeatures(tx, true))[feature];
}

export async function setFeatures(tx: Tx, wishes: { readonly [F in Feature]?: boolean | undefined }): Promise<void> {
  for (const feature of FEATURES) {
    const wish = wishes[feature];
    if (wish !== undefined) await setSetting(tx, settingName(feature), wish ? 'on' : 'off');
  }
}

/** A server starts with the limits its start names. */
export async function forgetRateSwitch(tx: Tx): Promise<void> {
  await clearSetting(tx, settingName('rate-limits'));
}
