import type { Tx } from '../../../db/connection.ts';
import type { PageWindow } from '../../../db/fragment.ts';
import { IN_LIST, jsonList, unindexed } from '../../../db/rowset.ts';

/** Ids of the next contacts at these companies, oldest first. */
export async function contactIdsAt(
  tx: Tx,
  workspaceId: number,
  companyIds: readonly number[],
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select id from contacts where workspace_id = ? and company_id ${IN_LIST} and ${unindexed('id')} > ? order by id limit ?`,
    workspaceId,
    jsonList(companyIds),
    after,
    limit,
  );
  return rows.map(({ id }) => id);
}

/** A page of the contacts at a company, by name, and how many there are. */
export async function contactPageAt(
  tx: Tx,
  workspaceId: number,
  companyId: number,
  { limit, offset }: PageWindow,
): Promise<{ ids: number[]; total: number }> {
  const from = 'from contacts where workspace_id = ? and company_id = ?';
  const rows = await tx.all<{ id: number }>(
    `select id ${from} order by last_name, first_name, id limit ? offset ?`,
    workspaceId,
    companyId,
    limit,
    offset,
  );
  const counted = await tx.one<{ n: number }>(`select count(*) as n ${from}`, workspaceId, companyId);
  return { ids: rows.map(({ id }) => id), total: counted?.n ?? 0 };
}
