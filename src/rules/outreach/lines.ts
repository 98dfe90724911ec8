// Two texts line by line: what both have, and what only one has.

/** Lines that both texts have, or at one place what each has instead. */
export type Piece =
  | { readonly same: readonly string[] }
  | { readonly before: readonly string[]; readonly after: readonly string[] };

/** Beyond this, what lies between the first and the last difference is shown as one. */
const CELLS_MAX = 4_000_000;

/** The pieces in order; joined, the `before` of all of them is the first text again. */
export function piecesOf(before: readonly string[], after: readonly string[]): Piece[] {
  const least = Math.min(before.length, after.length);
  let head = 0;
  while (head < least && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [old, made] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const middle = old.length * made.length > CELLS_MAX ? [{ before: old, after: made }] : between(old, made);
  const ends: readonly Piece[] = [{ same: before.slice(before.length - tail) }];
  return [{ same: before.slice(0, head) }, ...middle, ...ends].filter((piece) =>
    'same' in piece ? piece.same.length > 0 : piece.before.length + piece.after.length > 0,
  );
}

/** The longest lines in common, by the table of lengths. */
function between(old: readonly string[], made: readonly string[]): Piece[] {
  const width = made.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1) {
    for (let column = made.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        old[row] === made[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pieces: Piece[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < made.length) {
    const same: string[] = [];
    while (row < old.length && column < made.length && old[row] === made[column]) {
      same.push(old[row] ?? '');
      [row, column] = [row + 1, column + 1];
    }
    if (same.length > 0) pieces.push({ same });
    const [fromRow, fromColumn] = [row, column];
    while ((row < old.length || column < made.length) && (old[row] !== made[column] || row >= old.length)) {
      if (column >= made.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) row += 1;
      else column += 1;
    }
    if (row > fromRow || column > fromColumn) {
      pieces.push({ before: old.slice(fromRow, row), after: made.slice(fromColumn, column) });
    }
  }
  return pieces;
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
