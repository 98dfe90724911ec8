// A campaign file is the body of a create with two liberties: durations as text, and keys of its own (`x-…`,
// `$schema`) that are not sent. Keys keep their places, so the paths of problems are the same in both.

import { branchKeysOf, DURATION_NAMES, durationOf, STEP_TYPES } from '../../contract/campaigns/enums.ts';
import { durationText, parseDuration } from '../../contract/durations.ts';
import { CAMPAIGN_READ_ONLY, CAMPAIGN_SETTINGS, STEP_FIELD_NAMES, STEP_READ_ONLY } from '../../contract/field-names.ts';
import { getOwn, has, isObject, type JsonObject } from '../../contract/json.ts';
import { type MissedEdit, markHidden, missedEffects } from '../effects.ts';
import { isFileOnly, isOwnKey, unknownFields } from '../file-keys.ts';
import { writtenText } from './placeholders.ts';

const isDurationField = (key: string): boolean => DURATION_NAMES.some((name) => name === key);

/** What is sent for a file: durations as objects, keys of the file's own left out; the rest as it is. */
export function bodyOfFile(file: unknown): unknown {
  if (!isObject(file)) return file;
  const kept = Object.entries(file).filter(([key]) => !isOwnKey(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [key, key === 'steps' ? withDurations(value, new Map()) : value]),
  );
}

/** Durations inside, wherever one may be, without keys of the file's own. What is shared by aliases stays shared. */
function withDurations(value: unknown, seen: Map<object, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = seen.get(value);
  if (known !== undefined) return known;
  const changed = Array.isArray(value)
    ? value.map((item) => withDurations(item, seen))
    : Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !isFileOnly(key))
          .map(([key, inner]) => [
            key,
            isDurationField(key) && typeof inner === 'string'
              ? (parseDuration(inner) ?? inner)
              : withDurations(inner, seen),
          ]),
      );
  seen.set(value, changed);
  return changed;
}

const TOP: readonly string[] = [...CAMPAIGN_SETTINGS, 'steps', 'identity', ...CAMPAIGN_READ_ONLY];

/** Whether a key at the top of a file may be a setting of another service. */
export const isUnknownSetting = (key: string): boolean => !TOP.includes(key);

/** Settings of another service, with their values. */
export const unknownSettings = (campaign: JsonObject) => unknownFields(campaign, TOP);

/**
 * The file of a campaign as read: what can be written, in the order people write it, and what this build does not know;
 * durations as text, placeholders as they are written. What it becomes when it is sent is equal to the campaign it came from.
 */
export function fileOfCampaign(campaign: unknown): Record<string, unknown> {
  if (!isObject(campaign)) return {};
  const settings = CAMPAIGN_SETTINGS.filter((key) => (getOwn(campaign, key) ?? null) !== null);
  const steps = getOwn(campaign, 'steps');
  return {
    ...Object.fromEntries(settings.map((key) => [key, getOwn(campaign, key)])),
    ...Object.fromEntries(unknownSettings(campaign)),
    ...(Array.isArray(steps) && { steps: steps.map(fileOfStep) }),
  };
}

/** What a change of a campaign was to do and did not. Each step has a copy of its AI message, with an id of its own. */
export function missedChange(before: unknown, patch: JsonObject, now: JsonObject): MissedEdit[] {
  const old = fileOfCampaign(before);
  const gone = Object.keys(patch).filter((key) => getOwn(patch, key) === null);
  const kept = Object.fromEntries(Object.entries(old).filter(([key]) => !gone.includes(key)));
  const missed = missedEffects(old, { ...kept, ...fileOfCampaign(patch) }, fileOfCampaign(now));
  return markHidden(now, missed.filter(isOfCampaign));
}

const KNOWN: ReadonlySet<string> = new Set([...CAMPAIGN_SETTINGS, ...Object.values(STEP_FIELD_NAMES).flat()]);

/**
 * Whether an effect says something about a campaign: a step has a copy of its AI message, under an id and name of its own,
 * and fields that this build does not know may be there by themselves.
 */
export function isOfCampaign({ path, wanted, is }: MissedEdit): boolean {
  const key = path.split('.').at(-1) ?? '';
  if (wanted === undefined && !KNOWN.has(key.replace(/\[\d+\]$/, ''))) return false;
  return is === 'lost' || !/^aiMessage(Id)?$/.test(key);
}

const READ_ONLY: readonly string[] = [...CAMPAIGN_READ_ONLY, ...STEP_READ_ONLY];

function fileOfStep(step: unknown): unknown {
  if (!isObject(step)) return step;
  const written = getOwn(step, 'type');
  const type = STEP_TYPES.find((name) => name === written) ?? null;
  // What this build does not know is kept, behind what it knows: steps replace each other whole.
  const known = type === null ? [] : STEP_FIELD_NAMES[type];
  const branchKeys: readonly string[] = branchKeysOf(type);
  const others = Object.keys(step).filter(
    (key) => key !== 'type' && ![...known, ...branchKeys, ...READ_ONLY].includes(key),
  );
  const keys = [...known, ...others];
  const branches = branchKeysOf(type);
  const present = keys.filter((key) => has(step, key) && getOwn(step, key) !== null);
  const inner = branches.filter((key) => Array.isArray(getOwn(step, key)));
  return {
    type: written,
    ...Object.fromEntries(present.map((key) => [key, fileOfValue(key, getOwn(step, key))])),
    ...Object.fromEntries(inner.map((key) => [key, branchOf(step, key)])),
  };
}

function branchOf(step: JsonObject, key: string): unknown[] {
  const steps = getOwn(step, key);
  return Array.isArray(steps) ? steps.map(fileOfStep) : [];
}

function fileOfValue(key: string, value: unknown): unknown {
  if ((key === 'content' || key === 'subject') && typeof value === 'string') return writtenText(value);
  if (key === 'messages' && Array.isArray(value)) return value.map(fileOfFields);
  if (key === 'condition') return fileOfFields(value);
  if (!isDurationField(key)) return value;
  const duration = durationOf(value);
  return duration !== null && isWritable(duration.value) ? durationText(duration) : value;
}

/** An object of fields; those without a value are left out. */
function fileOfFields(value: unknown): unknown {
  if (!isObject(value)) return value;
  const filled = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(filled.map(([key, inner]) => [key, fileOfValue(key, inner)]));
}

/** Whether the number comes back from its text as it is: durations as text have no exponent. */
function isWritable(value: number): boolean {
  return parseDuration(`${value} days`)?.value === value;
}
