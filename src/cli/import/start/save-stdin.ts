// Standard input, saved before it is imported: a pipe cannot be read twice, and a resumed import reads its input again.

import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { diskError } from '../../app/exit.ts';
import type { Io } from '../../app/io.ts';

/** Copies all of standard input to a file that only its owner can read. */
export async function saveStdin(io: Io, path: string): Promise<void> {
  if (io.stdin.isTTY) await io.stderr.write('reading standard input; end it with Ctrl-D\n');
  try {
    await pipeline(io.stdin.bytes(), createWriteStream(path, { mode: 0o600 }), { signal: io.interrupt });
  } catch (error) {
    io.interrupt.throwIfAborted();
    const hint = 'free some space, or pass the input as a file; nothing was sent';
    throw diskError('state', `cannot save standard input to ${path}`, error, hint);
  }
}
