// The key of a saved profile moves between the configuration file and the keychain, without being typed again.

import { own } from '../../../contract/dictionary.ts';
import { keyOf } from '../../session/connect.ts';
import { changeConfig, readConfig, resolveProfile, type StoredProfile } from '../../session/profiles/profiles.ts';
import type { Session } from '../../session/session.ts';
import { forgetKey, keychainLabel, keychainOf } from '../../shared/keychain/keychain.ts';
import { CliError } from '../../terminal/exit.ts';
import { missingProfile } from './missing-profile.ts';

/** Puts the key where it is wanted; a profile that has it there already stays as it is. */
export async function moveKey(session: Session, name: string, isForKeychain: boolean): Promise<void> {
  const { io, paths } = session;
  const before = own(readConfig(paths).profiles, name);
  if (before === undefined) throw missingProfile(name);
  const { key: inFile, keychain: inKeychain } = before;
  if (inFile === undefined && inKeychain === undefined) {
    throw new CliError('access', 'logged_out', `profile "${name}" is logged out: it has no key to move`, {
      hint: `reach auth login --profile ${name} ${isForKeychain ? '--keychain' : '--no-keychain'}`,
    });
  }
  if (isForKeychain === (inKeychain !== undefined)) return;
  const held: Partial<StoredProfile> =
    inFile === undefined
      ? { key: await keyOf(session, resolveProfile({ env: {} }, paths, name)) }
      : { keychain: await (await keychainOf(session)).store(keychainLabel(name, before.baseUrl), inFile) };
  await changeConfig(io, paths, (config) => {
    const at = own(config.profiles, name);
    if (at?.key !== inFile || at?.keychain !== inKeychain || at === undefined) {
      throw new CliError('conflict', 'conflict', `profile "${name}" was changed meanwhile`, { hint: 'try again' });
    }
    const { key: _key, keychain: _keychain, ...kept } = at;
    return { ...config, profiles: { ...config.profiles, [name]: { ...kept, ...held } } };
  });
  if (inKeychain !== undefined) await forgetKey(session, inKeychain);
}
