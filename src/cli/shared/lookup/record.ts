// Contacts and companies on the command line, by id or by what names them.

import { listPages } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import { isIdText } from '../../../contract/ids.ts';
import { withoutInvisibleEdges } from '../../../rules/records/invisible-characters.ts';
import { readText } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import { harmless } from '../../terminal/formats/cells.ts';
import { isLocal } from '../lint/undocumented-rules.ts';
import { noMatch, onlyMatch } from './match.ts';

/** More candidates than this are not read: enough to tell one match from several. */
const CANDIDATES_MAX = 100;
const SUGGESTED_MAX = 3;

const KINDS = {
  contact: {
    noun: 'contact',
    plural: 'contacts',
    hint: 'give the id, the email address, or first and last name; reach contacts search finds them',
  },
  company: {
    noun: 'company',
    plural: 'companies',
    hint: 'give the id, the name, or the domain; reach companies search finds them',
  },
} as const;

export type NamedKind = keyof typeof KINDS;

/** What a word may be, as arguments are described. */
export const NAMED_BY: Readonly<Record<NamedKind, string>> = {
  contact: 'id, email, or first and last name',
  company: 'id, name or domain',
};

interface LookedUpRecord {
  readonly id: number;
  readonly names: readonly (string | null | undefined)[];
}

/** What names and addresses are compared by: without case, further spaces, and how accents are composed. */
export const foldedName = (text: string): string =>
  withoutInvisibleEdges(text).normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

type Search = { readonly search: string } | { readonly include: Readonly<Record<string, string[]>> };

/** The fields that name a record, each with its part of the word: what a full-text search need not look at. */
function filtersFor(kind: NamedKind, word: string): Search[] {
  const byFields = (fields: Readonly<Record<string, string>>): Search => ({
    include: Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, [value]])),
  });
  if (kind === 'company') return [byFields({ name: word }), byFields({ domain: word })];
  if (word.includes('@')) return [byFields({ professionalEmail: word })];
  const parts = word.split(/\s+/);
  return parts
    .slice(1)
    .map((_, at) => byFields({ firstName: parts.slice(0, at + 1).join(' '), lastName: parts.slice(at + 1).join(' ') }));
}

async function* candidates(session: Session, kind: NamedKind, search: Search): AsyncGenerator<LookedUpRecord> {
  const { call } = await session.client();
  const options = { limit: CANDIDATES_MAX, signal: session.io.interrupt };
  const query = { body: search };
  if (kind === 'company') {
    for await (const { id, name, domain } of listPages(call, 'companies', 'search', query, options)) {
      if (id !== undefined) yield { id, names: [name, domain] };
    }
    return;
  }
  for await (const contact of listPages(call, 'contacts', 'search', query, options)) {
    const { id, firstName, lastName, professionalEmail } = contact;
    if (id !== undefined) yield { id, names: [`${firstName ?? ''} ${lastName ?? ''}`, professionalEmail] };
  }
}

const isNamed = ({ names }: LookedUpRecord, word: string) =>
  names.some((name) => name && foldedName(name) === foldedName(word));

async function foundByFields(session: Session, kind: NamedKind, word: string): Promise<LookedUpRecord[]> {
  const found = new Map<number, LookedUpRecord>();
  for (const search of filtersFor(kind, word)) {
    for await (const one of candidates(session, kind, search)) if (isNamed(one, word)) found.set(one.id, one);
  }
  return [...found.values()];
}

/**
 * The id a word stands for. Asks the service only for a word that is not an id. Exit 5 where there is none, 2 where there
 * are several, or the word is empty.
 */
export async function recordIdOf(session: Session, kind: NamedKind, text: string): Promise<number> {
  const word = withoutInvisibleEdges(text);
  if (isIdText(word)) return Number(word);
  // An empty variable of a script must never match the record that has no name.
  if (word === '') throw new UsageError(`no ${kind} given`, { hint: KINDS[kind].hint });
  const found: LookedUpRecord[] = [];
  const others: string[] = [];
  for await (const candidate of candidates(session, kind, { search: word })) {
    if (isNamed(candidate, word)) found.push(candidate);
    else if (others.length < SUGGESTED_MAX) others.push(`${candidate.names[0]?.trim() || '-'} (${candidate.id})`);
  }
  // What the text of a full-text search is, is for the service to say; what a filter compares is in the interface.
  if (found.length === 0 && !isLocal(session)) append(found, await foundByFields(session, kind, word));
  if (found.length === 0 && others.length > 0) {
    const hint = `did you mean ${others.join(', ')}? ${KINDS[kind].hint}`;
    throw noMatch(word, { noun: KINDS[kind].noun, hint: harmless(hint) });
  }
  return onlyMatch(word, found, KINDS[kind]).id;
}

/** `4711, ada@example.com`: contacts are separated by commas or lines; the name of a company may have a comma. Tabs are those of a table. */
function wordsIn(kind: NamedKind, text: string): string[] {
  if (/^[\s,]*[0-9][0-9 \r\n,]*$/.test(text)) return text.split(/[\s,]+/);
  return text.split(kind === 'contact' ? /[,\n]/ : /\n/);
}

/** Records by ids, emails or names, several of them in one word; `-` reads them from standard input. */
export async function recordIdsOf(
  session: Session,
  kind: NamedKind,
  words: readonly string[],
  { mayBeNone = false }: { /** Of standard input. */ readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words) {
    const text = word === '-' ? await readText(session.io, '-') : word;
    const each = wordsIn(kind, text).filter((one) => one.trim() !== '');
    if (each.length === 0 && !(word === '-' && mayBeNone)) throw new UsageError(`no ${kind} id given`);
    for (const one of each) ids.add(await recordIdOf(session, kind, one));
  }
  return [...ids];
}
