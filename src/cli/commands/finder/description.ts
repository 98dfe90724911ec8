// The text that describes an audience, or the feedback on a preview.

import { readText } from '../../files/read.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';

/** The words as typed; `-` is standard input. */
export async function textOf(session: Session, words: readonly string[]): Promise<string> {
  const text = words.length === 1 && words[0] === '-' ? await readText(session.io, '-') : words.join(' ');
  return text.trim();
}

export function assertLength(what: string, text: string, most: number): void {
  if (text.length > most) throw new UsageError(`${what} has ${text.length} characters; at most ${most} are allowed`);
}
