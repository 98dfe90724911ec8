// reach never-contact add.

import { does, writesFile } from '../../session/command.ts';
import { addEntries, entriesIn } from '../../shared/never-contact/entries.ts';
import { entryRow, neverContactView } from '../../shared/views/never-contact.ts';

export const addCommand = does(
  () =>
    writesFile('add', {
      summary: 'Add people and companies that must never be contacted',
      description:
        'Email addresses, domains, profile URLs and phone numbers, for the profile. A domain covers its subdomains, the addresses under it, and the contacts of a company with it; ada+news@ is another address than ada@. A team shares never-contact.txt, an entry per line, or never-contact.csv in its outreach folder. Campaigns, workflow runs, replies and enrichment runs of reach leave these contacts out, or are refused.',
      view: neverContactView,
      output: 'one row per entry: ADDED, or ALREADY_PRESENT',
      examples: [
        ['reach never-contact add ada@engines.example', 'one address'],
        ['reach never-contact add competitor.example "+49 30 1234567"', 'a company, and a number'],
      ],
    }).argument('<entry...>', 'email address, domain, profile URL or phone number'),
  async (session, words) => {
    const source = `profile ${session.profile().name}`;
    const entries = words.flatMap((word) => entriesIn(word, 'argument', source));
    const added = new Set(await addEntries(session, entries));
    const rows = entries.map((one) => entryRow(one, added.has(one) ? 'ADDED' : 'ALREADY_PRESENT'));
    await session.print.list(neverContactView, rows);
  },
);
