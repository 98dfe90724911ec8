// Words of the interface as flags take them: any case, separated by commas or repeated.

import { UsageError } from '../../app/exit.ts';

/** Throws UsageError naming the known words. */
export function knownWords<W extends string>(flag: string, given: readonly string[], known: readonly W[]): W[] {
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim().toUpperCase());
  const found = words
    .filter((word) => word !== '')
    .map((word) => {
      const match = known.find((one) => one.toUpperCase() === word.replaceAll('-', '_'));
      if (match === undefined) {
        const hint = `one of ${known.join(', ').toLowerCase()}`;
        throw new UsageError(`${flag}: there is no ${word.toLowerCase()}`, { hint });
      }
      return match;
    });
  if (found.length === 0)
    throw new UsageError(`${flag} names nothing`, { hint: `one of ${known.join(', ').toLowerCase()}` });
  return [...new Set(found)];
}

export function knownWord<W extends string>(flag: string, given: string, known: readonly W[]): W {
  const [word, more] = knownWords(flag, [given], known);
  if (word === undefined || more !== undefined) throw new UsageError(`${flag} takes one word`);
  return word;
}
