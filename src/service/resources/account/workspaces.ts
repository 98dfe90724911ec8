// The workspaces of a store: for the pages of the local service, whose reader operates it.

import type { ReplyData } from '../../../contract/table.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { keyById } from '../../core/queries/keys.ts';
import type { Tx } from '../../core/sql.ts';
import {
  firstWorkspaces,
  type RecordKind,
  type StoredWorkspace,
  workspaceById,
  workspaceIdOf,
} from './queries/workspaces.ts';

export type { RecordKind, StoredWorkspace };

const LISTED_MAX = 100;

/** All, the oldest first, up to a hundred. `id`: the current one; null: the first. Throws Refusal `not_found`. */
export async function listWorkspaces(tx: Tx, id: number | null) {
  const all = await firstWorkspaces(tx, LISTED_MAX);
  const current = id === null ? all[0] : (all.find((one) => one.id === id) ?? (await workspaceById(tx, id)));
  if (!current)
    throw new Refusal('not_found', id === null ? 'The store has no workspace' : `There is no workspace ${id}`);
  return { current, all };
}

export function workspaceOf(tx: Tx, kind: RecordKind, id: number): Promise<number | null> {
  return workspaceIdOf(tx, kind, id);
}

export async function describeAccount({ tx, principal }: Context): Promise<ReplyData<'account', 'validate'>> {
  const row = await keyById(tx, principal.keyId);
  if (!row) throw new Refusal('unauthenticated', 'This API key no longer exists');
  return {
    valid: true,
    key: { name: principal.keyName, scopes: [...principal.scopes] },
    workspace: { id: row.workspaceId, name: row.workspaceName },
    user: { id: row.userId, name: row.userName, role: row.role },
  };
}
