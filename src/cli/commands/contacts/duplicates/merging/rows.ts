// What is printed: a row for each group.

import type { RowResult } from '../../../../import/report/row-result.ts';
import type { View } from '../../../../output/formats/cells.ts';
import { isMerge, type PlannedGroup } from './group.ts';
import { missingHolders } from './merge-group.ts';

const viewOf = (updated: string, deleted: string): View => ({
  noun: 'group',
  plural: 'groups',
  id: 'keep',
  columns: [
    { key: 'group', kind: 'number' },
    { key: 'status' },
    { key: 'shared' },
    { key: 'keep', title: 'kept', kind: 'number' },
    { key: 'updated', title: updated },
    { key: 'deleted', title: deleted },
    { key: 'lists', title: 'added to lists', isSparse: true },
    { key: 'campaigns', title: 'added to campaigns', isSparse: true },
    { key: 'note', kind: 'prose', isSparse: true },
  ],
});

export const mergeView = viewOf('updated', 'deleted');
export const dryRunView = viewOf('to update', 'to delete');

/** `result`: null in a dry run. */
export function groupRow(planned: PlannedGroup, result: RowResult | null) {
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
    deleted: result === null ? remove.map(({ id }) => id) : deletedIds(result),
    lists: missingHolders(planned, 'lists').map(({ name }) => name),
    campaigns: missingHolders(planned, 'campaigns').map(({ name }) => name),
    note: result?.error ?? note,
  };
}

/** The contacts that a group's result says were deleted. */
export const deletedIds = ({ outcome }: Pick<RowResult, 'outcome'>): number[] =>
  outcome === '' ? [] : outcome.split(',').map(Number);
