// Words of the interface as flags take them: any case, separated by commas or repeated.

import { CHANNELS } from '../../../contract/inbox/enums.ts';
import { openWord } from '../../session/open-words.ts';
import type { Session } from '../../session/session.ts';
import { UsageError } from '../../terminal/exit.ts';

/** Throws UsageError where there is none, or one that the local service does not know. */
export function knownWords<W extends string>(
  session: Session,
  flag: string,
  given: readonly string[],
  known: readonly W[],
): W[] {
  const words = given.flatMap((text) => text.split(',')).filter((word) => word.trim() !== '');
  if (words.length === 0)
    throw new UsageError(`${flag} names nothing`, { hint: `one of ${known.join(', ').toLowerCase()}` });
  return [...new Set(words.map((word) => openWord(session, flag, word, known)))];
}

export function knownWord<W extends string>(session: Session, flag: string, given: string, known: readonly W[]): W {
  const [word, more] = knownWords(session, flag, [given], known);
  if (word === undefined || more !== undefined) throw new UsageError(`${flag} takes one word`);
  return word;
}

export const CHANNEL = ['--channel <channel>', CHANNELS.join(', ').toLowerCase()] as const;
