// Ids on the command line.

import { ApiError } from '../../../client/errors.ts';
import { type AnyId, anyIdOf, isIdText } from '../../../contract/ids.ts';
import { readText } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { isLocal } from '../lint/undocumented-rules.ts';

/** Those of the ids that exist, with what `ask` answers; an id that does not exist, or is none there, is left out. */
export async function existing<I, T>(ids: Iterable<I>, ask: (id: I) => Promise<T>): Promise<Map<I, T>> {
  const found = new Map<I, T>();
  for (const id of new Set(ids)) {
    try {
      found.set(id, await ask(id));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'not_found' && error.code !== 'invalid')) throw error;
    }
  }
  return found;
}

/** A positive whole number. */
export function idOf(text: string, what: string): number {
  const word = text.trim();
  if (!isIdText(word)) throw new UsageError(`${text} is not a valid ${what} id`, { hint: 'an id is a whole number' });
  return Number(word);
}

/** An id where the interface does not promise a number: any word; on the service of this machine a number. */
export function anyId(session: Session, text: string, what: string): AnyId {
  if (isLocal(session)) return idOf(text, what);
  if (!/^\S{1,200}$/.test(text.trim())) throw new UsageError(`"${text}" is not a valid ${what} id`);
  return anyIdOf(text);
}

/** Ids separated by commas or white space; `-` reads them from standard input. */
export async function idsOf(
  io: Io,
  text: string,
  what: string,
  { mayBeNone = false }: { readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const input = text === '-' ? await readText(io, '-') : text;
  const ids = input.split(/[\s,]+/).filter((word) => word !== '');
  if (ids.length === 0 && !mayBeNone) throw new UsageError(`no ${what} id given`);
  return [...new Set(ids.map((id) => idOf(id, what)))];
}
