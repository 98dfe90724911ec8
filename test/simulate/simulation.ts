// Time, order and faults of one schedule, all drawn from its seed. What runs is real; what it waits for is an event here, and one
// event is delivered at a time: all that follows from it without waiting belongs to the process it was delivered to.

import { createHash } from 'node:crypto';

/** Ends work of a process that was killed: whoever catches it can touch nothing any more. */
class Killed extends Error {
  override readonly name = 'Killed';
}

/** Something that runs: a command, a server, or the one who looks at the outcome. */
export interface Process {
  readonly name: string;
  readonly pid: number;
  isAlive: boolean;
  /** Whether faults are drawn for it. */
  readonly isTested: boolean;
  /** Its memory is gone. */
  end(how: 'killed' | 'power cut'): void;
  /** Before it goes on. */
  step?(): void;
  /** Ctrl-C. */
  interrupt(): void;
}

export interface Fault {
  /** The number of its point, from 1. */
  readonly point: number;
  readonly fault: string;
  readonly where: string;
  readonly at: number;
}

/** What may go wrong at a point: name and probability. */
export type Chances = Readonly<Record<string, number>>;

export interface ScheduleOptions {
  readonly seed: number;
  /** The points at which alone something may go wrong. */
  readonly only?: ReadonlySet<number> | undefined;
  readonly log?: (line: string) => void;
  /** Whether one fault is far more likely for writes than the others. */
  readonly leans?: boolean;
  /** Which one that is in half of the schedules. */
  readonly leansTo?: string | undefined;
}

interface Event {
  readonly at: number;
  readonly tie: number;
  readonly process: Process;
  readonly label: string;
  readonly work: () => void;
  isOff: boolean;
}

/** A number from 0 up to, not including, 1, of a seed and a number: it depends on nothing that was drawn before. */
function drawn(seed: number, number: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 0x7f4a7c15, 0xc2b2ae35);
  for (const factor of [0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f]) {
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, factor);
  }
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** As many faults as a schedule has at most: then the work is let end. */
const FAULTS_MAX = 10;
const EVENTS_MAX = 60_000;
/** As often as the time is read from one event to the next, at most: more is a loop that waits for nothing. */
const READINGS_MAX = 100_000;

export class Simulation {
  current: Process | null = null;
  readonly faults: Fault[] = [];
  /** Whether nothing goes wrong any more. */
  isCalm = false;
  /** How far the clock of the machine of the commands is ahead. */
  aheadMs = 0;
  readonly seed: number;
  readonly #only: ReadonlySet<number> | undefined;
  readonly #log: (line: string) => void;
  readonly #trace = createHash('sha256');
  #events: Event[] = [];
  #points = 0;
  #draws = 0;
  #delivered = 0;
  #readings = 0;
  /** With fractions, which order what happens within a millisecond. */
  #time = Date.UTC(2026, 10, 21, 9);

  constructor({ seed, only, log = () => {} }: ScheduleOptions) {
    this.seed = seed;
    this.#only = only;
    this.#log = log;
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return Math.floor(this.#time);
  }

  /** As the process that runs reads it: the clock of the machine of the commands may be set. */
  get clock(): number {
    this.#readings += 1;
    if (this.#readings > READINGS_MAX) throw new Error('a loop without an end');
    return this.now + (this.current?.isTested === true ? this.aheadMs : 0);
  }

  /** From 0 up to, not including, 1: for order, delays and ids. */
  draw(): number {
    this.#draws += 1;
    return drawn(this.seed, this.#draws * 2);
  }

  /** Of those, one that depends on the seed alone: nothing else is drawn otherwise for it. */
  lean<T>(choices: readonly T[]): T | undefined {
    return choices[Math.floor(drawn(this.seed, 1) * choices.length)];
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.draw() * choices.length)] ?? choices[0];
  }

  /** Whether something goes wrong here, and what: to a process that is tested, or `isForAll`. */
  point(where: string, chances: Chances, isForAll = false): string | null {
    if (this.isCalm || !(isForAll || this.current?.isTested === true)) return null;
    this.#points += 1;
    const point = this.#points;
    if (this.faults.length >= FAULTS_MAX || this.#only?.has(point) === false) return null;
    let left = drawn(this.seed, point * 2 + 1);
    for (const [fault, probability] of Object.entries(chances)) {
      if (left < probability) {
        this.faults.push({ point, fault, where, at: this.now });
        this.note(`point ${point}: ${fault} at ${where}`);
        return fault;
      }
      left -= probability;
    }
    return null;
  }

  /** A line of the trace: two runs of a schedule have the same. */
  note(line: string): void {
    this.#trace.update(`${this.now} ${line}\n`);
    this.#log(`${new Date(this.now).toISOString()} ${line}`);
  }

  get trace(): string {
    return this.#trace.copy().digest('hex').slice(0, 16);
  }

  /** Does the work at a time, for the process; gives what takes that back. */
  after(ms: number, process: Process, label: string, work: () => void): () => void {
    const event: Event = { at: this.#time + Math.max(0, ms), tie: this.draw(), process, label, work, isOff: false };
    let place = this.#events.length;
    while (place > 0 && isLater(this.#events[place - 1], event)) place -= 1;
    this.#events.splice(place, 0, event);
    return () => {
      event.isOff = true;
    };
  }

  /** Waits on the clock of the schedule, as the process that runs now. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const process = this.running();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => {
        cancel();
        reject(signal?.reason);
      };
      const cancel = this.after(ms, process, 'wakes', () => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** The process that runs now. */
  running(): Process {
    if (this.current === null) throw new Error('nothing runs');
    return this.current;
  }

  /** Ends the process that runs, or throws where it has been ended already. */
  kill(how: 'killed' | 'power cut' = 'killed'): never {
    const process = this.running();
    this.end(process, how);
    throw new Killed(how);
  }

  end(process: Process, how: 'killed' | 'power cut'): void {
    if (!process.isAlive) return;
    process.isAlive = false;
    process.end(how);
  }

  /** Delivers events until the work has ended. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    work.then(over, over);
    await settled();
    while (!isOver) {
      const event = this.#events.shift();
      if (event === undefined) throw new Error('nothing happens any more, and the work has not ended');
      if (event.isOff || !event.process.isAlive) continue;
      this.#delivered += 1;
      if (this.#delivered > EVENTS_MAX) throw new Error(`no end after ${EVENTS_MAX} events`);
      this.#time = Math.max(this.#time, event.at);
      this.current = event.process;
      this.#readings = 0;
      this.#trace.update(`${this.#time} ${event.process.name} ${event.label}\n`);
      this.#log(`${new Date(this.now).toISOString()} ${event.process.name}: ${event.label}`);
      event.process.step?.();
      event.work();
      await settled();
      this.current = null;
    }
    return work;
  }
}

const isLater = (one: Event | undefined, other: Event): boolean =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.tie > other.tie));

/** All that follows without waiting has been done by the next turn of the event loop. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
