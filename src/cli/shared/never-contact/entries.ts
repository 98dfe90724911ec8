// The entries of never-contact: those of the profile, in its configuration folder, and those that a team shares in its
// outreach folder. Both files are lines of text; an entry that cannot be read is an error, for it would protect no one.

import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { objectIn } from '../../../contract/json.ts';
import { parsedJson } from '../../../contract/parse-json.ts';
import { domainKey } from '../../../rules/records/addresses.ts';
import { NeverContact, type NeverContactEntry, readNeverContact } from '../../../rules/records/never-contact.ts';
import { keptText, plainText } from '../../files/bounded-read.ts';
import { detectDialect } from '../../files/csv/dialect.ts';
import { CsvParser } from '../../files/csv/parser.ts';
import { replacePrivateFile } from '../../files/write-atomic.ts';
import { storeFolder, TWIN_FILE } from '../../session/connect.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';

export interface StoredEntry {
  readonly entry: NeverContactEntry;
  readonly text: string;
  /** The file; `profile NAME` for that of the profile. */
  readonly source: string;
}

interface WrittenEntry {
  readonly text: string;
  readonly line: number;
}

const COMMENT = /(?:^|\s)#.*$/;

const ofLines = (text: string): WrittenEntry[] =>
  text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    const entry = line
      .replace(/^\ufeff/, '')
      .replace(COMMENT, '')
      .trim();
    return entry === '' ? [] : [{ text: entry, line: index + 1 }];
  });

const ADDRESS_COLUMN = /e-?mail|domain|website|profile|linkedin|network|url|phone|mobile|entry|never.?contact/i;
const OTHER_COLUMN = /status|verif|image|app.?url|company.*(?:network|linkedin|profile)/i;
const WEBSITE_COLUMN = /website/i;

/** A number is one of a phone where it begins as one. */
function isAddress(cell: string): boolean {
  const entry = readNeverContact(cell);
  return !('problem' in entry) && entry.kind !== 'domain' && (entry.kind !== 'phone' || /^[+0]/.test(cell));
}

/** The cells of the columns that hold addresses; of a table without a header, all of the first column. */
function ofTable(text: string, displayed: string): WrittenEntry[] {
  const { dialect, recordsAt, firstLine } = detectDialect(text, true);
  const parser = new CsvParser(dialect, firstLine);
  const rows = [...parser.push(text.slice(recordsAt)), ...parser.end()];
  if (parser.failure !== null) throw parser.failure;
  const header = rows[0]?.cells ?? [];
  const isHeader = header.every((cell) => 'problem' in readNeverContact(cell));
  const columns = isHeader
    ? header.flatMap((cell, at) => (ADDRESS_COLUMN.test(cell) && !OTHER_COLUMN.test(cell) ? [at] : []))
    : [0];
  if (columns.length === 0 && rows.length > 0) {
    throw new UsageError(`${displayed}: no column holds email addresses, domains, profile URLs or phone numbers`, {
      hint: 'name one of its columns email, domain, profile or phone',
    });
  }
  const unread = header.find((cell, at) => {
    if (!isHeader || columns.includes(at) || OTHER_COLUMN.test(cell)) return false;
    const filled = rows.slice(1).flatMap(({ cells }) => cells[at]?.trim() || []);
    return filled.length > 0 && filled.every(isAddress);
  });
  if (unread !== undefined) {
    throw new UsageError(`${displayed}: the column ${JSON.stringify(unread)} holds addresses, and would not be read`, {
      hint: 'name it email, profile or phone; or take it out',
    });
  }
  return rows.slice(isHeader ? 1 : 0).flatMap(({ cells, line }) =>
    columns.flatMap((at) => {
      const cell = (cells[at] ?? '').trim();
      const isWebsite = isHeader && WEBSITE_COLUMN.test(header[at] ?? '');
      return cell === '' ? [] : [{ text: (isWebsite ? domainKey(cell) : null) ?? cell, line }];
    }),
  );
}

const NAMED_MAX = 5;

/** The entries of a text. Throws UsageError that names the lines that are none. */
export function entriesIn(text: string, displayed: string, source = displayed): StoredEntry[] {
  const written = /\.(?:csv|tsv)$/i.test(displayed) ? ofTable(text, displayed) : ofLines(text);
  const problems: string[] = [];
  const entries = written.flatMap(({ text: word, line }) => {
    const entry = readNeverContact(word);
    if (!('problem' in entry)) return [{ entry, text: word, source }];
    problems.push(`${displayed}:${line}: ${JSON.stringify(word)}: ${entry.problem}`);
    return [];
  });
  if (problems.length === 0) return entries;
  const more = problems.length > NAMED_MAX ? `; and ${problems.length - NAMED_MAX} more` : '';
  throw new UsageError(`${problems.slice(0, NAMED_MAX).join('; ')}${more}`, {
    hint: 'an entry is an email address, a domain, a profile URL or a phone number; # begins a comment',
  });
}

const fileOf = ({ paths }: Pick<Session, 'paths'>, profile: string) =>
  join(paths.config, 'never-contact', `${profile}.txt`);

const ofProfile = (session: Pick<Session, 'paths'>, profile: string): StoredEntry[] => {
  const file = fileOf(session, profile);
  return entriesIn(keptText(file) ?? '', file, `profile ${profile}`);
};

const SHARED_FILES = ['never-contact.txt', 'never-contact.csv'];

/** Those of an outreach folder; of the working folder or `outreach` in it, where none is named. */
function ofTeam({ io }: Pick<Session, 'io'>, folder: string | undefined): StoredEntry[] {
  const folders = folder === undefined ? [io.cwd, join(io.cwd, 'outreach')] : [folder];
  const found = folders.find((one) => existsSync(join(one, 'reach.yaml')));
  if (found === undefined) return [];
  return SHARED_FILES.flatMap((name) => {
    const path = join(found, name);
    const displayed = found === join(io.cwd, 'outreach') ? `outreach/${name}` : name;
    // A link, even to nothing, is refused like in the rest of the folder.
    const isThere = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    return isThere ? entriesIn(plainText(path, displayed), displayed) : [];
  });
}

/** The profile that a twin was made from: a rehearsal leaves out whom the workspace itself would. */
function sourceOf(session: Session): string[] {
  if (session.profile().twin === null) return [];
  const { from } = objectIn(parsedJson(keptText(join(storeFolder(session), TWIN_FILE)) ?? ''));
  return typeof from === 'string' ? [from] : [];
}

/** All that count for the profile. `folder`: the path of the outreach folder that a command works with. */
export const storedEntries = (session: Session, folder?: string): StoredEntry[] => [
  ...[session.profile().name, ...sourceOf(session)].flatMap((name) => ofProfile(session, name)),
  ...ofTeam(session, folder),
];

/** Null where there are no entries: then nothing has to be read. */
export function neverContactOf(session: Session, folder?: string): NeverContact | null {
  const never = new NeverContact(storedEntries(session, folder));
  return never.isEmpty ? null : never;
}

/** Changes the lines of the profile's file, under its lock; comments stay. */
async function changeLines(session: Session, change: (lines: readonly string[]) => readonly string[]): Promise<void> {
  const { withLock } = await import('../../files/lock.ts');
  const file = fileOf(session, session.profile().name);
  await withLock(join(session.paths.config, 'never-contact.lock'), session.io, async () => {
    const lines = (keptText(file) ?? '').split('\n').filter((line, at, all) => line !== '' || at < all.length - 1);
    const next = change(lines);
    if (next !== lines) replacePrivateFile(file, next.map((line) => `${line}\n`).join(''));
  });
}

/** Adds what is not in it yet, and returns that. */
export async function addEntries(session: Session, entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const added: StoredEntry[] = [];
  await changeLines(session, (lines) => {
    const known = new Set(ofProfile(session, session.profile().name).map(({ entry }) => idOf(entry)));
    for (const one of entries) {
      if (known.has(idOf(one.entry))) continue;
      known.add(idOf(one.entry));
      added.push(one);
    }
    return added.length === 0 ? lines : [...lines, ...added.map(({ text }) => text)];
  });
  return added;
}

const idOf = ({ kind, key }: NeverContactEntry): string => `${kind} ${key}`;

/** Removes them in whatever spelling they are in the file, and returns those that were in it. */
export async function removeEntries(session: Session, entries: readonly StoredEntry[]): Promise<StoredEntry[]> {
  const wanted = new Set(entries.map(({ entry }) => idOf(entry)));
  const removed = new Set<string>();
  await changeLines(session, (lines) => {
    const left = lines.filter((line) => {
      const [written] = ofLines(line);
      const entry = written === undefined ? null : readNeverContact(written.text);
      if (entry === null || 'problem' in entry || !wanted.has(idOf(entry))) return true;
      removed.add(idOf(entry));
      return false;
    });
    return removed.size === 0 ? lines : left;
  });
  return entries.filter(({ entry }) => removed.has(idOf(entry)));
}
