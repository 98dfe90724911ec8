// One contact by id, e-mail or full name on the command line.

import { listPages } from '../../client/pages.ts';
import { CliError, UsageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { idsOf } from './ids.ts';

const ID = /^[1-9][0-9]{0,15}$/;

/** So many of one name are looked at: more than enough to tell one from several. */
const MOST = 100;

interface Named {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly professionalEmail: string | null;
}

const folded = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ');

function isMeant({ firstName, lastName, professionalEmail }: Named, word: string): boolean {
  return folded(`${firstName ?? ''} ${lastName ?? ''}`) === word || folded(professionalEmail ?? '') === word;
}

/** The id a word stands for. Asks the service only for what is no id. Exit 5 where there is none, 2 where there are several. */
export async function contactIdOf(session: Session, text: string): Promise<number> {
  const word = text.trim();
  if (ID.test(word)) return Number(word);
  const { call } = await session.client();
  const found: number[] = [];
  const options = { limit: MOST, signal: session.io.interrupt };
  for await (const contact of listPages(call, 'contacts', 'search', { body: { search: word } }, options)) {
    if (isMeant(contact, folded(word))) found.push(contact.id);
  }
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no contact "${word}"`, {
      hint: 'give the id, the e-mail address, or first and last name; reach contacts search finds them',
    });
  }
  if (second === undefined) return first;
  throw new UsageError(`several contacts are meant by "${word}": ${found.join(', ')}`, { hint: 'give the id' });
}

/** Contacts of several words: ids, ids separated by commas, names, e-mail addresses; `-` reads ids from standard input. */
export async function contactIdsOf(
  session: Session,
  words: readonly string[],
  { mayBeNone = false }: { /** Of standard input. */ readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words) {
    const isIds = word === '-' || /^[\s,]*[0-9][0-9\s,]*$/.test(word);
    const found = isIds ? await idsOf(session.io, word, 'contact', { mayBeNone }) : [await contactIdOf(session, word)];
    for (const id of found) ids.add(id);
  }
  return [...ids];
}
