// reach search remove.

import { does, writesFile } from '../../session/command.ts';
import { removeSearch } from '../../shared/records/saved-searches.ts';
import type { View } from '../../terminal/formats/cells.ts';

const removedView: View = {
  noun: 'saved search',
  plural: 'saved searches',
  id: 'name',
  columns: [{ key: 'name', kind: 'word' }, { key: 'removed' }],
};

export const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove a saved search',
      view: removedView,
      json: 'record',
      output: 'its name',
      exits: ['notFound'],
      replaces: true,
      examples: [
        ['reach search remove chiefs', 'the records it finds stay'],
        ['reach search list -o id | xargs -n 1 reach search remove', 'all of them'],
      ],
      completes: { name: 'searches' },
    }).argument('<name>', 'a saved search'),
  async (session, name) => {
    await removeSearch(session.paths, session.io, name);
    await session.print.record(removedView, { name, removed: true });
  },
);
