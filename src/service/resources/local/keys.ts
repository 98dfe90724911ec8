import { SCOPES } from '../../../contract/account/scopes.ts';
import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { found, Refusal } from '../../core/context.ts';
import { hashOf } from '../../core/crypto.ts';
import type { Operator, OperatorContext, RandomBytes } from '../../core/operator.ts';
import { scopesOf } from '../../core/principals.ts';
import {
  allKeys,
  firstWorkspaceAdmin,
  insertKey,
  insertMember,
  insertWorkspace,
  type KeyRow,
  keyByHash,
  keyById,
  markRevoked,
  userByName,
  workspaceAdminByName,
} from '../../core/queries/keys.ts';
import type { Tx } from '../../core/sql.ts';
import { identityIds as identityIdsOf } from '../identities/queries/identities.ts';

export async function listKeys({ store }: OperatorContext): Promise<ReplyData<'local', 'keys'>> {
  const keys = await store.read(allKeys);
  const view = ({ id, name, createdAt, revokedAt, ...row }: KeyRow) => ({
    ...{ id, name, scopes: scopesOf(row), createdAt: isoTime(createdAt) },
    revokedAt: revokedAt === null ? null : isoTime(revokedAt),
  });
  return { keys: keys.map(view) };
}

type NewKeyInput = Parsed<'local', 'createKey'>['body'];

/**
 * The value of the key is only available here: the store keeps its hash. Throws Refusal `invalid` for identities that the workspace
 * does not have.
 */
export function createKey({ store, now, randomBytes }: OperatorContext, input: NewKeyInput) {
  return store.write((tx) => issueKey(tx, input, now, randomBytes));
}

async function issueKey(tx: Tx, input: NewKeyInput, now: number, randomBytes: RandomBytes) {
  const scopes = SCOPES.filter((scope) => input.scopes.includes(scope));
  const found =
    input.workspace === undefined ? await firstWorkspaceAdmin(tx) : await workspaceAdminByName(tx, input.workspace);
  const admin = found ?? (await insertWorkspace(tx, input.workspace ?? WORKSPACE_NAME, now));
  const name = input.name ?? `key ${(await allKeys(tx)).length + 1}`;
  const key = await newSecret('gsk_', randomBytes);
  const userId = await userFor(tx, input, { ...admin, name, now });
  const { workspaceId } = admin;
  const id = await insertKey(tx, { workspaceId, userId, name, hash: hashOf(key), scopes, createdAt: now });
  return { id, name, scopes, key };
}

async function userFor(
  tx: Tx,
  { user, identityIds }: Pick<NewKeyInput, 'user' | 'identityIds'>,
  { workspaceId, userId, name, now }: { workspaceId: number; userId: number; name: string; now: number },
): Promise<number> {
  if (user === undefined && identityIds === undefined) return userId;
  const known = user === undefined ? null : await userByName(tx, workspaceId, user);
  if (known === null) return memberFor(tx, identityIds ?? [], { workspaceId, name: user ?? name, now });
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
  if (unknown.length === 0) return insertMember(tx, { workspaceId, name, createdAt: now }, identityIds);
  const message = `there is no identity ${unknown.join(', ')}`;
  throw new Refusal('invalid', message, { issues: [{ path: 'identityIds', code: 'unknown_identity', message }] });
}

/** Throws Refusal `not_found`. Revoking a key again keeps the first time. */
export function revokeKey({ store, now }: OperatorContext, id: number): Promise<ReplyData<'local', 'revokeKey'>> {
  return store.write(async (tx) => {
    await markRevoked(tx, id, now);
    const key = found(await keyById(tx, id), 'key', id);
    return { id, revokedAt: isoTime(key.revokedAt ?? now) };
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 40;
const WORKSPACE_NAME = 'My workspace';
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
 * Makes `value` a key of the first workspace, which is created if there is none. A known key stays as it is, revoked or
 * not.
 */
export async function ensureAdminKey(tx: Tx, value: string, now: number): Promise<void> {
  const hash = hashOf(value);
  if (await keyByHash(tx, hash)) return;
  const admin = (await firstWorkspaceAdmin(tx)) ?? (await insertWorkspace(tx, WORKSPACE_NAME, now));
  await insertKey(tx, { ...admin, name: ADMIN_KEY_NAME, hash, scopes: ['ALL'], createdAt: now });
}

/** A key with scope ALL: the one stored beside the store, or a new one if that was deleted or revoked. */
export async function adminKey(
  { store, secrets, randomBytes }: Pick<Operator, 'store' | 'secrets' | 'randomBytes'>,
  now: number,
): Promise<string> {
  const saved = await secrets.read('admin.key');
  const known = saved === null ? undefined : await store.read((tx) => keyByHash(tx, hashOf(saved)));
  if (saved !== null && known?.revokedAt === null) return saved;
  return store.write(async (tx) => {
    const key = known || saved === null ? await newSecret('gsk_', randomBytes) : saved;
    await secrets.write('admin.key', key);
    await ensureAdminKey(tx, key, now);
    return key;
  });
}

/** The value of the header `x-admin-token`, created when first needed. */
export async function adminToken({ secrets, randomBytes }: Pick<Operator, 'secrets' | 'randomBytes'>): Promise<string> {
  return (await secrets.read('admin.token')) ?? secrets.writeOnce('admin.token', await newSecret('adm_', randomBytes));
}
