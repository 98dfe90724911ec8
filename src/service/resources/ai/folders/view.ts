import { ENTITY_OF_TREE } from '../../../../contract/ai/enums.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import { isoTime } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import type { FolderCounts, FolderRow } from '../queries/folders.ts';

type FolderRecord = ReplyOf<Table['aiFolders']['list']>['folders'][number];

export type FolderDetail = ReplyOf<Table['aiFolders']['get']>;

export const NO_COUNTS: FolderCounts = { items: 0, folders: 0 };

export function folderView({ appUrl }: Context, row: FolderRow, counts: FolderCounts): FolderRecord {
  return {
    ...nameOf(row),
    appUrl: appUrl('ai-folders', row.id),
    counts,
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

export function nameOf({ id, name, parentId, tree }: FolderRow) {
  return { id, name, parentId, entity: ENTITY_OF_TREE[tree] };
}
