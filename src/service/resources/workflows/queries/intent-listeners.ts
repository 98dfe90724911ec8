// Which published workflows a signal starts.

import { idsOf, inTexts, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

/** One index lookup. */
export async function hasListeners(tx: Tx, workspaceId: number, kind: string): Promise<boolean> {
  return (
    (await tx.one(sql`select 1 as there from intent_listeners
    where workspace_id = ${workspaceId} and kind = ${kind} limit 1`)) !== undefined
  );
}

/** Those of the kinds that start a workflow. */
export async function kindsWithListeners(
  tx: Tx,
  workspaceId: number,
  kinds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.all<{ kind: string }>(sql`select distinct kind from intent_listeners
    where workspace_id = ${workspaceId} and kind ${inTexts(kinds)}`);
  return new Set(rows.map(({ kind }) => kind));
}

/** Ids of the workflows that the signal starts, oldest first. */
export async function listenersTo(tx: Tx, workspaceId: number, kind: string): Promise<number[]> {
  return idsOf(
    tx,
    sql`select workflow_id as id from intent_listeners
    where workspace_id = ${workspaceId} and kind = ${kind} order by workflow_id`,
  );
}

/** The one signal that starts the workflow; null for none. */
export async function setListener(tx: Tx, workspaceId: number, workflowId: number, kind: string | null): Promise<void> {
  await tx.run(sql`delete from intent_listeners where workspace_id = ${workspaceId} and workflow_id = ${workflowId}`);
  if (kind === null) return;
  await tx.run(sql`insert into intent_listeners (workspace_id, kind, workflow_id)
    values (${workspaceId}, ${kind}, ${workflowId})`);
}
