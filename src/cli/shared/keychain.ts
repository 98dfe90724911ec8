// Keys in the keychain of the operating system, for the commands that put them there and take them out.

import type { Session } from '../session/session.ts';
import { failureOf } from '../terminal/exit.ts';

/** What a person reads in the window of the system that shows its entries. */
export const keychainLabel = (profile: string, baseUrl: string): string =>
  `reach: key of profile ${profile} for ${new URL(baseUrl).host}`;

/** Throws where this system has none. */
export async function keychainOf({ io, settings }: Session) {
  const { openKeychain } = await import('../session/profiles/keychain.ts');
  return openKeychain(io, settings.requestTimeoutMs);
}

/** Deletes a key that no profile uses any more. What was to be done is done: a failure is a warning. */
export async function forgetKey(session: Session, id: string): Promise<void> {
  try {
    await (await keychainOf(session)).remove(id);
  } catch (error) {
    await session.print.warn(`the earlier key is still in the keychain: ${failureOf(error).message}`);
  }
}
