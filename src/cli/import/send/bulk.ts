// The items of one bulk, and those of them that a request sends.

import type { Item } from '../../shared/records/entity.ts';

export interface Bulk {
  readonly number: number;
  readonly items: readonly Item[];
  /** Of each item. */
  readonly lines: readonly number[];
  /** Lines where its first and last row begin. */
  readonly rows: readonly [first: number, last: number];
  /** The record that its only item updates. Doing that twice is the same as once: nothing has to be looked up. */
  readonly recordId: number | null;
}

export const placesOf = ({ items }: Bulk): number[] => [...items.keys()];
