// reach alias set.

import { type BuildGroup, does, writesFile } from '../../session/command.ts';
import { changeConfig } from '../../session/profiles/profiles.ts';
import { checkAlias } from '../tree/aliases.ts';

export const setCommand: BuildGroup = (deps) =>
  does(
    () =>
      writesFile('set', {
        summary: 'Give a command line a name of its own',
        description:
          'Words that follow the name are added at the end. The expansion is words of reach: no shell reads it, and it cannot take the name of a command.',
        json: 'nothing',
        output: 'nothing',
        notForAgents: 'configuration',
        replaces: true,
        examples: [
          ['reach alias set hot "contacts search --include jobTitle=CEO --limit 10"', 'from now on: reach hot'],
          ['reach alias set launch "campaign show \'Q3 launch\'"', 'reach launch --json works, too'],
        ],
      })
        .argument('<name>', 'small letters, digits and dashes')
        .argument('<expansion>', 'the command line, without reach; quotes keep words together'),
    async (session, name, expansion) => {
      const { commands } = await deps.program.tree();
      checkAlias(name, expansion, (word) =>
        commands.some(({ path, aliases }) => path === word || aliases.includes(word)),
      );
      await changeConfig(session.io, session.paths, (config) => ({
        ...config,
        aliases: { ...config.aliases, [name]: expansion },
      }));
      await session.print.note(`reach ${name} is now: reach ${expansion}`);
    },
  )(deps);
