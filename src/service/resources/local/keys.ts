import { SCOPES, type Scope } from '../../../contract/account/scopes.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { hashOf } from '../../core/crypto.ts';
import type { OperatorContext, RandomBytes } from '../../core/operator.ts';
import { scopesOf } from '../../core/principal.ts';
import {
  allKeys,
  firstWorkspaceAdmin,
  insertKey,
  insertMember,
  insertWorkspace,
  keyById,
  markRevoked,
  userByName,
  workspaceAdminByName,
} from '../../core/queries/keys.ts';
import { Refusal } from '../../core/refusals.ts';
import type { Tx } from '../../core/store.ts';
import { identityIds as identityIdsOf } from '../identities/queries/senders.ts';
import { newSecret, WORKSPACE_NAME } from './secrets.ts';

/** All keys without their values, revoked ones included. */
export async function listKeys({ store }: OperatorContext): Promise<ReplyOf<Table['local']['keys']>> {
  const keys = await store.read(allKeys);
  return {
    keys: keys.map((row) => ({
      id: row.id,
      name: row.name,
      scopes: scopesOf(row),
      createdAt: isoTime(row.createdAt),
      revokedAt: row.revokedAt === null ? null : isoTime(row.revokedAt),
    })),
  };
}

interface NewKeyInput {
  readonly name?: string | undefined;
  readonly scopes: readonly Scope[];
  /** By name; created if it does not exist. Default: the first workspace. */
  readonly workspace?: string | undefined;
  /** The owner of the key, by name; created as a member if there is none. Default: the admin. */
  readonly user?: string | undefined;
  /** For a new user who sees only the posts of these identities. */
  readonly identityIds?: readonly number[] | undefined;
}

interface IssuedKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: Scope[];
  /** Only available here: the store keeps its hash. */
  readonly key: string;
}

/** Throws Refusal `invalid` for identities that the workspace does not have. */
export function createKey({ store, now, randomBytes }: OperatorContext, input: NewKeyInput): Promise<IssuedKey> {
  return store.write((tx) => issueKey(tx, input, now, randomBytes));
}

async function issueKey(tx: Tx, input: NewKeyInput, now: number, randomBytes: RandomBytes): Promise<IssuedKey> {
  const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
  const found =
    input.workspace === undefined ? await firstWorkspaceAdmin(tx) : await workspaceAdminByName(tx, input.workspace);
  const admin = found ?? (await insertWorkspace(tx, input.workspace ?? WORKSPACE_NAME, now));
  const name = input.name ?? `key ${(await allKeys(tx)).length + 1}`;
  const key = await newSecret('gsk_', randomBytes);
  const userId = await userFor(tx, input, { ...admin, name, now });
  const { workspaceId } = admin;
  const id = await insertKey(tx, { workspaceId, userId, name, hash: hashOf(key), scopes, now });
  return { id, name, scopes, key };
}

async function userFor(
  tx: Tx,
  { user, identityIds }: Pick<NewKeyInput, 'user' | 'identityIds'>,
  { workspaceId, userId, name, now }: { workspaceId: number; userId: number; name: string; now: number },
): Promise<number> {
  if (user === undefined && identityIds === undefined) return userId;
  const known = user === undefined ? undefined : await userByName(tx, workspaceId, user);
  if (known === undefined) return memberFor(tx, identityIds ?? [], { workspaceId, name: user ?? name, now });
  if (identityIds === undefined) return known;
  throw new Refusal('conflict', `User ${user} already exists: identities can only be set when a user is created`);
}

async function memberFor(
  tx: Tx,
  requested: readonly number[],
  { workspaceId, name, now }: { workspaceId: number; name: string; now: number },
): Promise<number> {
  const identityIds = [...new Set(requested)];
  const known = await identityIdsOf(tx, workspaceId);
  const unknown = identityIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return insertMember(tx, { workspaceId, name, identityIds, now });
  const message = `there is no identity ${unknown.join(', ')}`;
  throw new Refusal('invalid', message, { issues: [{ path: 'identityIds', code: 'unknown_identity', message }] });
}

/** Throws Refusal `not_found`. Revoking a key again keeps the first time. */
export function revokeKey({ store, now }: OperatorContext, id: number): Promise<ReplyOf<Table['local']['revokeKey']>> {
  return store.write(async (tx) => {
    await markRevoked(tx, id, now);
    const key = await keyById(tx, id);
    if (!key) throw new Refusal('not_found', `There is no key ${id}`);
    return { id, revokedAt: isoTime(key.revokedAt ?? now) };
  });
}
