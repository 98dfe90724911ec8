// What tells the keys of two workspaces apart, where one address serves both.

import { createHash } from 'node:crypto';
import type { Io } from '../../terminal/io.ts';
import type { Settings } from '../../terminal/settings.ts';
import { keyOf } from '../connect.ts';
import type { Profile } from '../profiles/profiles.ts';

/** The beginning of a hash of the address and the key, from which the key cannot be had; null for the service on this machine. */
export async function keyMark(
  session: { readonly io: Io; readonly settings: Settings },
  profile: Profile,
): Promise<string | null> {
  if (profile.baseUrl === null) return null;
  const key = await keyOf(session, profile);
  return createHash('sha256').update(`${profile.baseUrl.value}\0${key}`).digest('hex').slice(0, 16);
}
