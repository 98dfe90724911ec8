// The operator's API key and admin token.

import { hashOf } from '../../core/crypto.ts';
import type { Operator, RandomBytes } from '../../core/operator.ts';
import { firstWorkspaceAdmin, insertKey, insertWorkspace, keyByHash } from '../../core/queries/keys.ts';
import type { Tx } from '../../core/store.ts';

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
 * Makes `value` a key of the first workspace, which is created if there is none. A known key stays as it is, revoked or
 * not.
 */
export async function ensureAdminKey(tx: Tx, value: string, now: number): Promise<void> {
  const hash = hashOf(value);
  if (await keyByHash(tx, hash)) return;
  const admin = (await firstWorkspaceAdmin(tx)) ?? (await insertWorkspace(tx, WORKSPACE_NAME, now));
  await insertKey(tx, { ...admin, name: ADMIN_KEY_NAME, hash, scopes: ['ALL'], now });
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
