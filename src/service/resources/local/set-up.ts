// A store's beginning: a workspace, its admin, and the operator's two secrets.

import type { Store, Tx } from '../../core/context.ts';
import { hashOf } from '../../core/hash.ts';
import { isBegun, markBegun, setWebhookSeed } from '../../core/queries/settings.ts';
import type { Secrets } from '../../db/secrets.ts';
import { loadSample } from '../../sample/load.ts';
import { keyByHash } from '../account/queries/keys.ts';
import { ensureAdminKey, newSecret, type RandomBytes } from './keys.ts';

export interface Beginning {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly randomBytes: RandomBytes;
}

/** First start. Of several processes one does it; the others wait and find it done. */
export async function beginStore(
  beginning: Beginning,
  now: number,
  { withSample }: { readonly withSample: boolean },
): Promise<void> {
  await beginning.store.write(async (tx) => {
    if (await isBegun(tx)) return;
    await begin(tx, beginning, now);
    if (withSample) await loadSample(tx, now);
  });
}

/** Within the transaction that is open: what a store has before anybody did anything. */
export async function begin(tx: Tx, { secrets, randomBytes }: Beginning, now: number): Promise<void> {
  // The file first: were it written after the commit, a crash in between would lose the key for good.
  const key = secrets.keep('admin.key', await newSecret('gsk_', randomBytes));
  await ensureAdminKey(tx, key, now);
  await setWebhookSeed(tx, await newSecret('', randomBytes));
  await markBegun(tx, now);
}

/** A key with scope ALL: the one kept beside the store, or a new one where that was removed or revoked. */
export async function adminKey({ store, secrets, randomBytes }: Beginning, now: number): Promise<string> {
  const kept = secrets.read('admin.key');
  const known = kept === null ? undefined : await store.read((tx) => keyByHash(tx, hashOf(kept)));
  if (kept !== null && known?.revokedAt === null) return kept;
  return store.write(async (tx) => {
    const key = known || kept === null ? await newSecret('gsk_', randomBytes) : kept;
    secrets.write('admin.key', key);
    await ensureAdminKey(tx, key, now);
    return key;
  });
}

/** What the header `x-admin-token` takes; made when it is first asked for. */
export async function adminToken({
  secrets,
  randomBytes,
}: Pick<Beginning, 'secrets' | 'randomBytes'>): Promise<string> {
  return secrets.read('admin.token') ?? secrets.keep('admin.token', await newSecret('adm_', randomBytes));
}
