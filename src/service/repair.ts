// What can be asked of a store that cannot be opened: what is wrong with it, which backups there are, and to take one back.

import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { type Processes, processState } from '../contract/processes.ts';
import type { WireRequest, WireResponse } from '../contract/wire.ts';
import { markRestored } from './core/queries/settings.ts';
import { Refusal } from './core/refusals.ts';
import { StoreRefused } from './core/store.ts';
import { readHolder } from './db/holder.ts';
import { replaceStore } from './db/replace.ts';
import { secretsIn } from './db/secrets.ts';
import { failure, success } from './http/respond.ts';
import { ensureAdminKey } from './resources/local/secrets.ts';
import { backupsView, checkView } from './resources/local/upkeep.ts';
import { updateOutdatedKeys } from './resources/records/outdated-keys.ts';
import { upkeepOf } from './upkeep.ts';

interface DamagedStore {
  readonly data: string;
  readonly nodeMajor: number;
  readonly now: () => number;
  readonly processes: Processes;
}

/** Answers as the control surface would; null for every other request. */
export async function repair(store: DamagedStore, { method, path, body }: WireRequest): Promise<WireResponse | null> {
  const storePath = join(store.data, 'reach.db');
  const upkeep = upkeepOf(storePath, store.nodeMajor);
  try {
    switch (`${method} ${path}`) {
      case 'GET /_local/check':
        return success(JSON.stringify(await checkView(upkeep, storePath)), {});
      case 'GET /_local/backups':
        return success(JSON.stringify(await backupsView(upkeep)), {});
      case 'POST /_local/restore':
        return success(JSON.stringify(await restoreInto(store, storePath, String(JSON.parse(body ?? '{}').path))), {});
      default:
        return null;
    }
  } catch (error) {
    if (error instanceof Refusal) return failure(error, 'repair', {});
    if (error instanceof StoreRefused)
      return failure(new Refusal(error.isMissing ? 'not_found' : 'invalid', error.message), 'repair', {});
    throw error;
  }
}

/** The operator's key stays valid. */
async function restoreInto({ data, nodeMajor, now, processes }: DamagedStore, storePath: string, snapshot: string) {
  const holder = readHolder(join(data, 'serve.lock'));
  if (holder !== null && processState(holder, processes, false) === 'running') {
    const message = `${data} is served by process ${holder.pid}: stop it first, then restore`;
    throw new Refusal('conflict', message);
  }
  if (resolve(snapshot) === storePath) throw new Refusal('invalid', `${snapshot} is the store itself`);
  const key = await secretsIn(data, String(processes.pid)).read('admin.key');
  const unique = randomBytes(6).toString('hex');
  const movedTo = await replaceStore(storePath, snapshot, nodeMajor, unique, async (tx) => {
    await updateOutdatedKeys(tx);
    if (key !== null) await ensureAdminKey(tx, key, now());
    await markRestored(tx, unique);
  });
  return { path: snapshot, movedTo };
}
