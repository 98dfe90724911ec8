// Companies by id, name or domain on the command line.

import { listPages } from '../../client/pages.ts';
import { CliError, UsageError } from '../exit.ts';
import type { Session } from '../session.ts';
import { idsOf } from './ids.ts';
import { isId } from './named.ts';

/** So many of one name are looked at: more than enough to tell one from several. */
const MOST = 100;

const folded = (text: string | null): string => (text ?? '').trim().toLowerCase();

/** The id a word stands for. Asks the service only for what is no id. Exit 5 where there is none, 2 where there are several. */
export async function companyIdOf(session: Session, text: string): Promise<number> {
  const word = text.trim();
  if (isId(word)) return Number(word);
  const { call } = await session.client();
  const found: number[] = [];
  const options = { limit: MOST, signal: session.io.interrupt };
  for await (const { id, name, domain } of listPages(
    call,
    'companies',
    'search',
    { body: { search: word } },
    options,
  )) {
    if (folded(name) === folded(word) || folded(domain) === folded(word)) found.push(id);
  }
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no company "${word}"`, {
      hint: 'give the id, the name, or the domain; reach companies search finds them',
    });
  }
  if (second === undefined) return first;
  throw new UsageError(`several companies are meant by "${word}": ${found.join(', ')}`, { hint: 'give the id' });
}

/** Companies of several words: ids, ids separated by commas, names, domains; `-` reads ids from standard input. */
export async function companyIdsOf(session: Session, words: readonly string[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const word of words) {
    const isIds = word === '-' || /^[\s,]*[0-9][0-9\s,]*$/.test(word);
    const found = isIds ? await idsOf(session.io, word, 'company') : [await companyIdOf(session, word)];
    for (const id of found) ids.add(id);
  }
  return [...ids];
}
