// reach auth logout.

import { own } from '../../../contract/dictionary.ts';
import { does, writesFile } from '../../app/command.ts';
import { CliError } from '../../app/exit.ts';
import { changeConfig, configFile, readConfig } from '../../app/profiles.ts';

export const logoutCommand = does(
  () =>
    writesFile('logout', {
      summary: 'Delete the stored key of a profile',
      description:
        'The profile stays, and stays the current one if it is: until the next login its commands are refused (exit 4).',
      output: 'nothing',
      exits: ['notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach auth logout', 'the current profile'],
        ['reach auth logout --profile staging', 'another profile'],
      ],
    }),
  async (session) => {
    const config = readConfig(session.paths);
    const name = session.flags.profile ?? config.current;
    if (own(config.profiles, name)?.key === undefined) {
      throw new CliError('notFound', 'not_found', `profile "${name}" has no stored key`, {
        hint: 'list the profiles: reach profile list',
      });
    }
    await changeConfig(session.io, session.paths, (before) => {
      const known = own(before.profiles, name);
      if (known === undefined) return before;
      const { key: _deleted, ...kept } = known;
      return { ...before, profiles: { ...before.profiles, [name]: kept } };
    });
    await session.print.note(`logged out: deleted the key of profile ${name} from ${configFile(session.paths)}`);
  },
);
