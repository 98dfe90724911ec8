// A process as the rest of the CLI sees it, with other output streams.

import type { Io, Out } from './io.ts';

/** The same output with another way of writing to it; `unguarded` as in `Out`. `isClosed`: it takes no more. */
export function withWrite(
  out: Out,
  write: Out['write'],
  unguarded: Out | undefined,
  isClosed: () => boolean = () => out.closed,
): Out {
  return {
    write,
    isTTY: out.isTTY,
    get columns() {
      return out.columns;
    },
    get rows() {
      return out.rows;
    },
    get closed() {
      return isClosed();
    },
    get raw() {
      return out.raw;
    },
    get isFile() {
      return out.isFile === true;
    },
    unguarded,
  };
}

/** The same process with other output streams. Getters stay getters: opening standard input costs time where it is not needed. */
export function withStreams(io: Io, stdout: Out, stderr: Out): Io {
  return {
    get stdin() {
      return io.stdin;
    },
    stdout,
    stderr,
    env: io.env,
    get cwd() {
      return io.cwd;
    },
    fileRoots: io.fileRoots,
    platform: io.platform,
    get homeDir() {
      return io.homeDir;
    },
    account: io.account,
    pid: io.pid,
    alive: io.alive,
    get pidSpace() {
      return io.pidSpace;
    },
    startOf: io.startOf,
    nodeVersion: io.nodeVersion,
    now: io.now,
    sleep: io.sleep,
    random: io.random,
    get interrupt() {
      return io.interrupt;
    },
  };
}
