// The world of one scenario: a service in memory, a clock of its own, and the tool on both.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Connection } from '../../../client/transport/transport.ts';
import type { Api } from '../../../contract/table.ts';
import type { Program } from '../../session/command.ts';
import { twinFolder } from '../../session/connect.ts';
import type { Host, MemoryClock } from '../../session/host.ts';
import { checkProfileName } from '../../session/profiles/profiles.ts';
import { openSession, type Session } from '../../session/session.ts';
import { capture, inputOf, wordsOf } from '../../terminal/command-line.ts';
import { UsageError } from '../../terminal/exit.ts';
import type { Io } from '../../terminal/io.ts';
import { openFolder } from '../folder/folder.ts';
import { type ReadFolder, readFolder } from '../folder/read.ts';

export type Folders = ReturnType<typeof readFolders>;

/**
 * The outreach folders that scenarios apply, each read once; they are named as seen from the folder of `io`. `workspace`: whose
 * variables fill the files; those of the folder's own profile by default.
 */
export function readFolders(io: Io, workspace?: string) {
  const found = new Map<string, Promise<ReadFolder>>();
  const read = async (path: string) => {
    const folder = await openFolder(io, relative(io.cwd, path) || '.');
    return await readFolder(folder, workspace ?? folder.settings.profile ?? 'local');
  };
  return {
    of: (path: string): Promise<ReadFolder> => {
      const known = found.get(path) ?? read(path);
      found.set(path, known);
      return known;
    },
    /** Of those that were read. */
    paths: (): readonly string[] => [...found.keys()],
  };
}

export interface Stage {
  readonly session: Session;
  readonly api: Api;
  /** When the scenario began, epoch ms; of a snapshot, right after the last that happened in it. */
  startedAt: number;
  /** Keys of the events that were there when the clock was last moved. */
  known: ReadonlySet<string>;
  /** The folder that paths of the scenario start from. */
  readonly folder: string;
  readonly folders: Folders;
  /** Writes a snapshot of a twin of this machine. Gives the file. */
  snapshotOf(twin: string): Promise<string>;
  /** Runs a command of the tool, without the word `reach`. */
  run(command: string | readonly string[]): Promise<{ exit: number; stdout: string; stderr: string }>;
  close(): Promise<void>;
}

/** Numbers from 0 up to, not including, 1: the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** It stands still, and whoever sleeps on it moves it on: nothing in a scenario waits for real time. */
function clockAt(start: number, interrupt: AbortSignal): MemoryClock {
  let now = start;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      const until = now + Math.max(0, ms);
      await new Promise<void>((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
      now = Math.max(now, until);
    },
    random: randomOf(1),
    interrupt,
  };
}

function ioOf({ io }: Host, clock: MemoryClock, home: string, folder: string): Omit<Io, 'stdin' | 'stdout' | 'stderr'> {
  const env = Object.entries(io.env).filter(([name]) => !/^(REACH|GITHUB)_|^CI$/.test(name));
  return {
    env: { ...Object.fromEntries(env), REACH_HOME: home, REACH_NO_HISTORY: '1', REACH_PROFILE: 'local', NO_COLOR: '1' },
    cwd: folder,
    fileRoots: io.fileRoots === null ? null : [...io.fileRoots, home],
    platform: io.platform,
    homeDir: home,
    account: io.account,
    pid: io.pid,
    alive: io.alive,
    pidSpace: io.pidSpace,
    startOf: io.startOf,
    nodeVersion: io.nodeVersion,
    ...clock,
  };
}

/** Every command opens it again, and none closes it. */
const shared = ({ transport }: Connection): Connection => ({ transport, close: async () => {} });

interface MemoryOptions {
  /** Paths of commands start from it. */
  readonly folder: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly withSample: boolean;
}

async function snapshotInto(file: string, session: Session, twin: string): Promise<string> {
  const folder = twinFolder(session.paths, checkProfileName(twin));
  if (!existsSync(folder)) {
    throw new UsageError(`there is no twin "${twin}"`, { hint: `reach local clone --from PROFILE --as ${twin}` });
  }
  await (await session.client({ folder })).api.local.snapshot({ body: { path: file } });
  return file;
}

export interface MemoryService {
  readonly session: Session;
  readonly api: Api;
  /** A folder that is gone once it is closed. */
  readonly home: string;
  /** Of commands that run on it. */
  hostWith(out: string[], err: string[]): Host;
  close(): Promise<void>;
}

export async function openMemory(
  { host }: Session,
  { folder, startedAt, withSample }: MemoryOptions,
): Promise<MemoryService> {
  const clock = clockAt(startedAt, host.io.interrupt);
  const connection = await host.openInMemory(clock, { empty: !withSample });
  const home = await mkdtemp(join(tmpdir(), 'reach-scenario-'));
  const hostWith = (out: string[], err: string[]): Host => {
    const io: Io = {
      ...ioOf(host, clock, home, folder),
      ...{ stdin: inputOf(null), stdout: capture(out), stderr: capture(err) },
    };
    return { ...host, io, openLocal: async () => shared(connection) };
  };
  // As JSON, problems of files are part of the error.
  const session = await openSession(hostWith([], []), { profile: 'local', input: false, output: 'json' });
  const close = async () => {
    await session.close();
    await connection.close();
    await rm(home, { recursive: true, force: true });
  };
  return { session, api: await session.api(), home, hostWith, close };
}

/** They run until they are stopped, or play scenarios themselves. */
const ENDLESS: ReadonlySet<string> = new Set(['serve', 'mcp', 'test']);

export async function openStage(
  session: Session,
  run: Program['run'],
  { folders, ...options }: MemoryOptions & { readonly folders: Folders },
): Promise<Stage> {
  const { hostWith, ...memory } = await openMemory(session, options);
  const { startedAt, folder } = options;
  return {
    ...memory,
    ...{ startedAt, folder, folders, known: new Set<string>() },
    snapshotOf: (twin) => snapshotInto(join(memory.home, 'twin.db'), session, twin),
    run: async (command) => {
      const [out, err]: [string[], string[]] = [[], []];
      const argv = typeof command === 'string' ? wordsOf(command) : command;
      if (ENDLESS.has(argv[0] ?? '')) throw new UsageError(`reach ${argv[0]} is no step of a scenario`);
      const exit = await run([...argv, '--no-input'], hostWith(out, err));
      return { exit, stdout: out.join(''), stderr: err.join('') };
    },
  };
}
