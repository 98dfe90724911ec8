// Bytes of a text file to text. Nothing is ever replaced by U+FFFD: what is not UTF-8 is refused where it begins.

import { isUtf8 } from 'node:buffer';
import { UsageError } from '../terminal/exit.ts';

const MARK = '\uFEFF';

/** The text without its byte order mark. Throws UsageError with the line and column of the first byte that is not UTF-8. */
export function utf8Text(bytes: Buffer, displayed: string): string {
  if (!isUtf8(bytes)) throw notUtf8(bytes, displayed);
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function notUtf8(bytes: Buffer, displayed: string): UsageError {
  const at = invalidUtf8At(bytes);
  const before = bytes.toString('utf8', 0, at);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const byte = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  return new UsageError(`${displayed}:${line}:${column}: the byte ${byte} is not UTF-8`, {
    hint: 'save the file as UTF-8',
  });
}

/** Where the first byte is that is not UTF-8, or -1. */
export function invalidUtf8At(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const length = utf8LengthAt(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return -1;
}

/** Length of the well-formed character at `at` (Unicode 15, table 3-7), 0 when there is none. */
export function utf8LengthAt(bytes: Uint8Array, at: number): 0 | 1 | 2 | 3 | 4 {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const follows = (index: number, low = 0x80, high = 0xbf): boolean => {
    const byte = bytes[at + index] ?? 0;
    return byte >= low && byte <= high;
  };
  if (first >= 0xc2 && first <= 0xdf) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    return follows(1, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const second = follows(1, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf);
    return second && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}
