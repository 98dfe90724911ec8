// What a test gives the tool in place of the system: streams, environment, time, and where the service is.

import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Host } from '../../src/cli/session/host.ts';
import type { Io, Out } from '../../src/cli/terminal/io.ts';
import { openInMemory } from '../../src/local.ts';
import type { VirtualClock } from '../clock.ts';

export function outTo(parts: string[], isTTY: boolean, columns: number): Out {
  return {
    isTTY,
    columns,
    closed: false,
    write: async (text) => void parts.push(text),
    raw: new Writable({
      write(chunk, _encoding, done) {
        parts.push(String(chunk));
        done();
      },
    }),
  };
}

export interface IoOptions {
  /** REACH_HOME, and the working folder. */
  readonly home: string;
  readonly clock: Pick<VirtualClock, 'now' | 'sleep' | 'random'>;
  /** What is written to standard output and standard error. */
  readonly out: string[];
  readonly err: string[];
  readonly stdin?: string | Uint8Array | undefined;
  /** Whether the streams are a terminal. */
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export function testIo({ home, clock, out, err, stdin, isTTY = false, columns = 100, env }: IoOptions): Io {
  return {
    stdin: {
      isTTY,
      raw: Readable.from([]),
      bytes: async function* () {
        if (stdin !== undefined) yield Buffer.from(stdin);
      },
    },
    stdout: outTo(out, isTTY, columns),
    stderr: outTo(err, isTTY, columns),
    env: { REACH_HOME: home, NO_COLOR: '1', REACH_NO_HISTORY: '1', ...env },
    cwd: home,
    fileRoots: null,
    platform: 'linux',
    homeDir: home,
    account: () => ({ user: 'ada', host: 'engine' }),
    pid: process.pid,
    alive: (pid) => pid === process.pid,
    pidSpace: 'test',
    startOf: (pid) => `start of ${pid}`,
    nodeVersion: process.version,
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    random: () => clock.random(),
    interrupt: new AbortController().signal,
  };
}

/** Pages that would be shown in a browser go to `opened`, as if a server ran. */
export function testHost(io: Io, openLocal: Host['openLocal'], opened: string[] = []): Host {
  return {
    io,
    version: '1.2.3',
    samples: resolve(import.meta.dirname, '../../src/samples'),
    guides: resolve(import.meta.dirname, '../../src/guides'),
    jqThread: null,
    definitionsFile: null,
    openLocal,
    openInMemory: (clock, options) => openInMemory(io, clock, options),
    openScenarioThreads: async () => [],
    serve: async () => {
      throw new Error('serve is tested with the built binary');
    },
    openPages: async (_folder, path) => ({
      url: `http://127.0.0.1:8080/app/open?to=${path}`,
      isOurs: false,
      close: async () => {},
    }),
    openUrl: async (url) => void opened.push(url),
  };
}
