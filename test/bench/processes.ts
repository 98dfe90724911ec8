// Processes under measurement: how long they take from start to end, what memory they need at most, and programs of ours
// that run beside them.

import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { execa, execaSync } from 'execa';
import { median } from './figures.ts';

export type Environment = Readonly<Record<string, string>>;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Environment;
}

export const node = (args: readonly string[], env: Environment = {}): Command => ({
  program: process.execPath,
  args,
  env,
});

export const reach = (root: string, args: readonly string[], env: Environment = {}): Command =>
  node([join(root, 'bin', 'reach.js'), ...args], env);

/**
 * The environment of a measured process: what it needs to run and nothing that changes what it does. Where
 * NODE_EXTRA_CA_CERTS is set, it alone makes a bare Node start 2.8 times slower.
 */
function plainEnvironment(more: Environment = {}): Environment {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...more };
}

/** Nothing to read, and no variable of ours but those that are given. */
const PLAIN = { stdin: 'ignore', extendEnv: false } as const;

/** Milliseconds from start to end. Throws when it ends with another code than 0. */
function timed({ program, args, env }: Command): number {
  return execaSync(program, args, { ...PLAIN, env: plainEnvironment(env) }).durationMs;
}

/** The median of each command, run in turns, so that whatever else the machine does slows all of them alike. */
export function medians<Name extends string>(
  commands: Readonly<Record<Name, Command>>,
  rounds: number,
): Readonly<Record<Name, number>> {
  const names = Object.keys(commands) as Name[];
  for (const name of names) timed(commands[name]);
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1) for (const name of names) times[name].push(timed(commands[name]));
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

/** Whether a program is installed and answers. */
export function isInstalled(program: string, args: readonly string[]): boolean {
  return !execaSync(program, args, { ...PLAIN, env: plainEnvironment(), reject: false }).failed;
}

export interface Spent {
  readonly ms: number;
  /** Of its processor, user and system, seconds. */
  readonly cpuSeconds: number;
  /** The most memory the process held at once, MB. */
  readonly peakMb: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Told as the process exits. Not `maxRSS`: where a process is forked off a larger one, that is the larger one's. */
const PROBE = `
const { readFileSync, writeFileSync } = require('node:fs');
process.on('exit', () => {
  let kilobytes = process.resourceUsage().maxRSS;
  try {
    kilobytes = Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {}
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.REACH_BENCH_USAGE, kilobytes + ' ' + (user + system));
});
`;

/** Runs a Node program to its end and tells its time and its peak memory. */
export async function spentBy(command: Command, folder: string): Promise<Spent> {
  const source = join(folder, 'usage.txt');
  const probe = join(folder, 'usage.cjs');
  writeFileSync(probe, PROBE);
  const { durationMs, exitCode, stdout, stderr } = await execa(command.program, ['--require', probe, ...command.args], {
    ...PLAIN,
    env: plainEnvironment({ ...command.env, REACH_BENCH_USAGE: source }),
    reject: false,
  });
  const [kilobytes = 0, microseconds = 0] = readFileSync(source, 'utf8').split(' ').map(Number);
  const [cpuSeconds, peakMb] = [microseconds / 1e6, kilobytes / 1024];
  return { ms: durationMs, cpuSeconds, peakMb, code: Number(exitCode), stdout, stderr };
}

export interface Companion {
  /** The first line it said, parsed. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>;
}

/** Starts a program that says one line of JSON when it is ready, and stays. */
export async function companion({ program, args, env }: Command): Promise<Companion> {
  const child = execa(program, args, { ...PLAIN, env: plainEnvironment(env), buffer: false, reject: false });
  let message = '';
  child.stderr.on('data', (chunk) => {
    message += chunk;
  });
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), child]);
  if (!Array.isArray(first)) throw new Error(`${program} ${args.join(' ')} ended at once: ${message}`);
  return {
    ready: JSON.parse(first[0]),
    stop: async () => {
      child.kill('SIGTERM');
      await child;
    },
  };
}

/** Bundles a program of the benchmark for a Node that knows no TypeScript; gives its path. */
export async function bundledProgram(root: string, folder: string, name: string): Promise<string> {
  const { bundle } = await import(pathToFileURL(join(root, '.build', 'bundle.mjs')).href);
  const place = join(folder, 'programs');
  await bundle({ [name]: join(root, 'test', 'bench', 'programs', `${name}.ts`) }, place);
  if (!existsSync(join(place, 'node_modules'))) symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'));
  return join(place, `${name}.js`);
}
