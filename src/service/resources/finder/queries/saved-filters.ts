import type { SavedFilterType } from '../../../../contract/finder/enums.ts';
import { type Criteria, criteriaOf } from '../../../../rules/finder/criteria.ts';
import { allOf, type PageWindow, pageOf, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

export interface SavedFilterRow {
  readonly id: number;
  readonly name: string;
  readonly type: SavedFilterType;
  /** The sentence it was made of. */
  readonly description: string;
  readonly criteria: Criteria;
  readonly createdAt: number;
}

type StoredFilter = Omit<SavedFilterRow, 'criteria'> & { readonly criteria: string };

const SELECT = 'select id, name, type, description, criteria, created_at as createdAt from saved_filters';

function filterOf(row: StoredFilter): SavedFilterRow {
  return { ...row, criteria: criteriaOf(JSON.parse(row.criteria)) };
}

export async function savedFilterById(tx: Tx, workspaceId: number, id: number): Promise<SavedFilterRow | undefined> {
  const row = await tx.one<StoredFilter>(sql`${raw(SELECT)} where workspace_id = ${workspaceId} and id = ${id}`);
  return row && filterOf(row);
}

/** A page of saved filters, oldest first, and how many there are in all. */
export async function savedFilterPage(tx: Tx, workspaceId: number, type: SavedFilterType | null, page: PageWindow) {
  const where = allOf([sql`workspace_id = ${workspaceId}`, ...(type === null ? [] : [sql`type = ${type}`])]);
  const { rows, total } = await pageOf<StoredFilter>(tx, sql`${raw(SELECT)} where ${where}`, 'id', page);
  return { rows: rows.map(filterOf), total };
}

/** Makes it where none of that name and type is there. */
export async function ensureSavedFilter(
  tx: Tx,
  workspaceId: number,
  { name, type, description, criteria }: Omit<SavedFilterRow, 'id' | 'createdAt'>,
  now: number,
): Promise<void> {
  await tx.run(sql`insert into saved_filters (workspace_id, name, type, description, criteria, created_at)
    values (${workspaceId}, ${name}, ${type}, ${description}, ${JSON.stringify(criteria)}, ${now})
    on conflict (workspace_id, type, name) do nothing`);
}
