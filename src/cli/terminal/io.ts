// The process as the rest of the CLI sees it: streams, environment, clock, signals. The only file of cli/ that names `process`.

import { fstatSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { SetupError } from '../../client/errors.ts';
import type { Processes } from '../../contract/processes.ts';
import { sleep } from '../../contract/timers.ts';

// Temporary files of this process that have not got their name yet: gone when it ends, also by a second Ctrl-C.

const unfinished = new Set<string>();

export const startFile = (path: string): void => void unfinished.add(path);
export const endFile = (path: string): void => void unfinished.delete(path);

export function removeUnfinished(): void {
  for (const path of unfinished) {
    try {
      rmSync(path, { force: true });
    } catch {
      // The next one may still go.
    }
  }
  unfinished.clear();
}

/** An output stream. `write` resolves when the text is taken, so that a slow reader bounds our memory; rejects with OutputError. */
export interface Out {
  write(text: string): Promise<void>;
  readonly isTTY: boolean;
  /** Columns of the terminal; 80 where it reports none or 0. */
  readonly columns: number;
  /** Rows of the terminal, where it reports them. */
  readonly rows?: number | undefined;
  /** Whether the reader has gone away (EPIPE). */
  readonly closed: boolean;
  /** The stream itself, for packages that draw on a terminal. */
  readonly raw: NodeJS.WritableStream;
  readonly isFile?: boolean;
  /** The same stream for commands of ours to the job that runs this, see `job-log.ts`. */
  readonly unguarded?: Out | undefined;
}

export interface Io extends Processes {
  readonly stdin: { readonly isTTY: boolean; readonly raw: NodeJS.ReadableStream; bytes(): AsyncIterable<Uint8Array> };
  readonly stdout: Out;
  readonly stderr: Out;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The folders that files named by a command must be in, links resolved; null for any file, as a person may name. */
  readonly fileRoots: readonly string[] | null;
  readonly platform: string;
  readonly homeDir: string;
  /** Who runs this, and where; empty where the system does not know. */
  account(): { readonly user: string; readonly host: string };
  readonly nodeVersion: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Aborted by the first SIGINT, SIGTERM or SIGHUP; the reason is an `Interrupted`. A second one ends the process. */
  readonly interrupt: AbortSignal;
}

/** Why work was given up: a signal of the operating system. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly signalName: 'SIGINT' | 'SIGTERM' | 'SIGHUP';

  constructor(signalName: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`interrupted by ${signalName}`);
    this.signalName = signalName;
  }

  /** 128 + the signal's number, as shells report it. */
  get exitCode(): number {
    return this.signalName === 'SIGINT' ? 130 : this.signalName === 'SIGTERM' ? 143 : 129;
  }
}

/** Standard output takes no more for another reason than a reader who has gone away: a full disk, say. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

const isReaderGone = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE' || code === 'EIO';

/** Only a character device can be a terminal: node:tty, which has the last word, takes milliseconds to load. */
function isTerminal(descriptor: number): boolean {
  try {
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {}
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

/** An output that is opened when it is first used: most commands never write to stderr. */
function outOver(descriptor: 1 | 2): Out {
  let opened: NodeJS.WriteStream | undefined;
  let closed = false;
  const stream = (): NodeJS.WriteStream => {
    if (opened !== undefined) return opened;
    opened = descriptor === 1 ? process.stdout : process.stderr;
    // Installed before anything is written: an unhandled EPIPE would end the process with a stack trace under `| head`.
    opened.on('error', () => {
      closed = true;
    });
    return opened;
  };
  const isClosed = () => closed || opened?.destroyed === true;
  return {
    get raw() {
      return stream();
    },
    isTTY: isTerminal(descriptor),
    get isFile() {
      return isRegularFile(descriptor);
    },
    get columns() {
      const { columns } = stream();
      return columns > 0 ? columns : 80;
    },
    get rows() {
      const { rows } = stream();
      return rows > 0 ? rows : undefined;
    },
    get closed() {
      return isClosed();
    },
    write: async (text) => {
      if (isClosed()) return;
      await new Promise<void>((resolve, reject) => {
        // The callback runs on success and on failure alike. If stderr is closed, no one can read it.
        stream().write(text, (error) => {
          if (descriptor === 2 || !error || isReaderGone(error)) resolve();
          else reject(new OutputError('cannot write the output', { cause: error }));
        });
      });
    },
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new SetupError('the working directory no longer exists', 'change to another one');
  }
}

/** Never a path that would be looked up in the working directory: keys are kept below it. */
function homeFolder(): string {
  let home = '';
  try {
    home = process.getBuiltinModule('node:os').homedir();
  } catch {}
  if (isAbsolute(home)) return home;
  throw new SetupError('there is no home directory: HOME is not an absolute path', 'set HOME, or REACH_HOME');
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let isListening = false;
/** Aborted by the first signal. */
const interrupt = new AbortController();

/**
 * Work that takes long without a pause, in which no one would hear a signal: meanwhile one ends the process right away, as the
 * system does by itself. Nothing may be half done then. Throws the Interrupted of a signal that was here before.
 */
export async function unheard<T>(work: () => T): Promise<T> {
  const names = isListening ? SIGNALS : [];
  // A signal that is here already is lost with its listener: it arrives in one turn of the loop, whose rest is the first.
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  interrupt.signal.throwIfAborted();
  for (const name of names) process.off(name, hear);
  try {
    return work();
  } finally {
    for (const name of names) process.on(name, hear);
  }
}

/** Programs in front of us on the terminal. */
let inFront = 0;

/** Ctrl-C is for that program until it ends, though the system sends it to us as well. */
export function leaveInterruptTo(ended: Promise<unknown>): void {
  inFront += 1;
  const over = () => {
    inFront -= 1;
  };
  ended.then(over, over);
}

function hear(name: (typeof SIGNALS)[number]): void {
  if (name === 'SIGINT' && inFront > 0) return;
  const reason = new Interrupted(name);
  if (interrupt.signal.aborted) {
    removeUnfinished();
    // As if it had never been handled: exiting would end threads by force, which SQLite's driver does not survive.
    process.removeAllListeners(name);
    if (process.platform !== 'win32') process.kill(process.pid, name);
    // The first process of a container is not ended by a signal of its own.
    process.exit(reason.exitCode);
  }
  interrupt.abort(reason);
}

export function processIo(): Io {
  if (!isListening) for (const name of SIGNALS) process.on(name, hear);
  isListening = true;
  const { signal } = interrupt;
  return {
    // Getters: opening a standard stream costs a few milliseconds, and not every command uses all three.
    get stdin() {
      return {
        isTTY: process.stdin.isTTY === true,
        raw: process.stdin,
        // Whoever waits for input is woken, and the open pipe does not keep the process.
        bytes: () => process.getBuiltinModule('node:stream').addAbortSignal(signal, process.stdin),
      };
    },
    stdout: outOver(1),
    stderr: outOver(2),
    env: process.env,
    get cwd() {
      return workingFolder();
    },
    fileRoots: null,
    platform: process.platform,
    get homeDir() {
      return homeFolder();
    },
    account: () => {
      const { hostname, userInfo } = process.getBuiltinModule('node:os');
      return { user: textOf(() => userInfo().username) ?? '', host: textOf(hostname) ?? '' };
    },
    pid: process.pid,
    alive: (pid) => {
      try {
        process.kill(pid, 0);
        return !hasEnded(pid);
      } catch (error) {
        // EPERM: it lives, under another user.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
      }
    },
    get pidSpace() {
      return pidSpace(() => process.getBuiltinModule('node:os').hostname());
    },
    // Field 22, in ticks since the boot.
    startOf: (pid) => statOf(pid)[19] ?? null,
    nodeVersion: process.version,
    now: () => Date.now(),
    sleep,
    random: () => Math.random(),
    interrupt: signal,
  };
}

function textOf(read: () => string): string | null {
  try {
    return read().trim();
  } catch {
    return null;
  }
}

/** `hostname` stands in where the system reports nothing: node:os is loaded for it alone. */
function pidSpace(hostname: () => string): string {
  const boot = textOf(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const namespace = textOf(() => readlinkSync('/proc/self/ns/pid'));
  return boot === null || namespace === null ? hostname() : `${boot} ${namespace}`;
}

/** A process that was killed is there until its parent asks for its status, which the first of a container may never do. */
function hasEnded(pid: number): boolean {
  const { 0: state, 17: threads } = statOf(pid);
  // While another thread ends, what it writes may still arrive.
  return state === 'Z' && Number(threads) <= 1;
}

/** The fields of proc(5) stat from the third on; the name before it may hold spaces and parentheses. None where the platform does not tell. */
function statOf(pid: number): readonly string[] {
  // The /proc of another namespace shows other processes under our numbers; its `self` alone is right.
  const isOwn = pid === process.pid;
  if (!isOwn && textOf(() => readlinkSync('/proc/self')) !== String(process.pid)) return [];
  const stat = textOf(() => readFileSync(`/proc/${isOwn ? 'self' : pid}/stat`, 'utf8')) ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}
