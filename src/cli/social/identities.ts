// Identities by id or name on the command line, several at once.

import { listPages } from '../../client/pages.ts';
import { CliError, UsageError } from '../exit.ts';
import type { Session } from '../session.ts';

const ID = /^[1-9][0-9]{0,15}$/;

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Words that are ids, or ids separated by commas, are taken as they are; any other word is a name, looked up once. */
export async function identityIdsOf(session: Session, words: readonly string[]): Promise<number[]> {
  const ids = new Set<number>();
  let known: readonly Named[] | null = null;
  for (const word of words) {
    const parts = word
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    if (parts.length > 0 && parts.every((part) => ID.test(part))) {
      for (const part of parts) ids.add(Number(part));
      continue;
    }
    known ??= await allIdentities(session);
    // A name may have a comma in it: the whole word first.
    const whole = known.filter(({ name }) => name === word.trim());
    for (const name of whole.length > 0 ? [word.trim()] : parts) {
      ids.add(ID.test(name) ? Number(name) : theOne(name, known));
    }
  }
  if (ids.size === 0) throw new UsageError('no identity given');
  return [...ids];
}

function theOne(name: string, known: readonly Named[]): number {
  const found = known.filter((one) => one.name === name);
  const [first, second] = found;
  if (first === undefined) {
    throw new CliError('notFound', 'not_found', `no identity "${name}"`, { hint: 'reach identity list shows them' });
  }
  if (second === undefined) return first.id;
  const ids = found.map(({ id }) => id).join(', ');
  throw new UsageError(`several identities are called "${name}": ${ids}`, { hint: 'name it by its id' });
}

async function allIdentities(session: Session): Promise<readonly Named[]> {
  const { call } = await session.client();
  const found: Named[] = [];
  for await (const { id, name } of listPages(call, 'identities', 'list', {})) found.push({ id, name: name ?? '' });
  return found;
}
