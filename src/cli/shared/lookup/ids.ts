// Ids on the command line.

import { isIdText } from '../../../contract/ids.ts';
import { UsageError } from '../../app/exit.ts';
import type { Io } from '../../app/io.ts';
import { readText } from '../../files/read.ts';

/** A positive whole number. */
export function idOf(text: string, what: string): number {
  const word = text.trim();
  if (!isIdText(word)) throw new UsageError(`${text} is not a valid ${what} id`, { hint: 'an id is a whole number' });
  return Number(word);
}

/** Ids separated by commas or white space; `-` reads them from standard input. */
export async function idsOf(
  io: Io,
  text: string,
  what: string,
  { mayBeNone = false }: { readonly mayBeNone?: boolean } = {},
): Promise<number[]> {
  const given = text === '-' ? await readText(io, '-') : text;
  const ids = given.split(/[\s,]+/).filter((word) => word !== '');
  if (ids.length === 0 && !mayBeNone) throw new UsageError(`no ${what} id given`);
  return [...new Set(ids.map((id) => idOf(id, what)))];
}
