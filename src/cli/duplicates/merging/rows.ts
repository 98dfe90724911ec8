// What is printed: a row for each group.

import type { RowResult } from '../../import/report/row-result.ts';
import { isMerge, type PlannedGroup } from './group.ts';
import { missingHolders } from './merge-group.ts';

/** `result`: null in a dry run. */
export function groupRow(planned: PlannedGroup, result: RowResult | null, isDeleting = true) {
  const { group, shared } = planned;
  const nothing = { updated: [], set: {}, deleted: [], lists: [], campaigns: [] };
  if (!isMerge(planned)) return { group, status: 'skipped', shared, keep: null, ...nothing, note: planned.why };
  const { keep, remove, set, note } = planned;
  const row = { group, status: result?.status ?? 'planned', shared, keep: keep.id };
  if (result?.status === 'skipped') return { ...row, ...nothing, note: result.error };
  return {
    ...row,
    updated: Object.keys(set),
    set,
    deleted: result !== null ? deletedIds(result) : isDeleting ? remove.map(({ id }) => id) : [],
    lists: missingHolders(planned, 'lists').map(({ name }) => name),
    campaigns: missingHolders(planned, 'campaigns').map(({ name }) => name),
    note: result?.error ?? note,
  };
}

/** The contacts that a group's result says were deleted. */
export const deletedIds = ({ outcome }: Pick<RowResult, 'outcome'>): number[] =>
  outcome === '' ? [] : outcome.split(',').map(Number);
