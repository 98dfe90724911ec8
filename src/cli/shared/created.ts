// What was created although its answer says little: a write that happened is never reported as failed.

import { ApiError, ReplyError } from '../../client/errors.ts';
import { NetworkError } from '../../client/transport/transport.ts';
import type { AnyId } from '../../contract/ids.ts';
import type { Session } from '../session/session.ts';
import { CliError } from '../terminal/exit.ts';

/** Says where the record is found, if the answer names no id. `find`: a command. */
export async function noteUnnamed({ print }: Session, { id }: { readonly id?: unknown }, find: string): Promise<void> {
  if (id == null) await print.note(`created, but the answer names no id; find it with ${find}`);
}

/**
 * The id of what was created just now, looked up where the answer names none. Exit 1 where it cannot be found: the record
 * is there, and what needs its id was not done.
 */
export async function createdId<I extends AnyId>(
  id: I | null | undefined,
  { what, find }: { readonly what: string; readonly find: string },
  lookUp: () => Promise<I | undefined>,
): Promise<I> {
  const found = id ?? (await ifAnswered(lookUp));
  if (found !== undefined) return found;
  const message = `${what} was created, but the answer names no id: nothing more was done`;
  throw new CliError('bad', 'incomplete_answer', message, { hint: `find it with ${find}` });
}

/** What is asked after a write for the reader's sake: undefined where the service does not answer it. */
export async function ifAnswered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ApiError || error instanceof ReplyError || error instanceof NetworkError) return undefined;
    throw error;
  }
}
