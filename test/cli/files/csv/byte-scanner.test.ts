import { expect, test } from 'vitest';
import { Blocks } from '../../../../src/cli/files/csv/blocks.ts';
import { ByteRow } from '../../../../src/cli/files/csv/byte-row.ts';
import { ByteScanner } from '../../../../src/cli/files/csv/byte-scanner.ts';

interface Scanned {
  readonly cells: readonly string[];
  readonly isPlain: boolean;
}

/** Bytes beyond ASCII stand for themselves. */
function scanned(text: string, delimiter: string): Scanned[] {
  const block = new Blocks(false, false).filled(new Uint8Array(), Buffer.from(text, 'latin1'));
  const rows = new ByteScanner({ delimiter, newline: '\n' }, 1_000).scan(block, text.length, 1);
  return rows.map((row) => {
    if (!(row instanceof ByteRow)) throw new TypeError('not read as bytes');
    const { bytes, places } = row.block;
    const cells = Array.from({ length: row.count }, (_, cell) => {
      const at = row.first + cell * 2;
      return bytes.toString('latin1', places[at], (places[at + 1] ?? 0) >> 2);
    });
    return { cells, isPlain: row.isPlain };
  });
}

const PLAIN = /^[\x20\x21\x23-\x5B\x5D-\x7E]*$/;

// Four bytes are looked at together: each value stands at each place of a word, alone and behind one that takes or carries a bit.
test.each([[','], [';'], ['\t'], ['|']])('every byte at every place of a cell, cells parted by %j', (delimiter) => {
  const wrong: unknown[] = [];
  for (const before of ['', '\u00FF', '\u0001', '\u007F']) {
    for (let code = 0; code < 256; code += 1) {
      for (let place = 0; place < 10; place += 1) {
        const byte = String.fromCharCode(code);
        const cell = `${'abcdefghij'.slice(0, place)}${before}${byte}klmno`;
        // A quoted cell is another matter.
        if (cell.startsWith('"')) continue;
        const text = `first${delimiter}${cell}${delimiter}last\n`;
        const lines = text.split('\n').slice(0, -1);
        const expected = lines.map((line) => {
          const cells = line.split(delimiter);
          const isPlain = cells.every((one) => PLAIN.test(one) && !one.startsWith("'"));
          return { cells, isPlain };
        });
        const found = scanned(text, delimiter);
        if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ text, found, expected });
      }
    }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
});
