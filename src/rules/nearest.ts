// "did you mean": one rule for every unknown name.

/** Whether two names are one: an accent is a character of its own or part of its letter. */
export const isSameName = (one: string, other: string): boolean =>
  one === other || one.normalize('NFC') === other.normalize('NFC');

/** The ways to write a name of the same characters; of most names there is one. */
export const spellingsOf = (name: string): readonly string[] => [
  ...new Set([name, name.normalize('NFC'), name.normalize('NFD')]),
];

/** Insertions, deletions, substitutions and swaps of neighbours between two words; `most` + 1 when there are more. */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, to.length), most + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

/** What a name is without case, spaces, joints and accents: `First Name`, `first_name` and `firstName` are the same. */
export function looseName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A plural and its singular are the same. */
const singular = (loose: string): string => loose.replace(/ies$/, 'y').replace(/(?<=..)s$/, '');

/** Names that are numbered, such as `field1` and `field2`, are different on purpose. */
const isNumberedAlike = (a: string, b: string): boolean =>
  a !== b && /\d/.test(a) && /\d/.test(b) && a.replace(/\d/g, '') === b.replace(/\d/g, '');

/**
 * The known name that the given one resembles, or null: the same but for case, separators or a plural, or with a third of
 * its letters wrong, two at most. Of equally near names one that has the whole word is given (`notAccepted`:
 * `onNotAccepted`, not `onAccepted`), then the first known one: the same mistake always gets the same answer.
 */
export function nearest(input: string, known: Iterable<string>): string | null {
  const wanted = looseName(input).slice(0, 100);
  if (wanted === '') return null;
  const most = Math.min(2, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let bestDistance = most + 1;
  let hasWhole = false;
  for (const name of known) {
    // Loose names are not longer than the name; a plural in -ies is two letters longer.
    if (name.length < wanted.length - Math.max(most, 2)) continue;
    const loose = looseName(name).slice(0, 100);
    if (isNumberedAlike(wanted, loose)) continue;
    const isSame = singular(wanted) === singular(loose);
    const isWhole = loose.includes(wanted);
    const distance = isSame ? Number(wanted !== loose) : editDistance(wanted, loose, bestDistance);
    if (distance < bestDistance || (distance === bestDistance && distance <= most && isWhole && !hasWhole)) {
      best = name;
      bestDistance = distance;
      hasWhole = isWhole;
      if (distance === 0) break;
    }
  }
  return best;
}

/** No one reads more of them, and a body of nothing but wrong names must not cost seconds. */
export const HINTS_MAX = 50;

/** `; did you mean "jobTitle"?`, or nothing. `before`: how many problems were found already. */
export function didYouMean(input: string, known: Iterable<string>, before = 0): string {
  if (before >= HINTS_MAX) return '';
  const name = nearest(input, known);
  return name === null ? '' : `; did you mean "${name}"?`;
}
