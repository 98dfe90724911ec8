// Whether a change that was sent took effect: what was, what was wanted and what is read afterwards, place by place. What
// was not changed, and what a service adds by itself, is not looked at.

import { pathText } from '../contract/envelope.ts';
import { getOwn, isObject, type JsonObject, objectIn } from '../contract/json.ts';
import { isSame, itemsById } from './outreach/compare.ts';
import type { At } from './problem.ts';

export interface MissedEdit {
  /** `steps[0].content`; nodes by their id: `plan.nodes.verify.inputs.mode`. */
  readonly path: string;
  readonly wanted: unknown;
  readonly found: unknown;
  /** `lost`: it is as it was. `other`: the service made something else of it. `hidden`: its answers do not show it. */
  readonly is: 'lost' | 'other' | 'hidden';
}

/** Nothing, in any of its spellings. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) ? value.every((one) => one === '') : isObject(value) && Object.values(value).every(isEmpty));

/** Whether all that is wanted is there; more may be. */
function matches(wanted: unknown, found: unknown): boolean {
  if (isEmpty(wanted)) return isEmpty(found);
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) && found.length === wanted.length && wanted.every((one, index) => matches(one, found[index]))
    );
  }
  if (!isObject(wanted)) return isSame(wanted, found);
  return isObject(found) && Object.entries(wanted).every(([key, one]) => matches(one, getOwn(found, key)));
}

/** Lists of items with ids as objects by id: a service may keep them in any order. */
function keyed(value: unknown): unknown {
  const items = Array.isArray(value) && value.length > 0 ? itemsById(value) : null;
  return items === null ? value : Object.fromEntries(items);
}

/** What was wanted otherwise than before, and is not so now. */
export function missedEffects(before: unknown, wanted: unknown, now: unknown, at: At = []): MissedEdit[] {
  if (isSame(before, wanted)) return [];
  const [was, made, is] = [keyed(before), keyed(wanted), keyed(now)];
  if (isObject(made) && isObject(is)) {
    const old = objectIn(was);
    const gone = Object.keys(old).filter((key) => !Object.hasOwn(made, key));
    return [...Object.keys(made), ...gone].flatMap((key) =>
      missedEffects(getOwn(old, key), getOwn(made, key), getOwn(is, key), [...at, key]),
    );
  }
  if (Array.isArray(made) && Array.isArray(is) && made.length === is.length) {
    const old: readonly unknown[] = Array.isArray(was) && was.length === made.length ? was : [];
    return made.flatMap((one: unknown, index) => missedEffects(old[index], one, is[index], [...at, index]));
  }
  if (matches(wanted, now)) return [];
  return [{ path: pathText(at), wanted, found: now, is: matches(before, now) ? 'lost' : 'other' }];
}

/** What the record does not show at all cannot be compared. */
export function markHidden(record: JsonObject, effects: readonly MissedEdit[]): MissedEdit[] {
  return effects.map((effect) => {
    // A name in a file stands for an id in the record.
    const isHidden = ![effect.path, `${effect.path}Id`].some((key) => Object.hasOwn(record, key));
    const isSetting = /^\w+$/.test(effect.path) && isHidden;
    return isSetting ? { ...effect, is: 'hidden' } : effect;
  });
}
