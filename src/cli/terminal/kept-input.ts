import { UsageError } from './exit.ts';
import type { Io } from './io.ts';

const BYTES_MAX = 16 * 1024 * 1024;

/** The same input, and the text that was read of it so far; null for none. */
export function keptInput(stdin: Io['stdin']): { readonly stdin: Io['stdin']; readonly text: () => string | null } {
  const parts: Uint8Array[] = [];
  let size = 0;
  const bytes = async function* () {
    for await (const part of stdin.bytes()) {
      size += part.length;
      if (size > BYTES_MAX) throw new UsageError('standard input is too large for a plan: give a file');
      parts.push(part);
      yield part;
    }
  };
  const text = () => (parts.length === 0 ? null : Buffer.concat(parts).toString());
  return { stdin: { ...stdin, bytes }, text };
}
