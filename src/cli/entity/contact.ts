// Contacts by id, e-mail or full name on the command line.

import type { Session } from '../session.ts';
import { idsOf } from './ids.ts';
import { recordIdOf } from './record-id.ts';

/** The id a word stands for. Asks the service only for what is no id. Exit 5 where there is none, 2 where there are several. */
export async function contactIdOf(session: Session, text: string): Promise<number> {
  return await recordIdOf(session, 'contact', text);
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
