// An import in a test: the real service in memory behind a network that fails as told, and a process that dies as told.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Append } from '../../../src/cli/files/appended-lines.ts';
import { BULK_BOUNDS, type BulkBounds } from '../../../src/cli/import/mapping/plan.ts';
import { dryRun } from '../../../src/cli/import/preview/dry-run.ts';
import { parseRequest } from '../../../src/cli/import/start/flags.ts';
import { importFile } from '../../../src/cli/import/start/import-file.ts';
import type { Host } from '../../../src/cli/session/host.ts';
import { openSession } from '../../../src/cli/session/session.ts';
import { COMPANY, CONTACT, type Entity } from '../../../src/cli/shared/records/entity.ts';
import type { ImportCommandOptions } from '../../../src/cli/shared/records/import-options.ts';
import { failureOf } from '../../../src/cli/terminal/exit.ts';
import { createClient } from '../../../src/client/api.ts';
import { connectionLost, type Transport } from '../../../src/client/transport/transport.ts';
import type { WireRequest, WireResponse } from '../../../src/contract/wire.ts';
import { type VirtualClock, virtualClock } from '../../clock.ts';
import { openWorld, type World } from '../../service/world.ts';
import { testHost, testIo } from '../host.ts';
import { type Trouble, troubledNetwork } from './trouble/network.ts';

export interface RunOptions {
  readonly flags?: Partial<ImportCommandOptions>;
  readonly entity?: Entity;
  readonly bounds?: Partial<BulkBounds>;
  /** Asked for each bulk that goes out. */
  readonly trouble?: () => Trouble;
  /** Asked for each update of a record as well. */
  readonly troubleAll?: () => Trouble;
  /** The process dies at this event (each request and each line of the journal is two), from 1. */
  readonly dieAt?: number;
  /** Of the journal's line it dies in, the share that still reaches the disk. */
  readonly torn?: number;
  /** The line of the journal, from 1, for which there is no room on the disk. */
  readonly diskFullAt?: number;
  readonly interrupt?: AbortSignal;
  readonly maxRetries?: number;
  /** Of a dry run: workspaces of so many records are read whole. */
  readonly readWholeMax?: number;
  readonly stdin?: string;
  /** In-process, as the built-in profile; over a network otherwise. */
  readonly local?: boolean;
  readonly onBulk?: (bulk: number) => unknown;
}

export interface Ran {
  /** `null`: it died. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly summary: Readonly<Record<string, unknown>>;
  /** How many events there were. */
  readonly events: number;
  readonly bulks: number;
}

export interface Rig {
  readonly world: World;
  readonly home: string;
  readonly clock: VirtualClock;
  write(name: string, text: string | Uint8Array): void;
  read(name: string): string;
  run(file: string | undefined, options?: RunOptions): Promise<Ran>;
  /** Every record of the service, oldest first. */
  records(group: 'contacts' | 'companies'): Promise<Readonly<Record<string, unknown>>[]>;
  importIds(): string[];
  close(): Promise<void>;
}

const REQUEST_MS = 20;
/** One process runs that is not ours. */
const OTHER_PID = 1;

type Network = ReturnType<typeof troubledNetwork>;

function networkOf(world: World, clock: VirtualClock): Network {
  const handle = async (request: WireRequest): Promise<WireResponse> => {
    await clock.sleep(REQUEST_MS);
    const answer = await clock.outside(world.service.handle(request, { caller: 'operator' }));
    if ('dropped' in answer) throw connectionLost('http://service.test');
    return answer;
  };
  return troubledNetwork(handle, clock);
}

/** The process is gone: nothing it does has an effect any more. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/** A process that dies at its event of this number, from 1, and at every one it would still come to. */
class KillSwitch {
  events = 0;
  bulks = 0;
  isDead = false;
  readonly #dieAt: number;

  constructor(dieAt = Number.POSITIVE_INFINITY) {
    this.#dieAt = dieAt;
  }

  event(): void {
    this.events += 1;
    if (this.events >= this.#dieAt) this.isDead = true;
    if (this.isDead) throw new Killed();
  }

  /** Whether the event that came last was the one it died at. */
  get isDying(): boolean {
    return this.events === this.#dieAt;
  }
}

function transportOf(network: Network, killSwitch: KillSwitch, input: RunOptions): Transport {
  const troubleOf = ({ method }: WireRequest, isBulk: boolean): Trouble => {
    if (input.troubleAll !== undefined && (isBulk || method === 'PATCH')) return input.troubleAll();
    return (isBulk && input.trouble?.()) || 'none';
  };
  return async (request, { timeoutMs, signal }) => {
    signal?.throwIfAborted();
    killSwitch.event();
    const isBulk = request.path.endsWith('/bulk');
    if (isBulk) {
      killSwitch.bulks += 1;
      input.onBulk?.(killSwitch.bulks);
    }
    const answer = await network(request, troubleOf(request, isBulk), timeoutMs);
    killSwitch.event();
    return answer;
  };
}

/** How the journal is written: to the disk, as far as it has room and the process lives. */
function appendOf(clock: VirtualClock, killSwitch: KillSwitch, { torn = 0, diskFullAt }: RunOptions): Append {
  let appends = 0;
  return async (handle, bytes) => {
    // A sync alone: when it comes is up to the real clock.
    if (bytes.length === 0) return;
    appends += 1;
    if (appends === diskFullAt) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
    try {
      killSwitch.event();
    } catch (error) {
      if (killSwitch.isDying && torn > 0)
        await clock.outside(handle.appendFile(bytes.subarray(0, Math.floor(bytes.length * torn))));
      throw error;
    }
    await clock.outside(handle.appendFile(bytes));
    killSwitch.event();
  };
}

interface Process {
  readonly host: Host;
  readonly transport: Transport;
  readonly append: Append;
  readonly key: string;
  readonly killSwitch: KillSwitch;
  readonly err: string[];
}

/** Imports the file; gives the exit code. */
async function imported(process: Process, file: string | undefined, input: RunOptions): Promise<number> {
  const { host, transport, append, key, killSwitch, err } = process;
  const flags = { output: 'json', ...(input.local === true && { profile: 'local' }) };
  const session = await openSession(host, { ...flags, maxRetries: String(input.maxRetries ?? 20) });
  const client = createClient({
    baseUrl: 'http://service.test',
    connection: { transport, close: async () => {} },
    key,
    version: '1.2.3',
    clock: host.io,
  });
  const own = { ...session, client: async () => client, api: async () => client.api };
  const bounds = { ...BULK_BOUNDS, ...input.bounds };
  try {
    const request = parseRequest(file, { merge: true, ...input.flags });
    const entity = input.entity ?? CONTACT;
    const exit =
      request.dryRun === null
        ? await importFile(own, entity, request, { append, bounds })
        : await dryRun(own, entity, request, input.readWholeMax);
    return exit === 'done' ? 0 : 1;
  } catch (error) {
    if (killSwitch.isDead) return -1;
    const source = failureOf(error);
    if (source.exitCode === 70) throw error;
    err.push(`error: ${source.message}\n${source.hint === undefined ? '' : `hint: ${source.hint}\n`}`);
    return source.exitCode;
  }
}

/** Every record of the service, oldest first. */
async function recordsOf(world: World, group: string): Promise<Readonly<Record<string, unknown>>[]> {
  const all: Readonly<Record<string, unknown>>[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await world.call('GET', `/v1/${group}`, { query: { page, pageSize: 100 } });
    all.push(...body.data[group]);
    if (!body.data.hasNextPage) return all;
  }
}

export async function openRig(options: Parameters<typeof openWorld>[0] = {}): Promise<Rig> {
  const home = mkdtempSync(join(tmpdir(), 'reach-import-'));
  const clock = virtualClock({ now: Date.UTC(2026, 10, 21, 9) });
  const world = await openWorld({ now: () => clock.now(), sleep: (ms) => clock.sleep(ms), ...options });
  const network = networkOf(world, clock);
  const env = { REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: world.key };
  const alive = new Set([OTHER_PID]);
  let lastPid = 1000;

  const run: Rig['run'] = async (file, input = {}) => {
    const [out, err]: [string[], string[]] = [[], []];
    lastPid += 1;
    const pid = lastPid;
    alive.add(pid);
    const killSwitch = new KillSwitch(input.dieAt);
    const transport = transportOf(network, killSwitch, input);
    const append = appendOf(clock, killSwitch, input);
    const io = {
      ...testIo({ home, clock, out, err, stdin: input.stdin ?? '', env }),
      pid,
      alive: (other: number) => alive.has(other),
      ...(input.interrupt && { interrupt: input.interrupt }),
    };
    const host = testHost(io, async () => ({ transport, close: async () => {} }));
    const work = imported({ host, transport, append, key: world.key, killSwitch, err }, file, input);
    const code = await clock.run(work).finally(() => alive.delete(pid));
    const stdout = out.join('');
    return {
      code: killSwitch.isDead ? null : code,
      stdout,
      stderr: err.join(''),
      summary: stdout === '' ? {} : JSON.parse(stdout.split('\n')[0] ?? '{}'),
      events: killSwitch.events,
      bulks: killSwitch.bulks,
    };
  };

  return {
    world,
    home,
    clock,
    run,
    write: (name, text) => writeFileSync(join(home, name), text),
    read: (name) => readFileSync(join(home, name), 'utf8'),
    records: (group) => recordsOf(world, group),
    importIds: () =>
      readdirSync(join(home, 'state', 'imports'))
        .filter((name) => /^[0-9]/.test(name))
        .sort(),
    close: async () => {
      await world.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export { COMPANY };
