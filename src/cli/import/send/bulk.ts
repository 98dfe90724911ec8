// The items of one bulk, and those of them that a request sends.

import type { WrittenJson } from '../../../contract/written-json.ts';
import type { Item } from '../mapping/item.ts';

export interface Bulk {
  readonly number: number;
  /** How many items it has. */
  readonly count: number;
  /** Made of the rows each time they are asked for. */
  readonly items: readonly Item[];
  /** All of them as JSON; null where they go one by one. */
  readonly json: WrittenJson | null;
  /** Lines where its first and last row begin. */
  readonly rows: readonly [first: number, last: number];
  /** The record that its only item updates. Doing that twice is the same as once: nothing has to be looked up. */
  readonly recordId: number | null;
}

export const placesOf = ({ count }: Bulk): number[] => Array.from({ length: count }, (_, place) => place);

/** What a request sends for these places: all items as they were written, or those that are left. */
export function sentItems(bulk: Bulk, places: readonly number[]): readonly Item[] | WrittenJson {
  const { count, recordId, json } = bulk;
  if (json !== null && recordId === null && places.length === count) return json;
  const { items } = bulk;
  return places.map((place) => items[place] ?? {});
}
