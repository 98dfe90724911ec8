// Lines that are drawn over themselves on a terminal.

import type { Out } from '../../app/io.ts';
import { cut, widthFor } from '../../output/formats/width.ts';

export interface Live {
  /** Takes the place of what was shown before. Lines must fit the terminal. */
  show(lines: readonly string[]): Promise<void>;
  erase(): Promise<void>;
  /** A remark above the lines: they are taken away for it, and drawn again below it. */
  above(remark: () => Promise<void>): Promise<void>;
  /** Leaves the lines where they are; what is written next comes below them. */
  leave(): void;
}

export function liveOn(out: Out): Live {
  let shown: readonly string[] = [];
  const erased = (): string => (shown.length === 0 ? '' : `\u001b[${shown.length}A\r\u001b[J`);
  const show = async (lines: readonly string[]): Promise<void> => {
    const widthOf = await widthFor(lines);
    const fitting = lines.map((line) => cut(line, Math.max(1, out.columns - 1), widthOf));
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
