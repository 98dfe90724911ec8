// Words of the interface as flags take them: any case, separated by commas or repeated.

import { CHANNELS } from '../../../contract/inbox/enums.ts';
import { looseName, nearest } from '../../../rules/nearest.ts';

import { UsageError } from '../../terminal/exit.ts';

/** Throws UsageError where there is none, or one that the interface does not list. */
export function knownWords<W extends string>(flag: string, input: readonly string[], known: readonly W[]): W[] {
  const words = input.flatMap((text) => text.split(',')).filter((word) => word.trim() !== '');
  if (words.length === 0)
    throw new UsageError(`${flag} names nothing`, { hint: `one of ${known.join(', ').toLowerCase()}` });
  return [...new Set(words.map((word) => listedWord(flag, word, known)))];
}

function listedWord<W extends string>(flag: string, input: string, known: readonly W[]): W {
  const match = known.find((one) => looseName(one) === looseName(input));
  if (match !== undefined) return match;
  const meant = nearest(input, known);
  const suggestion = meant === null ? '' : `; did you mean "${meant.toLowerCase()}"?`;
  throw new UsageError(`${flag}: there is no ${input.trim().toLowerCase()}${suggestion}`, {
    hint: `one of ${known.join(', ').toLowerCase()}`,
  });
}

export function knownWord<W extends string>(flag: string, input: string, known: readonly W[]): W {
  const [word, more] = knownWords(flag, [input], known);
  if (word === undefined || more !== undefined) throw new UsageError(`${flag} takes one word`);
  return word;
}

export const CHANNEL = ['--channel <channel>', CHANNELS.join(', ').toLowerCase()] as const;
