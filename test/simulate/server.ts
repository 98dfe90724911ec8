// The server of a schedule: the real service on the time of the schedule. It may end at any time, and is back after a while.

import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import type { Subject } from './load.ts';
import type { Process, Simulation } from './simulation.ts';

type Service = Awaited<ReturnType<Subject['startService']>>;

/** `template`: the folder of an empty store; `store` becomes a copy of it. `root` is for the folder of the package. */
export interface Stores {
  readonly root: string;
  readonly template: string;
  readonly store: string;
}

/** The OpenAPI document, as the build keeps it. */
export const definitionsFile = (root: string): string => join(root, 'dist', 'text', 'definitions.json');

const textOf = (error: unknown) => (error instanceof Error ? String(error.stack) : String(error));

export class Server {
  readonly bugs: string[] = [];
  readonly #subject: Subject;
  readonly #simulation: Simulation;
  readonly #stores: Stores;
  /** Starts it again. */
  readonly #observer: Process;
  readonly #ends: number;
  /** Null while it is down. */
  #up: { readonly service: Service; readonly process: Process; wake(): void } | null = null;
  #key = '';
  #starts = 0;

  /** `ends`: how likely it ends at one of its steps. */
  constructor(
    subject: Subject,
    simulation: Simulation,
    stores: Stores,
    input: { readonly observer: Process; readonly ends: number },
  ) {
    this.#subject = subject;
    this.#simulation = simulation;
    this.#stores = stores;
    this.#observer = input.observer;
    this.#ends = input.ends;
  }

  get key(): string {
    return this.#key;
  }

  /** Where a snapshot may be kept. */
  get snapshotFile(): string {
    return `${this.#stores.store}-snapshot.db`;
  }

  get isUp(): boolean {
    return this.#up !== null;
  }

  async open(): Promise<void> {
    const { template, store } = this.#stores;
    rmSync(store, { recursive: true, force: true });
    rmSync(this.snapshotFile, { force: true });
    mkdirSync(store);
    if (store !== template)
      for (const file of readdirSync(template)) copyFileSync(join(template, file), join(store, file));
    await this.#start();
  }

  async #start(): Promise<void> {
    const simulation = this.#simulation;
    this.#starts += 1;
    const process: Process = {
      ...{ name: `server ${this.#starts}`, pid: 2, isAlive: true, isTested: false },
      ...{ end: () => {}, interrupt: () => {} },
      step: () => {
        if (this.#ends === 0 || this.#up?.process !== process) return;
        if (simulation.point('the server at work', { 'the server is killed': this.#ends }, true) !== null)
          simulation.after(0, this.#observer, 'kills the server', () => void this.restart());
      },
    };
    const asServer = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        simulation.after(0, process, 'starts', () => work().then(resolve, reject));
      });
    const service = await asServer(() =>
      this.#subject.startService({
        ...{ data: this.#stores.store, version: '1.2.3', empty: true, rateLimits: 'off' },
        ...{ isControlOpen: true, definitionsFile: definitionsFile(this.#stores.root) },
        now: () => simulation.now,
        sleep: (ms, signal) => simulation.sleep(ms, signal),
        random: () => simulation.draw(),
        randomBytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(simulation.draw() * 256)),
        onBug: (error) => void this.bugs.push(textOf(error)),
      }),
    );
    this.#key = await asServer(() => service.adminKey());
    const { wake } = await asServer(() => service.keepWorking());
    this.#up = { service, process, wake };
  }

  /** It ends at once, for the network: transactions that are under way are the store's. */
  async restart(): Promise<void> {
    const [simulation, up] = [this.#simulation, this.#up];
    if (up === null) return;
    this.#up = null;
    simulation.note('the server is killed');
    const after = (ms: number, process: Process, label: string, work: (done: () => void) => void) =>
      new Promise<void>((resolve) => void simulation.after(ms, process, label, () => work(resolve)));
    await after(0, up.process, 'closes', (done) => up.service.close().then(done, done));
    up.process.isAlive = false;
    await after(simulation.draw() * 3000, this.#observer, 'restarts', (done) => done());
    await this.#start();
  }

  /** `answered` gets null where it ended meanwhile. */
  handle(request: WireRequest, answered: (answer: WireResponse | null) => void): unknown {
    const up = this.#up;
    if (up === null) return answered(null);
    const name = `${request.method} ${request.path.split('?')[0]}`;
    return this.#simulation.after(0, up.process, `handles ${name}`, () => {
      up.service.handle(request).then(
        (answer) => {
          if (this.#up !== up) return answered(null);
          up.wake();
          const status = 'status' in answer ? answer.status : null;
          this.#simulation.note(`answered ${name} with ${status}`);
          answered('status' in answer ? answer : null);
        },
        (error: unknown) => {
          this.bugs.push(textOf(error));
          answered(null);
        },
      );
    });
  }

  /** A request that nothing happens to, with its data. */
  // biome-ignore lint/suspicious/noExplicitAny: a check reads what it expects to be there
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    if (this.#up === null) throw new Error('the server is down');
    const answer = await this.#up.service.handle({
      ...{ method, path, body: body === undefined ? null : JSON.stringify(body) },
      headers: {
        ...(path.startsWith('/_local/')
          ? { 'x-admin-token': await this.#up.service.adminToken() }
          : { 'x-api-key': this.#key }),
        'content-type': 'application/json',
      },
    });
    if (!('status' in answer)) throw new Error(`${method} ${path} was cut`);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.body}`);
    return JSON.parse(answer.body).data;
  }

  async close(): Promise<void> {
    await this.#up?.service.close();
  }
}
