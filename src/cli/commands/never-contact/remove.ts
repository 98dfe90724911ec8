// reach never-contact remove.

import { NeverContact } from '../../../rules/records/never-contact.ts';
import { does, writesFile } from '../../session/command.ts';
import { entriesIn, removeEntries, storedEntries } from '../../shared/never-contact/entries.ts';
import { entryRow, neverContactView } from '../../shared/views/never-contact.ts';
import { CliError } from '../../terminal/exit.ts';

export const removeCommand = does(
  () =>
    writesFile('remove', {
      summary: 'Remove entries, so that these people may be contacted again',
      description: 'In any spelling. Entries of the outreach folder are removed from its file.',
      view: neverContactView,
      output: 'one row per removed entry',
      exits: ['notFound'],
      replaces: true,
      notForAgents: 'configuration',
      examples: [
        ['reach never-contact remove ada@engines.example', 'one'],
        ['reach never-contact remove https://competitor.example/', 'the entry competitor.example'],
      ],
    }).argument('<entry...>', 'an entry'),
  async (session, words) => {
    const source = `profile ${session.profile().name}`;
    const entries = words.flatMap((word) => entriesIn(word, 'argument', source));
    const stored = storedEntries(session);
    const missing = entries.filter(
      ({ entry }) => !new NeverContact(stored.filter((one) => one.source === source)).has(entry),
    );
    if (missing.length > 0) {
      const shared = stored.find(({ entry }) => missing.some((one) => new NeverContact([one]).has(entry)));
      const names = missing.map(({ text }) => text).join(', ');
      throw new CliError('notFound', 'not_found', `no entry ${names} in ${source}: nothing was removed`, {
        hint:
          shared === undefined ? 'reach never-contact list shows them' : `it is in ${shared.source}: remove it there`,
      });
    }
    const removed = await removeEntries(session, entries);
    await session.print.list(
      neverContactView,
      removed.map((one) => entryRow(one, 'REMOVED')),
    );
  },
);
