import { LIMITS } from '../../../../contract/limits.ts';
import type { Tx } from '../../../db/connection.ts';

export interface WebhookOwner {
  readonly workspaceId: number;
  readonly workflowId: number;
  /** The published version. */
  readonly version: number;
  readonly userId: number;
  readonly role: 'ADMIN' | 'MEMBER';
}

export async function webhookOwner(tx: Tx, webhookId: string): Promise<WebhookOwner | undefined> {
  return tx.one<WebhookOwner>(
    `select w.workspace_id as workspaceId, w.id as workflowId, w.version, w.owner_id as userId, u.role
     from workflows w join users u on u.id = w.owner_id
       join workflow_versions v on v.workflow_id = w.id and v.version = w.version
     where w.webhook_id = ? and v.trigger ->> '$.type' = 'WEBHOOK'`,
    webhookId,
  );
}

/** False if a delivery of this id was accepted before. It is remembered until its signature is no longer valid. */
export async function acceptOnce(tx: Tx, webhookId: string, { id, at }: { id: string; at: number }): Promise<boolean> {
  await tx.run('delete from signed_deliveries where at < ?', at - 2 * LIMITS.signatureAgeMaxMs);
  const { changes } = await tx.run(
    'insert into signed_deliveries (webhook_id, delivery_id, at) values (?, ?, ?) on conflict do nothing',
    webhookId,
    id,
    at,
  );
  return changes === 1;
}
