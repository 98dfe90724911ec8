// The whole tool in a test: argv in, exit code and both streams out, over the real service in memory.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Host } from '../../src/cli/session/host.ts';
import type { Io } from '../../src/cli/terminal/io.ts';
import { main } from '../../src/cli/tool/main.ts';
import { connectionLost } from '../../src/client/transport/transport.ts';
import { TRIAL_HEADER, type WireRequest } from '../../src/contract/wire.ts';
import { type InProcess, inProcess } from '../../src/service/in-process.ts';
import { virtualClock } from '../clock.ts';
import { never, openWorld, type World } from '../service/world.ts';
import { testHost, testIo } from './host.ts';
import { assertOutput } from './output-schemas.ts';

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the service was asked, as `METHOD path`. */
  readonly requests: readonly string[];
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Which streams are terminals; none, unless told. */
  readonly tty?: boolean;
  readonly columns?: number;
  /** The operating system; Linux, unless told. */
  readonly platform?: string;
  /** The streams behind standard input and output, for what speaks a protocol over them. */
  readonly raw?: { readonly stdin: Readable; readonly stdout: Writable };
  /** Aborts as Ctrl-C would. */
  readonly interrupt?: AbortSignal;
  readonly alive?: Io['alive'] | undefined;
  /** From this request on, counted from 1, none gets through: as if the process had died. `after`: the first of them still does its work. */
  readonly dies?: { readonly at: number; readonly after: boolean };
  /** In place of the service in memory: the store in REACH_HOME. */
  readonly openLocal?: (io: Io, ...input: Parameters<Host['openLocal']>) => ReturnType<Host['openLocal']>;
  /** Called before each request, counted from 1: what someone else does meanwhile. */
  readonly meanwhile?: (request: string, count: number) => Promise<unknown>;
  /** Another body in place of the service's. */
  readonly rewrite?: (body: string, request: string) => string;
}

export interface Reach {
  readonly world: World;
  /** REACH_HOME, and the working folder. */
  readonly home: string;
  readonly clock: ReturnType<typeof virtualClock>;
  /** Pages shown in the browser. */
  readonly opened: readonly string[];
  /** Runs a command line: words, or one text split at spaces with "quotes" kept together. */
  run(argv: string | readonly string[], options?: RunOptions): Promise<Ran>;
  /** Files of the working folder; writing one makes its folders. */
  write(name: string, text: string | Uint8Array): void;
  read(name: string): string;
  close(): Promise<void>;
}

/** A command line as words; "quotes" keep words together. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1]?.replace(/\\(.)/g, '$1') ?? match[2] ?? match[3] ?? '',
  );
}

/** Opens the tool on a service of its own; `world` options go to the service. */
export async function openReach(options: Parameters<typeof openWorld>[0] = {}): Promise<Reach> {
  const home = mkdtempSync(join(tmpdir(), 'reach-test-'));
  const clock = virtualClock({ now: Date.UTC(2026, 10, 21, 9) });
  const world = await openWorld({ now: () => clock.now(), sleep: (ms) => clock.sleep(ms), ...options });
  let requests: string[] = [];
  const opened: string[] = [];

  const transportOver = (local: InProcess, input: RunOptions) => async (request: WireRequest) => {
    const { dies, meanwhile, rewrite } = input;
    // A dry run, which is taken back, is no request that changes anything.
    const isTrial = request.headers[TRIAL_HEADER] !== undefined;
    if (!isTrial) requests.push(`${request.method} ${request.path}`);
    await meanwhile?.(`${request.method} ${request.path}`, requests.length);
    const isDead = dies !== undefined && requests.length >= dies.at;
    if (isDead && dies.after && requests.length === dies.at) await local.handle(request);
    if (isDead) throw connectionLost('the local service');
    const answer = await local.handle(request);
    if ('dropped' in answer) throw connectionLost('the local service');
    return rewrite ? { ...answer, body: rewrite(answer.body, `${request.method} ${request.path}`) } : answer;
  };

  const run: Reach['run'] = async (argv, input = {}) => {
    const out: string[] = [];
    const err: string[] = [];
    requests = [];
    const plain = testIo({ home, clock, out, err, isTTY: input.tty, ...input });
    const io: Io = {
      ...plain,
      ...(input.raw && {
        stdin: { ...plain.stdin, raw: input.raw.stdin },
        stdout: { ...plain.stdout, raw: input.raw.stdout },
      }),
      ...(input.platform !== undefined && { platform: input.platform }),
      ...(input.interrupt && { interrupt: input.interrupt }),
      ...(input.alive && { alive: input.alive }),
    };
    const openLocal: Host['openLocal'] = async (folder, note) => {
      if (input.openLocal !== undefined) return input.openLocal(io, folder, note);
      // Background work takes real time: to wait for it must not move the clock of the test.
      const local = inProcess(world.service, { interrupt: io.interrupt, sleep: never, note });
      return { transport: transportOver(local, input), close: local.settle };
    };
    const host = testHost(io, openLocal, opened);
    const words = typeof argv === 'string' ? wordsOf(argv) : argv;
    const code = await main(words, host);
    const ran = { code, stdout: out.join(''), stderr: err.join(''), requests };
    if (input.rewrite === undefined) await assertOutput({ words, ...ran });
    return ran;
  };

  return {
    world,
    home,
    clock,
    opened,
    run,
    write: (name, text) => {
      mkdirSync(dirname(join(home, name)), { recursive: true });
      writeFileSync(join(home, name), text);
    },
    read: (name) => readFileSync(join(home, name), 'utf8'),
    close: async () => {
      await world.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Someone else's request, right before the second one of a command: the read before its write. */
export const beforeSecondRequest =
  (reach: Pick<Reach, 'world'>) =>
  (method: string, path: string, body: unknown): NonNullable<RunOptions['meanwhile']> =>
  async (_, count) =>
    count === 2 ? await reach.world.call(method, path, { body }) : null;
