// What starts published workflows: webhooks and signals.

import { LIMITS } from '../../../../contract/limits.ts';
import { inTexts, sql, type Tx } from '../../../core/sql.ts';

export interface WebhookOwner {
  readonly workspaceId: number;
  readonly workflowId: number;
  /** The published version. */
  readonly version: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
}

export async function webhookOwner(tx: Tx, webhookId: string): Promise<WebhookOwner | undefined> {
  return tx.one<WebhookOwner>(sql`select w.workspace_id as workspaceId, w.id as workflowId, w.version,
    w.owner_id as userId, u.role
    from workflows w join users u on u.id = w.owner_id
    join workflow_versions v on v.workflow_id = w.id and v.version = w.version
    where w.webhook_id = ${webhookId} and v.trigger ->> '$.type' = 'WEBHOOK'`);
}

/** False if a delivery of this id was accepted before. It is remembered until its signature is no longer valid. */
export async function acceptOnce(tx: Tx, webhookId: string, { id, at }: { id: string; at: number }): Promise<boolean> {
  await tx.run(sql`delete from signed_deliveries where at < ${at - 2 * LIMITS.signatureAgeMaxMs}`);
  const { changes } = await tx.run(sql`insert into signed_deliveries (webhook_id, delivery_id, at)
    values (${webhookId}, ${id}, ${at}) on conflict do nothing`);
  return changes === 1;
}

/** One index lookup. */
export async function hasListeners(tx: Tx, workspaceId: number, kind: string): Promise<boolean> {
  return tx.has(sql`from intent_listeners where workspace_id = ${workspaceId} and kind = ${kind}`);
}

export async function kindsWithListeners(tx: Tx, workspaceId: number, kinds: readonly string[]) {
  const found = sql`workspace_id = ${workspaceId} and kind ${inTexts(kinds)}`;
  return new Set(await tx.values<string>(sql`select distinct kind from intent_listeners where ${found}`));
}

export async function listenersTo(tx: Tx, workspaceId: number, kind: string): Promise<number[]> {
  return tx.values<number>(sql`select workflow_id as id from intent_listeners
    where workspace_id = ${workspaceId} and kind = ${kind} order by workflow_id`);
}

/** The one signal that starts the workflow; null for none. */
export async function setListener(tx: Tx, workspaceId: number, workflowId: number, kind: string | null): Promise<void> {
  await tx.run(sql`delete from intent_listeners where workspace_id = ${workspaceId} and workflow_id = ${workflowId}`);
  if (kind !== null) await tx.insert('intent_listeners', { workspaceId, kind, workflowId });
}
