import { SCOPES, type Scope } from '../../contract/account/scopes.ts';
import { type Context, linksTo, type Principal } from './context.ts';
import { adminOfWorkspace, firstKey, type KeyRow } from './queries/keys.ts';
import { Refusal } from './refusals.ts';
import type { Tx } from './store.ts';

/** Scopes unknown to this version are ignored. */
export function scopesOf(row: KeyRow): Scope[] {
  const parsed: unknown = JSON.parse(row.scopes);
  return Array.isArray(parsed) ? SCOPES.filter((scope) => parsed.includes(scope)) : [];
}

export function principalOf(row: KeyRow): Principal {
  const { workspaceId, userId, role, id, name } = row;
  const parsed: unknown = JSON.parse(row.identityIds);
  const identityIds = Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'number') : [];
  const restriction = identityIds.length === 0 ? {} : { identityIds };
  return { workspaceId, userId, role, keyId: id, keyName: name, scopes: scopesOf(row), ...restriction };
}

/** A context in the first workspace, with its first key. Throws Refusal `conflict` if there is none. */
export async function firstContext(tx: Tx, now: number, appBase?: string): Promise<Context> {
  const key = await firstKey(tx);
  if (!key) throw new Refusal('conflict', 'The store has no workspace');
  return { tx, principal: principalOf(key), now, ...linksTo(appBase) };
}

/** A context in a workspace with the rights of its admin, for the operator of the store. Throws Refusal `not_found`. */
export async function adminContext(tx: Tx, workspaceId: number, now: number, appBase?: string): Promise<Context> {
  const admin = await adminOfWorkspace(tx, workspaceId);
  if (!admin) throw new Refusal('not_found', `There is no workspace ${workspaceId}`);
  const principal = { ...admin, role: 'ADMIN', keyId: 0, keyName: 'operator', scopes: SCOPES } as const;
  return { tx, principal, now, ...linksTo(appBase, workspaceId) };
}
