// reach search list.

import { does, reads } from '../../session/command.ts';
import { readSearches } from '../../shared/records/saved-searches.ts';
import { searchView } from '../../shared/views/lists.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List the saved searches',
      view: searchView,
      output: 'one row per search: its name, what it searches, its text, conditions and filters',
      examples: [
        ['reach search list', 'all of them'],
        ['reach search list -o id', 'their names, for a script'],
      ],
    }),
  async (session) => {
    const rows = [...readSearches(session.paths)].map(([name, search]) => ({ name, ...search }));
    await session.print.list(searchView, rows);
  },
);
