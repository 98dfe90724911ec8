// reach alias list.

import { does, reads } from '../../session/command.ts';
import { readConfig } from '../../session/profiles/profiles.ts';
import type { View } from '../../terminal/formats/cells.ts';

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

const aliasView: View = {
  noun: 'alias',
  plural: 'aliases',
  id: 'name',
  columns: [
    { key: 'name', kind: 'word' },
    { key: 'expansion', title: 'stands for' },
  ],
};
