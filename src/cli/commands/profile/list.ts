// reach profile list.

import { does, reads } from '../../session/command.ts';
import { maskedKey, readConfig } from '../../session/profiles/profiles.ts';
import { checkBaseUrl } from '../../session/profiles/resolve-profile.ts';
import type { Session } from '../../session/session.ts';
import { profileView } from '../../shared/views/account.ts';

/** A file that was edited by hand may hold an address with a password: it is not repeated. */
function baseUrlText(text: string): string {
  try {
    return checkBaseUrl(text);
  } catch {
    return 'not a valid address';
  }
}

async function list(session: Session): Promise<void> {
  const config = readConfig(session.paths);
  const rows = [
    { current: config.current === 'local' ? '*' : '', name: 'local', baseUrl: 'this machine', key: null, output: null },
    ...Object.entries(config.profiles).map(([name, { baseUrl, key, keychain, output }]) => ({
      current: config.current === name ? '*' : '',
      name,
      baseUrl: baseUrlText(baseUrl),
      key: key !== undefined ? maskedKey(key) : keychain !== undefined ? 'in the keychain' : 'logged out',
      output: output ?? null,
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
