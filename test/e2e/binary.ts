// The built tool as its users run it: a process of its own, a home of its own, real streams, real signals.

import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa, execaSync } from 'execa';
import type { Ran } from './here.ts';

/** The project: where tests and `npm run` start. */
export const ROOT = process.cwd();
export const BINARY = join(ROOT, 'bin', 'reach.js');

/** Builds `dist/` where `npm test` has not. */
export function ensureBuilt(): void {
  if (!existsSync(join(ROOT, 'dist', 'reach.js'))) execaSync(process.execPath, [join(ROOT, '.build', 'build.mjs')]);
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What stands on standard input; nothing, unless told. */
  readonly stdin?: string;
  readonly cwd?: string;
}

export interface Running {
  readonly pid: number;
  /** Both streams so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves as soon as the text stands on a stream, or the stream's text passes; rejects when the process ends before. */
  seen(text: string | RegExp | ((displayed: string) => boolean), stream?: 'stdout' | 'stderr'): Promise<void>;
  type(text: string): void;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<Ran>;
}

const SIGNAL_CODES: Readonly<Record<string, number>> = {
  SIGBUS: 135,
  SIGINT: 130,
  SIGKILL: 137,
  SIGPIPE: 141,
  SIGTERM: 143,
};

/** Starts any program; `env` is all it gets. */
export function start(program: string, args: readonly string[], options: RunOptions = {}): Running {
  const { cwd = ROOT, env = {} } = options;
  const child = execa(program, args, {
    cwd,
    env,
    extendEnv: false,
    buffer: false,
    reject: false,
    // However long it takes to end after a signal: tests see what it does then.
    forceKillAfterDelay: false,
  });
  const text = { stdout: '', stderr: '' };
  const more = new EventTarget();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (part: string) => {
      text[name] += part;
      more.dispatchEvent(new Event('text'));
    });
  }
  child.stdin.on('error', () => {});
  if (options.stdin !== undefined) child.stdin.end(options.stdin);
  let isOver = false;
  const ended = child.then(({ exitCode, signal = '', originalMessage }) => {
    isOver = true;
    more.dispatchEvent(new Event('text'));
    const code = exitCode ?? SIGNAL_CODES[signal];
    if (code === undefined)
      throw new Error(`${program} did not start, or ended by ${signal}: ${originalMessage}\n${text.stderr}`);
    return { code, ...text };
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    seen: async (wanted, stream = 'stdout') => {
      const passes = typeof wanted === 'string' ? (displayed: string) => displayed.includes(wanted) : wanted;
      const isThere = () => (passes instanceof RegExp ? passes.test(text[stream]) : passes(text[stream]));
      while (!isThere()) {
        if (isOver) throw new Error(`ended before ${wanted} was seen:\n${text.stdout}\n${text.stderr}`);
        await once(more, 'text');
      }
    },
    type: (typed) => void child.stdin.write(typed),
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

export interface Home {
  /** Holds everything; gone afterwards. */
  readonly folder: string;
  /** REACH_HOME. */
  readonly reachHome: string;
  /** An environment with nothing of the machine's but the path and the place for temporary files. */
  env(more?: Readonly<Record<string, string | undefined>>): Record<string, string | undefined>;
  /** Starts the tool. */
  start(args: readonly string[], options?: RunOptions): Running;
  /** Runs it to its end, with nothing on standard input unless told. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** The same in this process, see `here.ts`. */
  here(args: readonly string[], options?: RunOptions): Promise<Ran>;
  /** Runs a shell line in which `reach` is the tool. */
  shell(line: string, options?: RunOptions): Promise<Ran>;
  remove(): void;
}

export function openHome(): Home {
  ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'reach-e2e-'));
  const reachHome = join(folder, 'reach');
  mkdirSync(reachHome);
  const env: Home['env'] = (more = {}) => ({
    PATH: process.env['PATH'],
    HOME: folder,
    TMPDIR: tmpdir(),
    REACH_HOME: reachHome,
    ...more,
  });
  const startTool: Home['start'] = (args, options = {}) =>
    start(process.execPath, [BINARY, ...args], { cwd: folder, ...options, env: env(options.env) });
  return {
    folder,
    reachHome,
    env,
    start: startTool,
    run: async (args, options = {}) => {
      const ran = await startTool(args, { stdin: '', ...options }).ended;
      // Late: the schemas are those of all commands.
      const isJson = args.some((word) => /^(--json|(nd)?json)$/.test(word));
      if (isJson) await (await import('../cli/output-schemas.ts')).assertOutput({ words: args, ...ran });
      return ran;
    },
    here: async (args, options = {}) => {
      // Late: most tests of processes need none of the tool in theirs.
      const { runHere } = await import('./here.ts');
      const { shown: _, ...ran } = await runHere(args, { cwd: folder, ...options, env: env(options.env) });
      return ran;
    },
    shell: (line, options = {}) => {
      const define = `reach() { '${process.execPath}' '${BINARY}' "$@"; }`;
      return start('/bin/sh', ['-c', `${define}\n${line}`], {
        cwd: folder,
        stdin: '',
        ...options,
        env: env(options.env),
      }).ended;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface Served {
  readonly url: string;
  readonly key: string;
  readonly adminToken: string;
  readonly running: Running;
  /** The environment that makes a command use it. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<Ran>;
}

/** `reach serve` on a free port; with `/_local`, so that a test can make keys and faults. */
export async function serve(home: Home, flags: readonly string[] = ['--ephemeral', '--empty']): Promise<Served> {
  const running = home.start(['serve', '-o', 'json', '--admin', ...flags]);
  await running.seen('\n');
  const { url, key, adminToken } = JSON.parse(running.stdout());
  return {
    url,
    key,
    adminToken,
    running,
    env: { REACH_BASE_URL: url, REACH_API_KEY: key, REACH_ADMIN_TOKEN: adminToken },
    stop: () => {
      running.kill('SIGTERM');
      return running.ended;
    },
  };
}
