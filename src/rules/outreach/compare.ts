// What is different between two documents: compared by what they say, not by the order of their keys.

import { pathText } from '../../contract/envelope.ts';
import { getOwn, isObject, type JsonObject } from '../../contract/json.ts';
import type { At } from '../problem.ts';

/** A value with its keys in order and nothing undefined; `isNothing`: what else says nothing. */
export function canonical(value: unknown, isNothing: (inner: unknown) => boolean = () => false): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, isNothing));
  if (!isObject(value)) return value;
  const own = Object.entries(value).filter(([, inner]) => inner !== undefined && !isNothing(inner));
  const sorted = own.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, canonical(inner, isNothing)]));
}

/** The same text for the same meaning: what hashes and comparisons are made of. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(canonical(value)) ?? 'undefined';
}

export function isSame(one: unknown, other: unknown): boolean {
  return one === other || canonicalText(one) === canonicalText(other);
}

/** One value that is another, is new, or is gone. */
export interface ValueChange {
  /** `steps[0].content`; empty for the whole. */
  readonly path: string;
  /** Undefined for no value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Items that are known by an `id` of their own, such as nodes; null for any other list. */
export function itemsById(list: readonly unknown[]): ReadonlyMap<string, JsonObject> | null {
  const found = new Map<string, JsonObject>();
  for (const item of list) {
    const id = isObject(item) ? item['id'] : undefined;
    if (!isObject(item) || typeof id !== 'string' || found.has(id)) return null;
    found.set(id, item);
  }
  return found;
}

/** What would have to change so that `before` is `after`, place by place. */
export function changesOf(before: unknown, after: unknown, at: At = []): ValueChange[] {
  if (isSame(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = [...Object.keys(after), ...Object.keys(before).filter((key) => !Object.hasOwn(after, key))];
    return keys.flatMap((key) => changesOf(getOwn(before, key), getOwn(after, key), [...at, key]));
  }
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, at);
  return [{ path: pathText(at), before, after }];
}

/** How many items two lists have in common at their beginnings, and behind those at their ends. */
export function commonEnds(one: readonly unknown[], other: readonly unknown[]) {
  const least = Math.min(one.length, other.length);
  let head = 0;
  while (head < least && isSame(one[head], other[head])) head += 1;
  let tail = 0;
  while (tail < least - head && isSame(one.at(-1 - tail), other.at(-1 - tail))) tail += 1;
  return { head, tail };
}

function listChanges(before: readonly unknown[], after: readonly unknown[], at: At): ValueChange[] {
  const isNested = [...before, ...after].some((item) => typeof item === 'object' && item !== null);
  if (!isNested) return [{ path: pathText(at), before, after }];
  const { head, tail } = commonEnds(before, after);
  const [old, made] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  return Array.from({ length: Math.max(old.length, made.length) }, (_, index) =>
    changesOf(old[index], made[index], [...at, head + index]),
  ).flat();
}
