// The first contents of a store: a workspace, its admin, and the operator's key.

import type { Tx } from '../../core/context.ts';
import type { Operator } from '../../core/operator.ts';
import { isInitialized, markInitialized, setWebhookSeed } from '../../core/queries/settings.ts';
import { ensureAdminKey, newSecret } from './secrets.ts';

/** At first start. If several processes start at once, one does it and the others wait for it. */
export async function initializeStore(
  operator: Pick<Operator, 'store' | 'secrets' | 'randomBytes' | 'loadSample'>,
  now: number,
  { withSample }: { readonly withSample: boolean },
): Promise<void> {
  await operator.store.write(async (tx) => {
    if (await isInitialized(tx)) return;
    await initialize(tx, operator, now);
    if (withSample) await operator.loadSample(tx, now);
  });
}

/** Within the open transaction: what an empty store contains. */
export async function initialize(
  tx: Tx,
  { secrets, randomBytes }: Pick<Operator, 'secrets' | 'randomBytes'>,
  now: number,
): Promise<void> {
  // The file first: if it were written after the commit, a crash in between would lose the key.
  const key = await secrets.writeOnce('admin.key', await newSecret('gsk_', randomBytes));
  await ensureAdminKey(tx, key, now);
  await setWebhookSeed(tx, await newSecret('', randomBytes));
  await markInitialized(tx, now);
}
