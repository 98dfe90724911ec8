// One machine on which commands run, one server on another, and the network between them.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import { Disk, ROOT } from './disk.ts';
import type { Edges, Subject } from './load.ts';
import { type Chances, type Process, Simulation, type ScheduleOptions } from './simulation.ts';

type Service = Awaited<ReturnType<Subject['startService']>>;

/** A request that reached the server, and what became of it. */
export interface Arrival {
  readonly at: number;
  readonly sentAt: number;
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  status: number | null;
  /** Whether it arrived when its sender had given it up. */
  readonly isLate: boolean;
  /** Whether its sender got the answer. */
  isAcknowledged: boolean;
}

/** How a command ended. */
export interface Ended {
  readonly line: string;
  readonly how: 'by itself' | 'killed' | 'power cut';
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly ended: Promise<Ended>;
}

/** `template`: the folder of an empty store; `store` becomes a copy of it. */
export interface Stores {
  readonly template: string;
  readonly store: string;
}

const URL = 'https://service.example';
export const HOME = `${ROOT}/home`;
export const FOLDER = `${ROOT}/work`;

/** How likely faults are in this schedule; some have none of a kind, some many. */
export interface Weather {
  readonly disk: Chances;
  readonly network: Chances;
  /** Of a restart of the server, for each request. */
  readonly server: Chances;
}

export function weatherOf(simulation: Simulation): Weather {
  const scaled = (chances: Chances, factor: number): Chances =>
    Object.fromEntries(Object.entries(chances).map(([name, one]) => [name, one * factor]));
  const [ends, refusals, network, server] = [
    simulation.pick([0, 1, 1, 2, 6]),
    simulation.pick([0, 0, 0, 1, 3]),
    simulation.pick([0, 1, 1, 3]),
    simulation.pick([0, 0, 1]),
  ];
  return {
    disk: {
      ...scaled({ killed: 0.004, 'power cut': 0.002, interrupted: 0.001 }, ends),
      ...scaled({ ENOSPC: 0.002, EIO: 0.001 }, refusals),
    },
    network: {
      ...scaled({ killed: 0.01, 'killed with the answer on its way': 0.02, interrupted: 0.004 }, ends),
      ...scaled({ refused: 0.02, cut: 0.02, late: 0.02, 'answer lost': 0.04, silence: 0.005, 429: 0.02, 500: 0.01, 503: 0.02, slow: 0.03 }, network),
    },
    server: scaled({ 'before the request': 0.02, 'before the answer': 0.02 }, server),
  };
}

export class World {
  readonly simulation: Simulation;
  readonly disk: Disk;
  readonly arrivals: Arrival[] = [];
  readonly ended: Ended[] = [];
  readonly bugs: string[] = [];
  weather: Weather = { disk: {}, network: {}, server: {} };
  readonly #subject: Subject;
  readonly #running = new Map<number, Process>();
  readonly #store: string;
  readonly #observer: Process;
  readonly #definitions: string;
  #service: Service | null = null;
  #server: Process | null = null;
  #background: { wake(): void } | null = null;
  #key = '';
  #pids = 100;

  private constructor(subject: Subject, enter: (edges: Edges) => void, { template, store }: Stores, options: ScheduleOptions) {
    this.#definitions = join(template, 'definitions.json');
    this.#subject = subject;
    this.#store = store;
    this.simulation = new Simulation(options);
    this.disk = new Disk(this.simulation);
    this.#observer = { name: 'observer', pid: 1, isAlive: true, isTested: false, end: () => {}, interrupt: () => {} };
    enter({ simulation: this.simulation, disk: this.disk, openHttp: async () => this.#connection() });
  }

  static async open(subject: Subject, enter: (edges: Edges) => void, stores: Stores, options: ScheduleOptions): Promise<World> {
    const { template, store } = stores;
    rmSync(store, { recursive: true, force: true });
    if (store === template) {
      mkdirSync(store);
      writeFileSync(join(store, 'definitions.json'), JSON.stringify(subject.definitions()));
    } else cpSync(template, store, { recursive: true });
    const world = new World(subject, enter, stores, options);
    await world.observe(() => world.#startServer());
    return world;
  }

  /** Work of the one who prepares the schedule and looks at its outcome: nothing goes wrong in it. */
  observe<T>(work: () => Promise<T>): Promise<T> {
    const { simulation } = this;
    return simulation.run(
      new Promise<T>((resolve, reject) => {
        simulation.after(0, this.#observer, 'observes', () => work().then(resolve, reject));
      }),
    );
  }

  async #startServer(): Promise<void> {
    const { simulation } = this;
    this.#pids += 1;
    const server: Process = {
      ...{ name: `server ${this.#pids}`, pid: this.#pids, isAlive: true, isTested: false, interrupt: () => {} },
      end: () => {},
    };
    const asServer = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => simulation.after(0, server, 'starts', () => work().then(resolve, reject)));
    const service = await asServer(() =>
      this.#subject.startService({
        ...{ data: this.#store, version: '1.2.3', empty: true, rateLimits: 'off', isControlOpen: true, definitionsFile: this.#definitions },
        now: () => simulation.now,
        sleep: (ms, signal) => simulation.sleep(ms, signal),
        random: () => simulation.draw(),
        randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(simulation.draw() * 256)),
        onBug: (error) => void this.bugs.push(error instanceof Error ? String(error.stack) : String(error)),
      }),
    );
    this.#key = await asServer(() => service.adminKey());
    this.#service = service;
    this.#server = server;
    this.#background = await asServer(() => service.keepWorking());
  }

  /** The server ends at once: what it had not committed is gone. It is back after a while. */
  async #restartServer(): Promise<void> {
    const [service, server] = [this.#service, this.#server];
    if (service === null || server === null) return;
    // Transactions are the store's: what is not committed is gone, and what is committed stays.
    this.#service = this.#server = null;
    this.simulation.note('the server was killed');
    await new Promise<void>((resolve) => this.simulation.after(0, server, 'closes', () => service.close().then(resolve, resolve)));
    server.isAlive = false;
    await new Promise<void>((resolve) => this.simulation.after(this.simulation.draw() * 3000, this.#observer, 'restarts', resolve));
    await this.#startServer();
  }

  // The network, seen from a command.

  #connection() {
    return { transport: (request: WireRequest, limits: { timeoutMs: number; signal?: AbortSignal }) => this.#exchange(request, limits), close: async () => {} };
  }

  #exchange(request: WireRequest, { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal }): Promise<WireResponse> {
    const { simulation } = this;
    const client = simulation.running();
    if (!client.isAlive) simulation.kill();
    const sentAt = simulation.now;
    const { NetworkError, connectionLost, timedOut } = this.#subject;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let isOver = false;
      const over = (end: () => void) => {
        if (isOver) return;
        isOver = true;
        stopTimer();
        signal?.removeEventListener('abort', onAbort);
        end();
      };
      const onAbort = () => over(() => reject(signal?.reason));
      const stopTimer = simulation.after(timeoutMs, client, 'times out', () => over(() => reject(timedOut(URL, 'did not answer', timeoutMs, 'maybe'))));
      signal?.addEventListener('abort', onAbort, { once: true });
      const later = (ms: number, label: string, work: () => void) => simulation.after(ms, client, label, () => over(work));
      const lost = (ms: number) => later(ms, 'is cut off', () => reject(connectionLost(URL)));
      const name = `${request.method} ${request.path.split('?')[0]}`;
      const fault = simulation.point(name, this.weather.network);
      const [there, back] = [1 + simulation.draw() * 20, 1 + simulation.draw() * 20];
      const arrives = (ms: number, answered: (answer: WireResponse | null) => void, isLate = false) =>
        simulation.after(ms, this.#observer, `receives ${name}`, () => void this.#receive(request, answered, { sentAt, isLate }));
      const answers = (delay: number) => (answer: WireResponse | null) => {
        if (answer === null) return lost(back);
        return later(delay, `gets ${answer.status}`, () => {
          if (arrival !== null) arrival.isAcknowledged = true;
          resolve(answer);
        });
      };
      let arrival: Arrival | null = null;
      const known = (then: (answer: WireResponse | null) => void) => (answer: WireResponse | null) => {
        arrival = this.arrivals.at(-1) ?? null;
        then(answer);
      };
      if (fault === 'killed') return simulation.after(0, client, 'ends', () => this.#end(client, 'killed'));
      if (fault === 'interrupted') client.interrupt();
      if (fault === 'refused')
        return later(there, 'is refused', () =>
          reject(new NetworkError({ fault: 'refused', code: 'ECONNREFUSED', sent: 'no', message: `${URL} refuses the connection` })),
        );
      if (fault === 'cut') return lost(there);
      if (fault === 'silence') return;
      if (fault === '429' || fault === '500' || fault === '503')
        return later(there + back, `gets ${fault}`, () => resolve(errorAnswer(Number(fault))));
      if (fault === 'late') {
        lost(there);
        return arrives(Math.min(timeoutMs - 1, there + simulation.draw() * 5000), () => {}, true);
      }
      if (fault === 'answer lost') return arrives(there, () => lost(back));
      if (fault === 'killed with the answer on its way') {
        return arrives(there, () => simulation.after(0, client, 'ends', () => this.#end(client, 'killed')));
      }
      arrives(there, known(answers(fault === 'slow' ? simulation.draw() * timeoutMs * 1.2 : back)));
    });
  }

  #end(process: Process, how: 'killed' | 'power cut'): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    process.end(how);
  }

  /** The request is at the server; null when its connection is cut instead of answered. */
  async #receive(request: WireRequest, answered: (answer: WireResponse | null) => void, { sentAt, isLate }: { sentAt: number; isLate: boolean }): Promise<void> {
    const { simulation } = this;
    const [method, path] = [request.method, request.path];
    const process = simulation.current;
    if (process === null) return;
    const fault = simulation.isCalm ? null : this.#serverFault(`the server, ${method} ${path.split('?')[0]}`);
    const [service, server] = [this.#service, this.#server];
    if (service === null || server === null) return answered(null);
    if (fault === 'before the request') {
      answered(null);
      return this.#restartServer();
    }
    const arrival: Arrival = { at: simulation.now, sentAt, method, path, body: request.body, status: null, isLate, isAcknowledged: false };
    this.arrivals.push(arrival);
    simulation.after(0, server, `handles ${method} ${path.split('?')[0]}`, () => {
      service.handle(request, { caller: 'customer' } as never).then(
        (answer) => {
          if (this.#server !== server) return answered(null);
          this.#background?.wake();
          arrival.status = 'status' in answer ? answer.status : null;
          simulation.note(`answered ${method} ${path.split('?')[0]} with ${arrival.status}`);
          if (fault === 'before the answer') {
            answered(null);
            simulation.after(0, this.#observer, 'kills the server', () => void this.#restartServer());
          } else answered('status' in answer ? answer : null);
        },
        () => answered(null),
      );
    });
  }

  #serverFault(where: string): string | null {
    const { simulation } = this;
    const { current } = simulation;
    // Its points are those of the schedule, though the one who restarts it is not tested.
    simulation.current = { name: 'network', pid: 2, isAlive: true, isTested: true, end: () => {}, interrupt: () => {} };
    const fault = simulation.point(where, this.weather.server);
    simulation.current = current;
    return fault;
  }

  // Commands.

  /** Starts a command line, at once or later; `FOLDER` is its working folder. */
  start(line: string, laterMs = 0): Running {
    const { simulation } = this;
    this.#pids += 1;
    const pid = this.#pids;
    const [out, err]: [string[], string[]] = [[], []];
    const interrupt = new AbortController();
    let end: (ended: Ended) => void = () => {};
    const ended = new Promise<Ended>((resolve) => {
      end = (one) => {
        this.#running.delete(pid);
        this.ended.push(one);
        simulation.note(`${process.name} ended ${one.how} ${one.code ?? ''}: ${JSON.stringify(one.stdout)} ${JSON.stringify(one.stderr)}`);
        resolve(one);
      };
    });
    const outcome = (how: Ended['how'], code: number | null): Ended => ({ line, how, code, stdout: out.join(''), stderr: err.join('') });
    const process: Process = {
      ...{ name: `command ${pid}`, pid, isAlive: true, isTested: true },
      end: (how) => {
        end(outcome(how, null));
        if (how !== 'power cut') return;
        for (const other of [...this.#running.values()]) this.#end(other, 'killed');
        this.disk.cutPower();
      },
      interrupt: () => interrupt.abort(new this.#subject.Interrupted('SIGINT')),
    };
    this.#running.set(pid, process);
    simulation.after(laterMs, process, `starts ${line}`, () => {
      const { testIo, testHost, main } = this.#subject;
      const clock = { now: () => simulation.now, sleep: (ms: number, signal?: AbortSignal) => simulation.sleep(ms, signal), random: () => simulation.draw() };
      const io = {
        ...testIo({ home: HOME, clock, out, err, env: { REACH_BASE_URL: URL, REACH_API_KEY: this.#key, REACH_NO_HISTORY: '' } }),
        ...{ cwd: FOLDER, pid, alive: (other: number) => this.#running.has(other), interrupt: interrupt.signal },
      };
      const host = testHost(io, async () => {
        throw new Error('no profile of this machine');
      });
      main(line.split(' '), host).then(
        (code) => {
          if (!process.isAlive) return;
          process.isAlive = false;
          end(outcome('by itself', code));
        },
        (error: unknown) => {
          if (process.isAlive) this.bugs.push(error instanceof Error ? String(error.stack) : String(error));
          this.#end(process, 'killed');
        },
      );
    });
    return { ended };
  }

  /** A request that nothing happens to, with its data. */
  // biome-ignore lint/suspicious/noExplicitAny: a check reads what it expects to be there
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    if (this.#service === null) throw new Error('the server is down');
    const answer = await this.#service.handle({
      ...{ method, path, body: body === undefined ? null : JSON.stringify(body) },
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
    } as WireRequest);
    if (!('status' in answer)) throw new Error(`${method} ${path} was cut`);
    const read = JSON.parse(answer.body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.body}`);
    return read.data;
  }

  /** The server is there, and has been for a while. */
  async calm(): Promise<void> {
    this.simulation.isCalm = true;
    while (this.#service === null) await new Promise<void>((resolve) => this.simulation.after(1000, this.#observer, 'waits', resolve));
  }

  async close(): Promise<void> {
    await this.observe(async () => {
      await this.calm();
      await this.#service?.close();
    });
  }
}

const errorAnswer = (status: number): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) },
  body: JSON.stringify({ status: 'error', message: 'simulated', code: status === 429 ? 'RATE_LIMITED' : 'INTERNAL', requestId: 'r' }),
});
