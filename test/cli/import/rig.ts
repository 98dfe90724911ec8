// An import in a test: the real service in memory behind a network that fails as told, and a process that dies as told.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { failureOf } from '../../../src/cli/app/exit.ts';
import type { Host } from '../../../src/cli/app/host.ts';
import type { Io, Out } from '../../../src/cli/app/io.ts';
import { openSession } from '../../../src/cli/app/session.ts';
import type { Append } from '../../../src/cli/files/appended-lines.ts';
import { BULK_BOUNDS, type BulkBounds } from '../../../src/cli/import/mapping/plan.ts';
import { parseRequest } from '../../../src/cli/import/start/flags.ts';
import { importFile } from '../../../src/cli/import/start/import-file.ts';
import type { ImportCommandOptions } from '../../../src/cli/shared/records/import-options.ts';
import type { RecordType } from '../../../src/cli/shared/records/kind.ts';
import { COMPANY, CONTACT } from '../../../src/cli/shared/records/kind.ts';
import { createClient } from '../../../src/client/api.ts';
import { connectionLost, NetworkError, type Transport, timedOut } from '../../../src/client/transport/transport.ts';
import type { WireRequest, WireResponse } from '../../../src/contract/wire.ts';
import { virtualClock } from '../../clock.ts';
import { openWorld, type World } from '../../service/world.ts';

/** What happens to one request, in the order the network asks. */
export type Trouble =
  | 'none'
  | 'refused'
  | 'drop before'
  | 'drop after'
  | 'arrives late'
  | 'rate limited'
  | 'limited for an hour'
  | '500 before'
  | '500 after'
  | 'bad gateway'
  | 'cut answer';

/** The process is gone: nothing it does has an effect any more. */
class Killed extends Error {
  override readonly name = 'Killed';
}

export interface RunOptions {
  readonly flags?: Partial<ImportCommandOptions>;
  readonly entity?: RecordType;
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
  readonly clock: ReturnType<typeof virtualClock>;
  write(name: string, text: string | Uint8Array): void;
  read(name: string): string;
  run(file: string | undefined, options?: RunOptions): Promise<Ran>;
  /** Every record of the service, oldest first. */
  records(group: 'contacts' | 'companies'): Promise<Readonly<Record<string, unknown>>[]>;
  importIds(): string[];
  close(): Promise<void>;
}

const REQUEST_MS = 20;

function outTo(parts: string[]): Out {
  return {
    isTTY: false,
    columns: 100,
    closed: false,
    write: async (text) => void parts.push(text),
    raw: new Writable({ write: (_chunk, _encoding, done) => done() }),
  };
}

export async function openRig(options: Parameters<typeof openWorld>[0] = {}): Promise<Rig> {
  const home = mkdtempSync(join(tmpdir(), 'reach-import-'));
  const clock = virtualClock({ now: Date.UTC(2026, 10, 21, 9) });
  const world = await openWorld({ now: () => clock.now(), sleep: (ms) => clock.sleep(ms), ...options });
  let pid = 1000;
  // One process runs that is not ours.
  const alive = new Set([1]);

  const handle = async (request: WireRequest): Promise<WireResponse> => {
    await clock.sleep(REQUEST_MS);
    const answer = await clock.outside(world.service.handle(request, 'operator'));
    if ('dropped' in answer) throw connectionLost('http://service.test');
    return answer;
  };

  const troubled = async (request: WireRequest, trouble: Trouble, timeoutMs: number): Promise<WireResponse> => {
    const where = 'http://service.test';
    switch (trouble) {
      case 'none':
        return await handle(request);
      case 'refused':
        throw new NetworkError({ fault: 'refused', code: 'ECONNREFUSED', sent: 'no', message: `nothing at ${where}` });
      case 'drop before':
        throw connectionLost(where);
      case 'drop after':
        await handle(request);
        throw connectionLost(where);
      case 'arrives late': {
        // It was on its way longer than anybody waited for an answer; it still arrives before the time-out.
        const lateMs = Math.floor(clock.random() * (timeoutMs - 1_000));
        void clock.sleep(lateMs).then(() => handle(request));
        throw timedOut(where, 'did not answer', 1, 'maybe');
      }
      case 'rate limited':
      case 'limited for an hour': {
        const seconds = trouble === 'rate limited' ? '2' : '3600';
        return { status: 429, headers: { 'retry-after': seconds }, body: '{"status":"error","message":"slow down"}' };
      }
      case '500 before':
        return { status: 500, headers: {}, body: '{"status":"error","message":"broken"}' };
      case '500 after':
        await handle(request);
        return { status: 500, headers: {}, body: '{"status":"error","message":"broken"}' };
      case 'bad gateway':
        return { status: 502, headers: {}, body: '<html><title>Bad gateway</title></html>' };
      case 'cut answer': {
        const answer = await handle(request);
        return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
      }
    }
  };

  const run: Rig['run'] = async (file, given = {}) => {
    const { trouble = () => 'none', dieAt = Number.POSITIVE_INFINITY, torn = 0, entity = CONTACT } = given;
    const troubleOf = ({ method }: WireRequest, isBulk: boolean): Trouble => {
      if (given.troubleAll !== undefined && (isBulk || method === 'PATCH')) return given.troubleAll();
      return isBulk ? trouble() : 'none';
    };
    const [out, err]: [string[], string[]] = [[], []];
    let events = 0;
    let bulks = 0;
    let isDead = false;
    pid += 1;
    const own = pid;
    alive.add(own);
    let appends = 0;
    const event = () => {
      events += 1;
      if (events >= dieAt) isDead = true;
      if (isDead) throw new Killed();
    };
    const transport: Transport = async (request, { timeoutMs, signal }) => {
      signal?.throwIfAborted();
      event();
      const isBulk = request.path.endsWith('/bulk');
      if (isBulk) {
        bulks += 1;
        given.onBulk?.(bulks);
      }
      const answer = await troubled(request, troubleOf(request, isBulk), timeoutMs);
      event();
      return answer;
    };
    const append: Append = async (handle, text) => {
      appends += 1;
      if (appends === given.diskFullAt) throw Object.assign(new Error('write'), { code: 'ENOSPC' });
      try {
        event();
      } catch (error) {
        if (events === dieAt && torn > 0)
          await clock.outside(handle.appendFile(text.slice(0, Math.floor(text.length * torn))));
        throw error;
      }
      await clock.outside(handle.appendFile(text));
      event();
    };
    const io: Io = {
      stdin: {
        isTTY: false,
        raw: Readable.from([]),
        bytes: async function* () {
          yield Buffer.from(given.stdin ?? '');
        },
      },
      stdout: outTo(out),
      stderr: outTo(err),
      env: { REACH_HOME: home, NO_COLOR: '1', REACH_BASE_URL: 'http://127.0.0.1:9', REACH_API_KEY: world.key },
      cwd: home,
      platform: 'linux',
      homeDir: home,
      pid: own,
      alive: (other) => alive.has(other),
      pidSpace: 'test',
      startOf: (other) => `start of ${other}`,
      nodeVersion: process.version,
      now: () => clock.now(),
      sleep: (ms, signal) => clock.sleep(ms, signal),
      random: () => clock.random(),
      interrupt: given.interrupt ?? new AbortController().signal,
    };
    const host: Host = {
      io,
      version: '1.2.3',
      samples: home,
      guides: '',
      jqThread: null,
      openLocal: async () => ({ transport, close: async () => {} }),
      serve: async () => {
        throw new Error('not here');
      },
      openPages: async () => {
        throw new Error('not here');
      },
      openUrl: async () => {},
    };
    const work = async (): Promise<number> => {
      const flags = { output: 'json', ...(given.local === true && { profile: 'local' }) };
      const session = await openSession(host, { ...flags, maxRetries: String(given.maxRetries ?? 20) });
      const client = createClient({
        baseUrl: 'http://service.test',
        connection: { transport, close: async () => {} },
        key: world.key,
        version: '1.2.3',
        clock: io,
      });
      try {
        const request = parseRequest(file, { merge: true, ...given.flags });
        const bounds = { ...BULK_BOUNDS, ...given.bounds };
        const exit = await importFile(
          { ...session, client: async () => client, api: async () => client.api },
          entity,
          request,
          {
            append,
            bounds,
          },
        );
        return exit === 'done' ? 0 : 1;
      } catch (error) {
        if (isDead) return -1;
        const told = failureOf(error);
        if (told.exitCode === 70) throw error;
        err.push(`error: ${told.message}\n${told.hint === undefined ? '' : `hint: ${told.hint}\n`}`);
        return told.exitCode;
      }
    };
    const code = await clock.run(work()).finally(() => alive.delete(own));
    const stdout = out.join('');
    return {
      code: isDead ? null : code,
      stdout,
      stderr: err.join(''),
      summary: stdout === '' ? {} : JSON.parse(stdout.split('\n')[0] ?? '{}'),
      events,
      bulks,
    };
  };

  return {
    world,
    home,
    clock,
    run,
    write: (name, text) => writeFileSync(join(home, name), text),
    read: (name) => readFileSync(join(home, name), 'utf8'),
    async records(group) {
      const all: Readonly<Record<string, unknown>>[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await world.call('GET', `/v1/${group}`, { query: { page, pageSize: 100 } });
        all.push(...body.data[group]);
        if (!body.data.hasNextPage) return all;
      }
    },
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
