// The whole tool against a stranger: argv in, exit code and both streams out, over real HTTP. Time is not waited for.

import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Host } from '../../../src/cli/session/host.ts';
import type { Io } from '../../../src/cli/terminal/io.ts';
import { main } from '../../../src/cli/tool/main.ts';
import type { Route } from '../../../src/contract/routes/route.ts';
import { routes } from '../../../src/contract/routes/routes.ts';
import { openLocal } from '../../../src/local.ts';
import { type IoOptions, testHost, testIo } from '../../cli/host.ts';
import { wordsOf } from '../../cli/world.ts';
import { namesBody } from '../../stranger/route.ts';
import { openStranger, ROUTES, STRANGER_KEY, type Stranger, type StrangerOptions } from '../../stranger/server.ts';

/** How long a command may go on in its own time, and in ours, before it counts as hanging. */
const PATIENCE_MS = { virtual: 6 * 3_600_000, real: 60_000 };

/** The exit code of a command that had to be ended. */
export const HANGS = -1;

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly stdin?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether all streams are a terminal. */
  readonly tty?: boolean | undefined;
}

/** A home and working folder of its own. */
export interface Desk {
  readonly home: string;
  run(line: string, options?: RunOptions): Promise<Ran>;
  write(files: Readonly<Record<string, string>>): void;
  read(name: string): string;
}

export interface Drive {
  readonly stranger: Stranger;
  /** `fresh`: address and key from the environment. `env`: and the definition read. `profile`: logged in. `none`: neither. Its names are set, but for `none`. */
  desk(as: 'fresh' | 'env' | 'profile' | 'none'): Promise<Desk>;
  close(): Promise<void>;
}

/** Time that passes only in sleep; whoever sleeps for hours on end is interrupted. */
function hurried(interrupt: AbortController): IoOptions['clock'] {
  const start = Date.UTC(2026, 8, 2);
  let now = start;
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      await turn();
      now += Math.max(1, ms);
      if (now - start > PATIENCE_MS.virtual) interrupt.abort(new Error('hangs'));
    },
    random: () => 0.5,
  };
}

async function runIn(home: string, line: string, options: RunOptions): Promise<Ran> {
  const interrupt = new AbortController();
  const [out, err]: [string[], string[]] = [[], []];
  const env = { REACH_HOME: join(home, '.reach'), ...options.env };
  const plain = testIo({ home, clock: hurried(interrupt), out, err, stdin: options.stdin, isTTY: options.tty, env });
  const stdin = { ...plain.stdin, raw: Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]) };
  const io: Io = { ...plain, stdin, startOf: () => null, interrupt: interrupt.signal };
  const host: Host = {
    ...testHost(io, (folder, note) => openLocal(io, folder, note, process.cwd())),
    serve: async () => {
      setImmediate(() => interrupt.abort(new Error('enough')));
      const close = async () => {};
      const pageLink = async () => null;
      return {
        url: 'http://127.0.0.1:1',
        key: STRANGER_KEY,
        adminToken: 'adm',
        database: null,
        pageLink,
        refused: new Promise(() => {}),
        close,
      };
    },
    openPages: async () => {
      throw new Error('no row is about the service on this machine');
    },
    openUrl: async () => {},
  };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((done) => {
    timer = setTimeout(() => {
      interrupt.abort(new Error('hangs'));
      done(HANGS);
    }, PATIENCE_MS.real);
  });
  const code = await Promise.race([main(wordsOf(line), host), late]).finally(() => clearTimeout(timer));
  const reason: unknown = interrupt.signal.reason;
  const isStuck = reason instanceof Error && reason.message === 'hangs';
  return { code: isStuck ? HANGS : code, stdout: out.join(''), stderr: err.join('') };
}

/** With the modes of its folders, which the copy of Node 22 leaves out: `doctor` looks at them. */
function copyFolder(from: string, to: string): void {
  fs.cpSync(from, to, { recursive: true });
  for (const entry of fs.readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    fs.chmodSync(join(to, relative(from, path)), fs.statSync(path).mode);
  }
}

/** What a user names where the service has other names: `lists.list=/v1/groups`, `lists.list.entity=kind`. */
function namesOf({ switches }: Stranger): { readonly paths: string[]; readonly fields: string[] } {
  const [paths, fields]: [string[], string[]] = [[], []];
  for (const [group, rows] of Object.entries(routes)) {
    for (const [name, { method, path, undocumentedQuery = [], undocumentedBody = [] }] of Object.entries<Route>(rows)) {
      const there = ROUTES.find((route) => route.method === method && route.path === path);
      if (there === undefined) continue;
      const own = path.match(/\{\w+\}/g) ?? [];
      if (switches.unshownPaths === 'theirs' && there.elsewhere !== undefined)
        paths.push(`${group}.${name}=${there.elsewhere.replace(/\{\w+\}/g, () => own.shift() ?? '')}`);
      const names = {
        ...(switches.unshownPaths === 'theirs' && there.unshownQuery),
        ...(namesBody(there, switches) && there.unshownBody),
      };
      for (const [ours, theirs] of Object.entries(names))
        if (
          ours !== theirs &&
          (undocumentedBody === 'whole' || [...undocumentedQuery, ...undocumentedBody].includes(ours))
        )
          fields.push(`${group}.${name}.${ours}=${theirs}`);
    }
  }
  return { paths, fields };
}

export async function openDrive(options: StrangerOptions): Promise<Drive> {
  const stranger = await openStranger(options);
  const root = fs.mkdtempSync(join(tmpdir(), 'reach-stranger-'));
  let desks = 0;
  const open = (env: Readonly<Record<string, string>>, from?: string): Desk => {
    desks += 1;
    const home = join(root, String(desks));
    if (from === undefined) fs.mkdirSync(home);
    else copyFolder(from, home);
    return {
      home,
      run: (line, input = {}) => runIn(home, line, { ...input, env: { ...env, ...input.env } }),
      write: (files) => {
        for (const [name, text] of Object.entries(files)) {
          fs.mkdirSync(dirname(join(home, name)), { recursive: true });
          fs.writeFileSync(join(home, name), text);
        }
      },
      read: (name) => fs.readFileSync(join(home, name), 'utf8'),
    };
  };
  const logIn = async () => {
    const desk = open({});
    const { paths, fields } = namesOf(stranger);
    const set = [
      ...(paths.length > 0 ? ['--path', ...paths] : []),
      ...(fields.length > 0 ? ['--field', ...fields] : []),
    ];
    for (const [line, stdin] of [
      [`auth login --base-url ${stranger.url} --key-stdin`, STRANGER_KEY],
      ...(set.length > 0 ? [[`profile set default ${set.join(' ')}`, ''] as const] : []),
      ['profile sync', ''],
    ] as const) {
      const { code, stderr } = await desk.run(line, { stdin });
      if (code !== 0) throw new Error(`${line}: exit ${code}\n${stderr}`);
    }
    return desk.home;
  };
  const named = Object.values(namesOf(stranger)).flat().join();
  const env = { REACH_BASE_URL: stranger.url, REACH_API_KEY: STRANGER_KEY, REACH_NAMES: named };
  // The definition is read once a day: here once for all rows.
  const learn = async () => {
    const desk = open(env);
    await desk.run('profile sync');
    return desk.home;
  };
  let learned: Promise<string> | undefined;
  let synced: Promise<string> | undefined;
  return {
    stranger,
    desk: async (as) => {
      if (as === 'none') return open({});
      if (as === 'fresh') return open(env);
      if (as === 'env') {
        learned ??= learn();
        return open(env, await learned);
      }
      synced ??= logIn();
      return open({}, await synced);
    },
    close: async () => {
      await stranger.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
