// One identity by id, name or e-mail on the command line. There is no endpoint for one: the list is read until it is found.

import { listPages } from '../../../client/answers/pages.ts';
import type { Identity } from '../../../contract/identities/endpoints.ts';
import { CliError, UsageError } from '../../app/exit.ts';
import type { Session } from '../../app/session.ts';

const ID = /^[1-9][0-9]{0,15}$/;

function isMeant({ id, name, email, emails }: Identity, word: string): boolean {
  if (ID.test(word)) return id === Number(word);
  const address = word.toLowerCase();
  return name === word || [email, ...emails].some((known) => known?.toLowerCase() === address);
}

/** The identity with all its fields. Exit 5 where there is none, 2 where a name is not unique. */
export async function findIdentity(session: Session, text: string): Promise<Identity> {
  const word = text.trim();
  const { call } = await session.client();
  const found: Identity[] = [];
  for await (const identity of listPages(call, 'identities', 'list', {}, { signal: session.io.interrupt })) {
    if (!isMeant(identity, word)) continue;
    if (ID.test(word)) return identity;
    found.push(identity);
  }
  const [first, second] = found;
  if (first === undefined) {
    const what = ID.test(word) ? `identity ${word}` : `identity "${word}"`;
    throw new CliError('notFound', 'not_found', `no ${what}`, { hint: 'reach identity list shows them' });
  }
  if (second === undefined) return first;
  const ids = found.map(({ id }) => id).join(', ');
  throw new UsageError(`several identities are called "${word}": ${ids}`, { hint: 'name it by its id' });
}

/** The id a word stands for. Asks the service only for what is no id. */
export async function identityIdOf(session: Session, text: string): Promise<number> {
  return ID.test(text.trim()) ? Number(text) : (await findIdentity(session, text)).id;
}

/** Several: each word is a name, an e-mail address, or ids separated by commas. */
export async function identityIdsOf(session: Session, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words) {
    const parts = word.split(',').map((part) => part.trim());
    if (parts.every((part) => ID.test(part))) ids.push(...parts.map(Number));
    else ids.push(await identityIdOf(session, word));
  }
  return [...new Set(ids)];
}
