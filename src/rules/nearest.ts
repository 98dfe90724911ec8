// "did you mean": one rule for every unknown name.

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

/**
 * The known name that was probably meant, or null. A third of the letters may be wrong, three at most; of equally near
 * names the first known one is given, so that the same mistake always gets the same answer.
 */
export function nearest(given: string, known: Iterable<string>): string | null {
  const wanted = looseName(given).slice(0, 100);
  if (wanted === '') return null;
  const most = Math.min(3, Math.floor(wanted.length / 3));
  let best: string | null = null;
  let bestDistance = most + 1;
  for (const name of known) {
    // Loose names are not longer than the name.
    if (name.length < wanted.length - most) continue;
    const distance = editDistance(wanted, looseName(name).slice(0, 100), bestDistance - 1);
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
      if (distance === 0) break;
    }
  }
  return best;
}

/** No one reads more of them, and a body of nothing but wrong names must not cost seconds. */
export const HINTS_MAX = 50;

/** `; did you mean "jobTitle"?`, or nothing. `before`: how many problems were found already. */
export function didYouMean(given: string, known: Iterable<string>, before = 0): string {
  if (before >= HINTS_MAX) return '';
  const name = nearest(given, known);
  return name === null ? '' : `; did you mean "${name}"?`;
}
