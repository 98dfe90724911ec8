// reach search remove.

import { does, writesFile } from '../../app/command.ts';
import { removeSearch } from '../../shared/records/saved-searches.ts';

export const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove a saved search',
      output: 'nothing',
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
    await session.print.note(`removed the search ${name}`);
  },
);
