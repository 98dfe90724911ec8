import type { Tx } from '../../../db/connection.ts';
import { IN_LIST, jsonList } from '../../../db/rowset.ts';

/** Ids of the contacts at these companies, oldest first. */
export async function contactIdsAt(tx: Tx, workspaceId: number, companyIds: readonly number[]): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    `select id from contacts where workspace_id = ? and company_id ${IN_LIST} order by id`,
    workspaceId,
    jsonList(companyIds),
  );
  return rows.map(({ id }) => id);
}
