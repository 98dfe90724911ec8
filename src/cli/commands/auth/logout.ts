// reach auth logout.

import { getOwn } from '../../../contract/dictionary.ts';
import { does, writesFile } from '../../session/command.ts';
import { changeConfig, configFile, readConfig } from '../../session/profiles/profiles.ts';
import { keychainOf } from '../../shared/keychain.ts';
import { CliError } from '../../terminal/exit.ts';

export const logoutCommand = does(
  () =>
    writesFile('logout', {
      summary: 'Delete the stored key of a profile',
      description:
        'The profile stays, and stays the current one if it is: until the next login its commands are refused (exit 4).',
      json: 'nothing',
      output: 'nothing',
      exits: ['access', 'notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach auth logout', 'the current profile'],
        ['reach auth logout --profile staging', 'another profile'],
      ],
    }),
  async (session) => {
    const config = readConfig(session.paths);
    const name = session.flags.profile ?? config.current;
    const known = getOwn(config.profiles, name);
    if (known?.key === undefined && known?.keychain === undefined) {
      throw new CliError('notFound', 'not_found', `profile "${name}" has no stored key`, {
        hint: 'list the profiles: reach profile list',
      });
    }
    // First where it is: a profile without its name could never delete it.
    if (known.keychain !== undefined) await (await keychainOf(session)).remove(known.keychain);
    await changeConfig(session.io, session.paths, (before) => {
      const at = getOwn(before.profiles, name);
      if (at === undefined) return before;
      const { key: _deleted, keychain: _forgotten, ...kept } = at;
      return { ...before, profiles: { ...before.profiles, [name]: kept } };
    });
    const where = known.keychain === undefined ? configFile(session.paths) : 'the keychain';
    await session.print.note(`logged out: deleted the key of profile ${name} from ${where}`);
  },
);
