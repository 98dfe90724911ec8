import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { keyById } from '../../core/queries/keys.ts';
import { Refusal } from '../../core/refusals.ts';

/** The key, its workspace and its user. */
export async function describeAccount({ tx, principal }: Context): Promise<ReplyOf<Table['account']['validate']>> {
  const row = await keyById(tx, principal.keyId);
  if (!row) throw new Refusal('unauthenticated', 'This API key no longer exists');
  return {
    valid: true,
    key: { name: principal.keyName, scopes: [...principal.scopes] },
    workspace: { id: row.workspaceId, name: row.workspaceName },
    user: { id: row.userId, name: row.userName, role: row.role },
  };
}
