// Who calls, by a key or as the operator of the store, and the context of a call.

import { SCOPES, type Scope } from '../../contract/account/scopes.ts';
import { type AppLinks, type Context, found, type Principal, Refusal } from './context.ts';
import { adminOfWorkspace, firstKey, type KeyRow } from './queries/keys.ts';
import type { Tx } from './sql.ts';

/** `.invalid` never resolves: where no server shows pages, links must not lead to someone else's. */
const NOWHERE = 'https://app.reach.invalid';

const FIRST_WORKSPACE = 1;

/** What comes before the address of a page of another workspace than the first. Links to records need none: ids are of all. */
export function workspacePath(workspaceId: number): string {
  return workspaceId === FIRST_WORKSPACE ? '' : `/w/${workspaceId}`;
}

/** `base`: the address of the pages, without a trailing slash; undefined where there are none. */
export function linksTo(base: string = NOWHERE, workspaceId: number = FIRST_WORKSPACE): AppLinks {
  const lists = base + workspacePath(workspaceId);
  return {
    appUrl: (page, id) => `${base}/${page}/${id}`,
    appLink: (page, query) => `${lists}/${page}${query.size > 0 ? `?${query}` : ''}`,
  };
}

/** Scopes unknown to this version are ignored. */
export function scopesOf({ scopes }: Pick<KeyRow, 'scopes'>): Scope[] {
  return SCOPES.filter((scope) => scopes.includes(scope));
}

export function principalOf(row: KeyRow): Principal {
  const { workspaceId, userId, role, id, name, identityIds } = row;
  const restriction = identityIds.length === 0 ? {} : { identityIds };
  return { workspaceId, userId, role, keyId: id, keyName: name, scopes: scopesOf(row), ...restriction };
}

/** A context in the first workspace, with its first key. Throws Refusal `conflict` if there is none. */
export async function firstContext(tx: Tx, now: number): Promise<Context> {
  const key = await firstKey(tx);
  if (!key) throw new Refusal('conflict', 'The store has no workspace');
  return { tx, principal: principalOf(key), now, ...linksTo() };
}

/** A context in a workspace with the rights of its admin, for the operator of the store. Throws Refusal `not_found`. */
export async function adminContext(tx: Tx, workspaceId: number, now: number, appBase: string): Promise<Context> {
  const admin = found(await adminOfWorkspace(tx, workspaceId), 'workspace', workspaceId);
  const principal = { ...admin, role: 'ADMIN', keyId: 0, keyName: 'operator', scopes: SCOPES } as const;
  return { tx, principal, now, ...linksTo(appBase, workspaceId) };
}
