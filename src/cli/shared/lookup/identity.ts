// One identity by id, name or email on the command line. There is no endpoint for one: the list is read until it is found.

import { listPages } from '../../../client/answers/pages.ts';
import { append } from '../../../contract/append.ts';
import type { Identity } from '../../../contract/identities/endpoints.ts';
import { isIdText } from '../../../contract/ids.ts';
import type { Session } from '../../session/session.ts';
import { having } from '../answer/known.ts';
import { onlyMatch, suggesting } from './match.ts';

const KIND = { noun: 'identity', plural: 'identities', hint: 'reach identity list shows them' };

type FoundIdentity = Identity & { readonly id: number };

function isMeant({ id, name, email, emails }: Identity, word: string): boolean {
  if (isIdText(word)) return id === Number(word);
  const address = word.toLowerCase();
  return name === word || [email, ...(emails ?? [])].some((known) => known?.toLowerCase() === address);
}

/** The identity with all its fields. Exit 5 where there is none, 2 where a name is not unique. */
export async function findIdentity(session: Session, text: string): Promise<FoundIdentity> {
  const word = text.trim();
  const { call } = await session.client();
  const found: FoundIdentity[] = [];
  const names: Pick<Identity, 'name'>[] = [];
  for await (const identity of listPages(call, 'identities', 'list', {}, { signal: session.io.interrupt })) {
    names.push({ name: identity.name });
    if (!isMeant(identity, word)) continue;
    append(found, having([identity], 'id'));
    if (isIdText(word)) break;
  }
  const isNamed = names.length === 0 || names.some(({ name }) => name !== undefined);
  const known = isNamed
    ? KIND.hint
    : `the service shows no names of identities: give an email address or an id; ${KIND.hint}`;
  const hint = found.length === 0 ? await suggesting(word, known, names) : known;
  return onlyMatch(word, found, { ...KIND, hint });
}

/** The id a word stands for. Asks the service only for a word that is not an id. */
export async function identityIdOf(session: Session, text: string): Promise<number> {
  return isIdText(text.trim()) ? Number(text) : (await findIdentity(session, text)).id;
}

/** Several: each word is a name, an email address, or ids separated by commas. */
export async function identityIdsOf(session: Session, words: readonly string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const word of words) {
    const parts = word.split(',').map((part) => part.trim());
    if (parts.every(isIdText)) append(ids, parts.map(Number));
    else ids.push(await identityIdOf(session, word));
  }
  return [...new Set(ids)];
}
