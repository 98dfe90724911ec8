import { NeverContact } from '../../../rules/records/never-contact.ts';
import { isSharedHost } from '../../../rules/records/shared-hosts.ts';
import { readText } from '../../files/read.ts';
import { type BuildGroup, does, groupByVerb, reads, writesFile } from '../../session/command.ts';
import type { Session } from '../../session/session.ts';
import {
  addEntries,
  entriesIn,
  removeEntries,
  type StoredEntry,
  storedEntries,
} from '../../shared/never-contact/entries.ts';
import { CliError } from '../../terminal/exit.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';

const neverContactView = viewOf('entry', 'entries', 'kind:word entry:address source outcome:word:sparse', {
  id: 'entry',
  alsoHas: 'key',
});

/** A page on a host that many share becomes the domain of all of them. */
async function warnOfShared({ print }: Session, entries: readonly StoredEntry[]): Promise<void> {
  const shared = entries.filter(({ entry: { kind, key } }) => kind === 'domain' && isSharedHost(key));
  for (const host of new Set(shared.map(({ text }) => text)))
    await print.warn(harmless(`${host} belongs to many: everyone with an address or a company there is left out`));
}

/** `outcome`: what came of the entry; none in a listing. */
const entryRow = ({ entry, text, source }: StoredEntry, outcome: string | null = null) => ({
  kind: entry.kind,
  entry: text,
  key: entry.key,
  source,
  outcome,
});

const addCommand = does(
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
    await warnOfShared(session, entries);
    await session.print.list(neverContactView, rows);
  },
);

const listCommand = does(
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

const removeCommand = does(
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

const importCommand = does(
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
    }).argument('<file>', 'text or CSV (- = standard input)'),
  async (session, file) => {
    const entries = entriesIn(await readText(session.io, file), file, `profile ${session.profile().name}`);
    const added = await addEntries(session, entries);
    await warnOfShared(session, added);
    await session.print.list(
      neverContactView,
      added.map((one) => entryRow(one, 'ADDED')),
    );
    const known = entries.length - added.length;
    if (known > 0) await session.print.note(`${known} of ${entries.length} were entries already`);
  },
);

export const neverContact: BuildGroup = (deps) =>
  groupByVerb(deps, {
    add: addCommand,
    list: listCommand,
    remove: removeCommand,
    import: importCommand,
  });
