// Two texts line by line: what both have, and what only one has.

import { commonSequence } from '../common-sequence.ts';

/** Lines that both texts have, or at one place what each has instead. */
export type Piece =
  | { readonly same: readonly string[] }
  | { readonly before: readonly string[]; readonly after: readonly string[] };

/** The pieces in order; joined, the `before` of all of them is the first text again. */
export function piecesOf(before: readonly string[], after: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let same: string[] = [];
  let [row, column] = [0, 0];
  for (const [nextRow, nextColumn] of [...commonSequence(before, after), [before.length, after.length] as const]) {
    if (nextRow > row || nextColumn > column) {
      if (same.length > 0) pieces.push({ same });
      same = [];
      pieces.push({ before: before.slice(row, nextRow), after: after.slice(column, nextColumn) });
    }
    const line = before[nextRow];
    if (line !== undefined) same.push(line);
    [row, column] = [nextRow + 1, nextColumn + 1];
  }
  return same.length > 0 ? [...pieces, { same }] : pieces;
}

/** Both texts as one, each place where they differ between marks; not valid YAML, so that it cannot be applied unresolved. */
export function conflictText(ours: string, theirs: string, label: string): string {
  const pieces = piecesOf(ours.split('\n'), theirs.split('\n'));
  return pieces
    .flatMap((piece) =>
      'same' in piece ? piece.same : ['<<<<<<< file', ...piece.before, '=======', ...piece.after, `>>>>>>> ${label}`],
    )
    .join('\n');
}
