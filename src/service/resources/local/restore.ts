import { resolve } from 'node:path';
import type { OperatorContext } from '../../core/operator.ts';
import { Refusal } from '../../core/refusals.ts';
import { StoreRefused } from '../../core/store.ts';
import { ensureAdminKey } from './secrets.ts';
import { assertPath, pathRefusal } from './snapshot-path.ts';

/**
 * Replaces everything with the snapshot, in one transaction: other processes see the store before or after. The
 * operator's own key stays valid. Throws Refusal `not_found` or `invalid`; then nothing has changed.
 */
export async function restore(context: OperatorContext, path: string): Promise<{ path: string }> {
  const { store, storePath, secrets, now } = context;
  assertPath(context, path);
  if (resolve(path) === storePath) throw new Refusal('invalid', `${path} is the store itself`);
  try {
    await store.restore(path, async (tx) => {
      const key = await secrets.read('admin.key');
      if (key !== null) await ensureAdminKey(tx, key, now);
    });
    return { path };
  } catch (error) {
    if (error instanceof StoreRefused) throw new Refusal(error.isMissing ? 'not_found' : 'invalid', error.message);
    throw pathRefusal(error, `cannot read ${path}`);
  }
}
