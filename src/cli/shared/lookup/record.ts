// Contacts and companies on the command line, by id or by what names them.

import { listPages } from '../../../client/answers/pages.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';
import { idsOf } from './ids.ts';
import { isId } from './named.ts';

/** So many of one name are looked at: more than enough to tell one from several. */
const MOST = 100;

type Kind = 'contact' | 'company';

/** A record as far as its names go; a company's domain stands for it as an e-mail address does for a contact. */
interface Candidate {
  readonly id: number;
  readonly names: readonly (string | null | undefined)[];
}

/** What a word may be, as arguments are described. */
export const NAMED_BY: Readonly<Record<Kind, string>> = {
  contact: 'id, e-mail, or first and last name',
  company: 'id, name or domain',
};

const HINTS: Readonly<Record<Kind, string>> = {
  contact: 'give the id, the e-mail address, or first and last name; reach contacts search finds them',
  company: 'give the id, the name, or the domain; reach companies search finds them',
};

const folded = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

async function* candidates(session: Session, kind: Kind, word: string): AsyncGenerator<Candidate> {
  const { call } = await session.client();
  const options = { limit: MOST, signal: session.io.interrupt };
  const given = { body: { search: word } };
  if (kind === 'company') {
    for await (const { id, name, domain } of listPages(call, 'companies', 'search', given, options)) {
      yield { id, names: [name, domain] };
    }
    return;
  }
  for await (const contact of listPages(call, 'contacts', 'search', given, options)) {
    const { id, firstName, lastName, professionalEmail } = contact;
    yield { id, names: [`${firstName ?? ''} ${lastName ?? ''}`, professionalEmail] };
  }
}

/** The id a word stands for. Asks the service only for what is no id. Exit 5 where there is none, 2 where there are several, or the word is empty. */
export async function recordIdOf(session: Session, kind: Kind, text: string): Promise<number> {
  const word = text.trim();
  if (isId(word)) return Number(word);
  // An empty variable of a script must never be the record that has no name.
  if (word === '') throw new UsageError(`no ${kind} given`, { hint: HINTS[kind] });
  const found: number[] = [];
  for await (const { id, names } of candidates(session, kind, word)) {
    if (names.some((name) => name && folded(name) === folded(word))) found.push(id);
  }
  const [first, second] = found;
  if (first === undefined) throw new CliError('notFound', 'not_found', `no ${kind} "${word}"`, { hint: HINTS[kind] });
  if (second === undefined) return first;
  const plural = kind === 'company' ? 'companies' : 'contacts';
  throw new UsageError(`several ${plural} are meant by "${word}": ${found.join(', ')}`, { hint: 'give the id' });
}

/** Records of several words: ids, ids separated by commas, what names one; `-` reads ids from standard input. */
export async function recordIdsOf(
  session: Session,
  kind: Kind,
  words: readonly string[],
  { mayBeNone = false }: { /** Of standard input. */ readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words) {
    const isIds = word === '-' || /^[\s,]*[0-9][0-9\s,]*$/.test(word);
    const found = isIds ? await idsOf(session.io, word, kind, { mayBeNone }) : [await recordIdOf(session, kind, word)];
    for (const id of found) ids.add(id);
  }
  return [...ids];
}
