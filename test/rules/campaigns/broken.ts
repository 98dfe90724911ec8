// Random campaigns for property tests with a few things broken.

import * as fc from 'fast-check';
import { STEP_TYPES } from '../../../src/contract/campaigns/enums.ts';
import { Dice } from '../dice.ts';
import { carelessCampaign, type Json, type JsonObject, validCampaign } from './generator.ts';

const JUNK: readonly Json[] = [
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1.5,
  7,
  true,
  [],
  {},
  'email',
  '2 days',
  '{firstNme}',
  '{{firstName}}',
  { value: 0, unit: 'weeks' },
  [{ type: 'end' }],
];

const KEYS: readonly string[] = [
  ...'subject content delay aiMessageId attachment contentType onTrue onAccepted waitForAcceptance'.split(' '),
  ...'voiceSettings condition value unit type stepId connectionId nextConnectionId subjct waitFor'.split(' '),
  ...'operator name'.split(' '),
];

/** Every object and list inside, the outermost first. */
function insides(value: Json, found: (Json[] | JsonObject)[] = []): (Json[] | JsonObject)[] {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const inner of Object.values(value)) insides(inner, found);
  return found;
}

/** Breaks one thing, or happens not to. */
function mutate(campaign: JsonObject, dice: Dice): void {
  const places = insides(campaign);
  const place = places[dice.roll(places.length)] ?? campaign;
  if (Array.isArray(place)) {
    const index = dice.roll(place.length + 1);
    switch (dice.roll(4)) {
      case 0:
        place.splice(index, 1);
        break;
      case 1:
        place.splice(index, 0, structuredClone(dice.pick(JUNK)));
        break;
      case 2:
        place.reverse();
        break;
      default:
        place.push(structuredClone(place[0] ?? null));
    }
    return;
  }
  const keys = Object.keys(place);
  const key = keys[dice.roll(Math.max(1, keys.length))] ?? 'type';
  switch (dice.roll(4)) {
    case 0:
      delete place[key];
      break;
    case 1:
      place[key] = structuredClone(dice.pick(JUNK));
      break;
    case 2:
      place[dice.pick(KEYS)] = structuredClone(dice.pick(JUNK));
      break;
    default:
      place['type'] = dice.pick(STEP_TYPES);
  }
}

/** A campaign with up to four things broken: most are refused, some are still in order. */
export function anyCampaign(most = 12): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(
      fc.oneof(validCampaign(most), carelessCampaign(most)),
      fc.array(fc.array(fc.nat(1_000_000), { minLength: 6, maxLength: 6 }), { maxLength: 4 }),
    )
    .map(([campaign, breaks]) => {
      const broken = structuredClone(campaign);
      for (const numbers of breaks) mutate(broken, new Dice(numbers));
      return broken;
    });
}
