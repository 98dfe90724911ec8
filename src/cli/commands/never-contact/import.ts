// reach never-contact import.

import { readText } from '../../files/read.ts';
import { does, writesFile } from '../../session/command.ts';
import { addEntries, entriesIn } from '../../shared/never-contact/entries.ts';
import { entryRow, neverContactView } from '../../shared/views/never-contact.ts';

export const importCommand = does(
  () =>
    writesFile('import', {
      summary: 'Add the entries of a file',
      description:
        'A text with an entry per line, or a .csv file, of which the columns for email, domain, website, profile and phone are read. A file with anything else is refused as a whole.',
      view: neverContactView,
      output: 'one row per entry that is new',
      examples: [
        ['reach never-contact import opted-out.csv', 'from another tool'],
        [
          'reach never-contact list -o id --profile staging | reach never-contact import - --profile production',
          'those of another profile',
        ],
      ],
      completes: { file: 'file' },
    }).argument('<file>', 'text or CSV (- = standard input)'),
  async (session, file) => {
    const entries = entriesIn(await readText(session.io, file), file, `profile ${session.profile().name}`);
    const added = await addEntries(session, entries);
    await session.print.list(
      neverContactView,
      added.map((one) => entryRow(one, 'ADDED')),
    );
    const known = entries.length - added.length;
    if (known > 0) await session.print.note(`${known} of ${entries.length} were entries already`);
  },
);
