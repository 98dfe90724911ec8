// What distinguishes the keys of two workspaces, where one address serves both; and two stores of this machine.

import { createHash } from 'node:crypto';
import type { Call } from '../../../client/api.ts';
import { routes } from '../../../contract/routes/routes.ts';
import type { Io } from '../../terminal/io.ts';
import type { Settings } from '../../terminal/settings.ts';
import { keyOf } from '../connect.ts';
import type { Profile } from '../profiles/profiles.ts';
import { recordIn } from './recorded-route.ts';

async function readStore(call: Call): Promise<{ readonly mark?: unknown }> {
  try {
    return recordIn((await call(routes.local.store)).data);
  } catch {
    // A damaged or missing store: it is about to be replaced, or the command itself fails of it.
    return {};
  }
}

export const addressMark = (baseUrl: string, key: string): string =>
  createHash('sha256').update(`${baseUrl}\0${key}`).digest('hex').slice(0, 16);

/**
 * The beginning of a hash of the address and the key, from which the key cannot be had; of the service on this machine, of its
 * store. Null where that cannot be read.
 */
export async function keyMark(
  session: { readonly io: Io; readonly settings: Settings },
  profile: Profile,
  call: Call | null,
): Promise<string | null> {
  if (profile.baseUrl === null) {
    const store = call === null ? null : await readStore(call);
    return typeof store?.mark === 'string' ? store.mark : null;
  }
  const key = await keyOf(session, profile);
  return addressMark(profile.baseUrl.value, key);
}
