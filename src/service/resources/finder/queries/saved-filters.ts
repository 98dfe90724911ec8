import type { SavedFilterType } from '../../../../contract/finder/enums.ts';
import { type Criteria, criteriaOf } from '../../../../rules/finder/criteria.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, type PageWindow } from '../../../db/fragment.ts';

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
  const row = await tx.one<StoredFilter>(`${SELECT} where workspace_id = ? and id = ?`, workspaceId, id);
  return row && filterOf(row);
}

/** A page of saved filters, oldest first, and how many there are in all. */
export async function savedFilterPage(
  tx: Tx,
  workspaceId: number,
  type: SavedFilterType | null,
  page: PageWindow,
): Promise<{ rows: SavedFilterRow[]; total: number }> {
  const where = allOf([
    { sql: 'workspace_id = ?', values: [workspaceId] },
    ...(type === null ? [] : [{ sql: 'type = ?', values: [type] }]),
  ]);
  const rows = await tx.all<StoredFilter>(
    `${SELECT} where ${where.sql} order by id limit ? offset ?`,
    ...where.values,
    page.limit,
    page.offset,
  );
  const sql = `select count(*) as n from saved_filters where ${where.sql}`;
  const counted = await tx.one<{ n: number }>(sql, ...where.values);
  return { rows: rows.map(filterOf), total: counted?.n ?? 0 };
}

/** Makes it where none of that name and type is there. */
export async function ensureSavedFilter(
  tx: Tx,
  workspaceId: number,
  { name, type, description, criteria }: Omit<SavedFilterRow, 'id' | 'createdAt'>,
  now: number,
): Promise<void> {
  await tx.run(
    `insert into saved_filters (workspace_id, name, type, description, criteria, created_at) values (?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, type, name) do nothing`,
    workspaceId,
    name,
    type,
    description,
    JSON.stringify(criteria),
    now,
  );
}
