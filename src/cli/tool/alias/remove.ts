// reach alias remove.

import { getOwn } from '../../../contract/dictionary.ts';
import { does, writesFile } from '../../session/command.ts';
import { changeConfig, readConfig } from '../../session/profiles/profiles.ts';
import { CliError } from '../../terminal/exit.ts';

export const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove an alias',
      json: 'nothing',
      output: 'nothing',
      exits: ['notFound'],
      notForAgents: 'configuration',
      examples: [
        ['reach alias remove hot', 'one'],
        ['reach alias list -o id | xargs -n 1 reach alias remove', 'all of them'],
      ],
    }).argument('<name>', 'an alias'),
  async (session, name) => {
    if (getOwn(readConfig(session.paths).aliases ?? {}, name) === undefined)
      throw new CliError('notFound', 'not_found', `no alias "${name}"`, { hint: 'reach alias list shows them' });
    await changeConfig(session.io, session.paths, (config) => {
      const { [name]: _removed, ...aliases } = config.aliases ?? {};
      return { ...config, aliases };
    });
    await session.print.note(`removed the alias ${name}`);
  },
);
