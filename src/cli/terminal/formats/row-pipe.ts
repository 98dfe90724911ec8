// Rows on their way to standard output: together where they come fast, each at once where they come slowly.

import type { Io } from '../io.ts';

const PIECE = 16_384;

/** `isEager`: rows are written while later ones are waited for. */
export function pipeTo({ stdout }: Io, isEager: boolean) {
  let text = '';
  let underWay = 0;
  let written = Promise.resolve();
  let isArmed = false;
  const flush = () => {
    const piece = text;
    text = '';
    if (piece === '') return written;
    underWay += piece.length;
    written = written.then(async () => {
      await stdout.write(piece);
      underWay -= piece.length;
    });
    return written;
  };
  return {
    add(more: string): void {
      text += more;
      if (!isEager || isArmed || text === '') return;
      isArmed = true;
      // Runs when nothing is left to do but to wait: for another page, or for a place under the rate.
      setImmediate(() => {
        isArmed = false;
        // Whoever adds or ends gets the error.
        flush().catch(() => {});
      });
    },
    get isFull() {
      // What a slow reader has not taken counts too: it bounds our memory.
      return text.length + underWay > PIECE;
    },
    flush,
    /** The last of it; `dropped`: it is left out. */
    end(dropped = false): Promise<void> {
      if (dropped) text = '';
      return flush();
    },
  };
}
