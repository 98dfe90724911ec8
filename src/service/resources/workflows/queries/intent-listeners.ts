// Which published workflows a signal starts.

import type { Tx } from '../../../db/connection.ts';
import { IN_TEXTS, jsonList } from '../../../db/rowset.ts';

/** One index lookup. */
export async function hasListeners(tx: Tx, workspaceId: number, kind: string): Promise<boolean> {
  const sql = 'select 1 as there from intent_listeners where workspace_id = ? and kind = ? limit 1';
  return (await tx.one(sql, workspaceId, kind)) !== undefined;
}

/** Those of the kinds that start a workflow. */
export async function kindsWithListeners(
  tx: Tx,
  workspaceId: number,
  kinds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ kind: string }>(
    `select distinct kind from intent_listeners where workspace_id = ? and kind ${IN_TEXTS}`,
    workspaceId,
    jsonList(kinds),
  );
  return new Set(rows.map(({ kind }) => kind));
}

/** Ids of the workflows that the signal starts, oldest first. */
export async function listenersTo(tx: Tx, workspaceId: number, kind: string): Promise<number[]> {
  const rows = await tx.all<{ id: number }>(
    'select workflow_id as id from intent_listeners where workspace_id = ? and kind = ? order by workflow_id',
    workspaceId,
    kind,
  );
  return rows.map(({ id }) => id);
}

/** The one signal that starts the workflow; null for none. */
export async function setListener(tx: Tx, workspaceId: number, workflowId: number, kind: string | null): Promise<void> {
  await tx.run('delete from intent_listeners where workspace_id = ? and workflow_id = ?', workspaceId, workflowId);
  if (kind === null) return;
  await tx.run(
    'insert into intent_listeners (workspace_id, kind, workflow_id) values (?, ?, ?)',
    workspaceId,
    kind,
    workflowId,
  );
}
