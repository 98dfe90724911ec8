// Lines that are drawn over themselves on a terminal.

import type { Out } from '../io.ts';

export interface Live {
  /** Takes the place of what was shown before. Lines must fit the terminal. */
  show(lines: readonly string[]): Promise<void>;
  erase(): Promise<void>;
}

export function liveOn(out: Out): Live {
  let height = 0;
  const erased = (): string => (height === 0 ? '' : `\u001b[${height}A\r\u001b[J`);
  return {
    show: async (lines) => {
      const cut = lines.map((line) => [...line].slice(0, Math.max(1, out.columns - 1)).join(''));
      const text = `${erased()}${cut.map((line) => `${line}\n`).join('')}`;
      height = cut.length;
      await out.write(text);
    },
    erase: async () => {
      const text = erased();
      height = 0;
      if (text !== '') await out.write(text);
    },
  };
}
