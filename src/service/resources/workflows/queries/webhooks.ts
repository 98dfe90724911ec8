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
