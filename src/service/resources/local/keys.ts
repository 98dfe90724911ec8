import { SCOPES, type Scope } from '../../../contract/account/scopes.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Tx } from '../../core/context.ts';
import { hashOf } from '../../core/hash.ts';
import { scopesOf } from '../../core/principal.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  allKeys,
  firstWorkspaceAdmin,
  insertKey,
  insertMember,
  insertWorkspace,
  keyByHash,
  keyById,
  revokeKey,
  workspaceAdminByName,
} from '../account/queries/keys.ts';
import { userByName } from '../account/queries/users.ts';
import { identityIds as identitiesOf } from '../identities/queries/senders.ts';

/** Random bytes fit for keys, given by the composition root. */
export type RandomBytes = (count: number) => Uint8Array | Promise<Uint8Array>;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 40;
export const WORKSPACE_NAME = 'My workspace';
const ADMIN_KEY_NAME = 'admin';

/** `prefix` and 40 letters and digits, each equally likely. */
export async function newSecret(prefix: string, randomBytes: RandomBytes): Promise<string> {
  let text = '';
  while (text.length < SECRET_LENGTH) {
    for (const byte of await randomBytes(SECRET_LENGTH)) {
      // 248 = 4 × 62: bytes above would favour the first letters.
      if (byte < 248 && text.length < SECRET_LENGTH) text += LETTERS[byte % 62];
    }
  }
  return prefix + text;
}

/**
 * Makes `value` a key of the first workspace, which it creates when there is none. One that is known stays as it is,
 * revoked or not.
 */
export async function ensureAdminKey(tx: Tx, value: string, now: number): Promise<void> {
  const hash = hashOf(value);
  if (await keyByHash(tx, hash)) return;
  const admin = (await firstWorkspaceAdmin(tx)) ?? (await insertWorkspace(tx, WORKSPACE_NAME, now));
  await insertKey(tx, { ...admin, name: ADMIN_KEY_NAME, hash, scopes: ['ALL'], now });
}

export interface KeyWish {
  readonly name?: string | undefined;
  readonly scopes: readonly Scope[];
  /** By name; created when it does not exist. Left out: the first workspace. */
  readonly workspace?: string | undefined;
  /** Whose key: by name; a member made where there is none. Left out: the admin's. */
  readonly user?: string | undefined;
  /** The key of a new user who sees only these identities' posts. Left out: the admin's. */
  readonly identityIds?: readonly number[] | undefined;
}

export interface IssuedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: Scope[];
  /** Shown this once: the store keeps only its hash. */
  readonly key: string;
}

/** Throws Refusal `invalid` for identities the workspace has not. */
export async function createKey(tx: Tx, wish: KeyWish, now: number, randomBytes: RandomBytes): Promise<IssuedKey> {
  const scopes = SCOPES.filter((scope) => wish.scopes.includes(scope));
  const found =
    wish.workspace === undefined ? await firstWorkspaceAdmin(tx) : await workspaceAdminByName(tx, wish.workspace);
  const admin = found ?? (await insertWorkspace(tx, wish.workspace ?? WORKSPACE_NAME, now));
  const name = wish.name ?? `key ${(await allKeys(tx)).length + 1}`;
  const key = await newSecret('gsk_', randomBytes);
  const userId = await userFor(tx, wish, { ...admin, name, now });
  const { workspaceId } = admin;
  const id = await insertKey(tx, { workspaceId, userId, name, hash: hashOf(key), scopes, now });
  return { id, name, scopes, key };
}

async function userFor(
  tx: Tx,
  { user, identityIds }: Pick<KeyWish, 'user' | 'identityIds'>,
  { workspaceId, userId, name, now }: { workspaceId: number; userId: number; name: string; now: number },
): Promise<number> {
  if (user === undefined && identityIds === undefined) return userId;
  const known = user === undefined ? undefined : await userByName(tx, workspaceId, user);
  if (known === undefined) return memberFor(tx, identityIds ?? [], { workspaceId, name: user ?? name, now });
  if (identityIds === undefined) return known;
  throw new Refusal('conflict', `There is a user ${user} already: identities are said when a user is made`);
}

async function memberFor(
  tx: Tx,
  wanted: readonly number[],
  { workspaceId, name, now }: { workspaceId: number; name: string; now: number },
): Promise<number> {
  const identityIds = [...new Set(wanted)];
  const known = await identitiesOf(tx, workspaceId);
  const unknown = identityIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return insertMember(tx, { workspaceId, name, identityIds, now });
  const message = `no such identity: ${unknown.join(', ')}`;
  throw new Refusal('invalid', message, { issues: [{ path: 'identityIds', code: 'unknown_identity', message }] });
}

/** By name, never their value; revoked ones too. */
export async function listKeys(tx: Tx): Promise<ReplyOf<Table['local']['keys']>['keys']> {
  return (await allKeys(tx)).map((row) => ({
    id: row.id,
    name: row.name,
    scopes: scopesOf(row),
    createdAt: isoTime(row.createdAt),
    revokedAt: row.revokedAt === null ? null : isoTime(row.revokedAt),
  }));
}

/** Throws Refusal `not_found`. Revoking twice keeps the first moment. */
export async function revoke(tx: Tx, id: number, now: number): Promise<number> {
  await revokeKey(tx, id, now);
  const row = await keyById(tx, id);
  if (!row) throw new Refusal('not_found', `There is no key ${id}`);
  return row.revokedAt ?? now;
}
