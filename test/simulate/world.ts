// The world of one schedule: a machine on which commands run, a server elsewhere, and the network between them.

import { Disk } from './disk.ts';
import { modulesOver } from './file-modules.ts';
import { ROOT } from './inode.ts';
import type { Edges, Subject } from './load.ts';
import { type Arrival, Network, URL, type Weather, weatherOf } from './network.ts';
import { Server, type Stores } from './server.ts';
import { type Process, type ScheduleOptions, Simulation } from './simulation.ts';

/** How a command ended. */
export interface Ended {
  readonly line: string;
  readonly how: 'by itself' | 'killed' | 'power cut';
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const HOME = `${ROOT}/home`;
export const FOLDER = `${ROOT}/work`;

export class World {
  readonly simulation: Simulation;
  readonly disk: Disk;
  readonly ended: Ended[] = [];
  /** The marks of what was acknowledged before a snapshot was begun; null where none was taken. */
  inSnapshot: readonly string[] | null = null;
  readonly weather: Weather;
  readonly #subject: Subject;
  readonly #root: string;
  readonly #server: Server;
  readonly #network: Network;
  readonly #observer: Process = {
    ...{ name: 'observer', pid: 1, isAlive: true, isTested: false, end: () => {}, interrupt: () => {} },
  };
  readonly #stores = new Map<object, Awaited<ReturnType<Subject['openInMemory']>>>();
  readonly #running = new Map<number, Process>();
  readonly #bugs: string[] = [];
  #pids = 100;

  private constructor(subject: Subject, stores: Stores, options: ScheduleOptions) {
    this.#subject = subject;
    this.#root = stores.root;
    this.simulation = new Simulation(options);
    this.weather = weatherOf(this.simulation, options);
    this.disk = new Disk(this.simulation);
    this.#server = new Server(subject, this.simulation, stores, {
      ...{ observer: this.#observer, ends: this.weather.server['while it works'] ?? 0 },
    });
    this.#network = new Network(subject, this.simulation, this.#server, this.weather, this.#observer);
  }

  static async open(
    { subject, enter }: { readonly subject: Subject; readonly enter: (edges: Edges) => void },
    stores: Stores,
    options: ScheduleOptions,
  ): Promise<World> {
    const world = new World(subject, stores, options);
    enter({ simulation: world.simulation, files: modulesOver(world.disk), openHttp: world.#network.connection });
    await world.observe(() => world.#server.open());
    return world;
  }

  get arrivals(): readonly Arrival[] {
    return this.#network.arrivals;
  }

  /** What went wrong inside, of which no one was to hear. */
  get bugs(): readonly string[] {
    return [...this.#server.bugs, ...this.#bugs];
  }

  /** What no one waited for failed. A process that was killed has many such. */
  rejected(error: unknown): void {
    if (this.simulation.current?.isAlive !== false)
      this.#bugs.push(`not waited for: ${error instanceof Error ? error.stack : error}`);
  }

  get snapshotFile(): string {
    return this.#server.snapshotFile;
  }

  /** Work of the operator at a later time, while the server may end: then it is given up. */
  later(ms: number, work: () => Promise<unknown>): void {
    this.simulation.after(ms, this.#observer, 'operates', () => void work().catch(() => {}));
  }

  /** A request that nothing happens to, with its data. */
  ask(method: string, path: string, body?: unknown) {
    return this.#server.ask(method, path, body);
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

  /** Starts a command line, at once or later, in `FOLDER`. */
  start(line: string, laterMs = 0): Promise<Ended> {
    const { simulation } = this;
    this.#pids += 1;
    const pid = this.#pids;
    const [out, err]: [string[], string[]] = [[], []];
    const interrupt = new AbortController();
    return new Promise<Ended>((resolve) => {
      const end = (how: Ended['how'], code: number | null) => {
        const ended = { line, how, code, stdout: out.join(''), stderr: err.join('') };
        this.#running.delete(pid);
        this.ended.push(ended);
        simulation.note(`${process.name} ended ${how} ${code ?? ''}: ${JSON.stringify(out)} ${JSON.stringify(err)}`);
        resolve(ended);
      };
      const process: Process = {
        ...{ name: `command ${pid}`, pid, isAlive: true, isTested: true },
        end: (how) => {
          end(how, null);
          if (how === 'power cut') this.#cutPower();
        },
        interrupt: () => interrupt.abort(new this.#subject.Interrupted('SIGINT')),
      };
      this.#running.set(pid, process);
      simulation.after(laterMs, process, `starts ${line}`, () => {
        const io = this.#io(pid, interrupt.signal, out, err);
        const openStore = (folder: string) => this.#openStore(io, folder);
        this.#subject.main(line.split(' '), this.#subject.testHost(io, openStore)).then(
          (code) => {
            if (!process.isAlive) return;
            process.isAlive = false;
            end('by itself', code);
          },
          (error: unknown) => {
            if (process.isAlive) this.#bugs.push(error instanceof Error ? String(error.stack) : String(error));
            simulation.end(process, 'killed');
          },
        );
      });
    });
  }

  /** The store in a folder of the simulated disk, wherever that is moved: in memory, where no end of a process loses it. */
  async #openStore(io: Parameters<Subject['openInMemory']>[0], folder: string) {
    this.disk.makeFolder(folder, true);
    const inode = this.disk.found(folder, 'open');
    const store = this.#stores.get(inode) ?? (await this.#subject.openInMemory(io, io, { empty: true }, this.#root));
    this.#stores.set(inode, store);
    return { ...store, close: async () => {} };
  }

  /** What a store of this machine has at a path, with its data; null where there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a check reads what it expects to be there
  async stored(folder: string, path: string): Promise<any> {
    const inode = this.disk.paths.get(folder);
    const answer = await (inode && this.#stores.get(inode))?.transport(
      { method: 'GET', path, headers: {}, body: null },
      { timeoutMs: 60_000 },
    );
    return answer === undefined ? null : JSON.parse(answer.body).data;
  }

  #cutPower(): void {
    for (const other of [...this.#running.values()]) this.simulation.end(other, 'killed');
    this.disk.cutPower();
  }

  #io(pid: number, interrupt: AbortSignal, out: string[], err: string[]) {
    const { simulation } = this;
    const clock = {
      now: () => simulation.clock,
      sleep: (ms: number, signal?: AbortSignal) => simulation.sleep(ms, signal),
      random: () => simulation.draw(),
    };
    const env = { REACH_BASE_URL: URL, REACH_API_KEY: this.#server.key, REACH_NO_HISTORY: '' };
    return {
      ...this.#subject.testIo({ home: HOME, clock, out, err, env }),
      ...{ cwd: FOLDER, pid, alive: (other: number) => this.#running.has(other), interrupt },
    };
  }

  /** Nothing goes wrong any more, and the server is there. */
  async calm(): Promise<void> {
    const { simulation } = this;
    simulation.isCalm = true;
    while (!this.#server.isUp)
      await new Promise<void>((resolve) => void simulation.after(1000, this.#observer, 'waits', resolve));
  }

  async close(): Promise<void> {
    await this.observe(async () => {
      await this.calm();
      await this.#server.close();
    });
  }
}
