// reach alias list.

import { does, reads } from '../../session/command.ts';
import { readConfig } from '../../session/profiles/profiles.ts';
import { aliasView } from './view.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the aliases',
      view: aliasView,
      output: 'one row per alias: its name and what it stands for',
      notForAgents: 'configuration',
      examples: [
        ['reach alias list', 'all of them'],
        ['reach alias list -o id', 'only the names'],
      ],
    }),
  async (session) => {
    const rows = Object.entries(readConfig(session.paths).aliases ?? {}).map(([name, expansion]) => ({
      name,
      expansion,
    }));
    await session.print.list(aliasView, rows);
  },
);
