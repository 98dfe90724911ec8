// reach profile list.

import { does, reads } from '../../session/command.ts';
import { maskedKey, readConfig, type StoredProfile, twinOf } from '../../session/profiles/profiles.ts';
import { checkBaseUrl } from '../../session/profiles/resolve-profile.ts';
import type { Session } from '../../session/session.ts';
import { profileView } from '../../shared/views/account.ts';

/** A file that was edited by hand may hold an address with a password: it is not repeated. */
function baseUrlText(profile: StoredProfile): string {
  try {
    return twinOf(profile) === null ? checkBaseUrl(profile.baseUrl) : 'this machine';
  } catch {
    return 'not a valid address';
  }
}

function keyText(profile: StoredProfile): string | null {
  const { key, keychain } = profile;
  if (key !== undefined) return maskedKey(key);
  if (keychain !== undefined) return 'in the keychain';
  return profile.baseUrl.startsWith('twin:') ? null : 'logged out';
}

async function list(session: Session): Promise<void> {
  const config = readConfig(session.paths);
  const rows = [
    { current: config.current === 'local' ? '*' : '', name: 'local', baseUrl: 'this machine', key: null, output: null },
    ...Object.entries(config.profiles).map(([name, profile]) => ({
      current: config.current === name ? '*' : '',
      name,
      baseUrl: baseUrlText(profile),
      key: keyText(profile),
      output: profile.output ?? null,
    })),
  ];
  await session.print.list(profileView, rows);
}

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the saved profiles',
      view: profileView,
      output: 'one row per profile; the current one is marked with *',
      notForAgents: 'configuration',
      examples: [
        ['reach profile list', 'all profiles'],
        ['reach profile list -o id', 'only the names'],
      ],
    }),
  list,
);
