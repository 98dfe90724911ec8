// reach never-contact list.

import { does, reads } from '../../session/command.ts';
import { storedEntries } from '../../shared/never-contact/entries.ts';
import { entryRow, neverContactView } from '../../shared/views/never-contact.ts';

export const listCommand = does(
  () =>
    reads('list', {
      summary: 'List who must never be contacted',
      view: neverContactView,
      output: 'one row per entry: of the profile, and of the outreach folder',
      examples: [
        ['reach never-contact list', 'all that count here'],
        ['reach never-contact list -o id > outreach/never-contact.txt', 'for the team'],
      ],
    }),
  async (session) => {
    await session.print.list(
      neverContactView,
      storedEntries(session).map((one) => entryRow(one)),
    );
  },
);
