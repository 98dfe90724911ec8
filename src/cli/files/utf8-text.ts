// Bytes of a text file to text. Nothing is ever replaced by U+FFFD: what is not UTF-8 is refused where it begins.

import { isUtf8 } from 'node:buffer';
import { UsageError } from '../terminal/exit.ts';
import { invalidUtf8At } from './csv/encoding.ts';

const MARK = '\uFEFF';

/** The text without its byte order mark. Throws UsageError with the line and column of the first byte that is not UTF-8. */
export function utf8Text(bytes: Buffer, shown: string): string {
  if (!isUtf8(bytes)) throw notUtf8(bytes, shown);
  const text = bytes.toString('utf8');
  return text.startsWith(MARK) ? text.slice(1) : text;
}

function notUtf8(bytes: Buffer, shown: string): UsageError {
  const at = invalidUtf8At(bytes);
  const before = bytes.toString('utf8', 0, at);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const byte = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
  return new UsageError(`${shown}:${line}:${column}: the byte ${byte} is not UTF-8`, {
    hint: 'save the file as UTF-8',
  });
}
