// Lines that are drawn over themselves on a terminal.

import { stripVTControlCharacters } from 'node:util';
import { cut, widthFor } from '../../terminal/formats/width.ts';
import type { Out } from '../../terminal/io.ts';

export interface LiveDisplay {
  /** Takes the place of what was shown before. Lines must fit the terminal. */
  show(lines: readonly string[]): Promise<void>;
  erase(): Promise<void>;
  /** A remark above the lines: they are taken away for it, and drawn again below it. */
  above(remark: () => Promise<void>): Promise<void>;
  /** Leaves the lines where they are; what is written next comes below them. */
  leave(): void;
}

export function liveOn(out: Out): LiveDisplay {
  let shown: readonly string[] = [];
  const erased = (): string => (shown.length === 0 ? '' : `\u001b[${shown.length}A\r\u001b[J`);
  const show = async (lines: readonly string[]): Promise<void> => {
    const plain = lines.map(stripVTControlCharacters);
    const widthOf = await widthFor(plain);
    const most = Math.max(1, out.columns - 1);
    // A line that is cut loses its colours: the end of one may be in the part that goes.
    const fitting = plain.map((line, at) => (widthOf(line) > most ? cut(line, most, widthOf) : (lines[at] ?? '')));
    const text = `${erased()}${fitting.map((line) => `${line}\n`).join('')}`;
    shown = fitting;
    await out.write(text);
  };
  const erase = async (): Promise<void> => {
    const text = erased();
    shown = [];
    if (text !== '') await out.write(text);
  };
  return {
    show,
    erase,
    above: async (remark) => {
      const lines = shown;
      await erase();
      await remark();
      if (lines.length > 0) await show(lines);
    },
    leave: () => {
      shown = [];
    },
  };
}
