// A process as the rest of the CLI sees it, with other output streams.

import type { Io, Out } from './io.ts';

/** The same output with another way of writing to it; `unguarded` as in `Out`. `isClosed`: it takes no more. */
export function withWrite(
  out: Out,
  write: Out['write'],
  unguarded: Out | undefined,
  isClosed: () => boolean = () => out.closed,
): Out {
  return Object.create(out, {
    write: { value: write },
    closed: { get: isClosed },
    unguarded: { value: unguarded },
  });
}

/** The same process with other output streams. Getters stay getters: opening standard input costs time where it is not needed. */
export const withStreams = (io: Io, stdout: Out, stderr: Out): Io =>
  Object.defineProperties<Io>(Object.create(Object.prototype, Object.getOwnPropertyDescriptors(io)), {
    stdout: { value: stdout },
    stderr: { value: stderr },
  });
