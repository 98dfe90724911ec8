// The network between the commands and the server of a schedule: it delays, cuts, loses and doubles.

import type { WireRequest, WireResponse } from '../../src/contract/wire.ts';
import type { Subject } from './load.ts';
import type { Server } from './server.ts';
import type { Chances, Process, ScheduleOptions, Simulation } from './simulation.ts';

/** A request that reached the server, and what became of it. */
export interface Arrival {
  readonly at: number;
  readonly sentAt: number;
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
  readonly by: Process;
  status: number | null;
  /** Whether it arrived when its sender had given it up. */
  readonly isLate: boolean;
  /** Whether its sender got the answer. */
  isAcknowledged: boolean;
}

/** How likely faults are in this schedule; some have none of a kind, some many. */
export interface Weather {
  readonly disk: Chances;
  readonly network: Chances;
  /** The same for requests that change something. */
  readonly writes: Chances;
  /** Of a restart of the server, for each request. */
  readonly server: Chances;
}

/** How likely one fault of writes is, in most schedules; these more often than the others. */
const LEANING = 0.25;
const OFTEN = ['killed', 'killed with the answer on its way', 'late', 'answer lost'];

export function weatherOf(simulation: Simulation, { leans = true, leansTo }: ScheduleOptions): Weather {
  const scaled = (chances: Chances, factor: number): Chances =>
    Object.fromEntries(Object.entries(chances).map(([name, one]) => [name, one * factor]));
  const [ends, refusals, network, server] = [
    simulation.pick([0, 1, 1, 2, 6]),
    simulation.pick([0, 0, 0, 1, 3]),
    simulation.pick([0, 1, 1, 3]),
    simulation.pick([0, 0, 1]),
  ];
  const requests = {
    ...scaled({ killed: 0.01, 'killed with the answer on its way': 0.02, interrupted: 0.004 }, ends),
    ...scaled(
      {
        refused: 0.02,
        cut: 0.02,
        late: 0.02,
        'answer lost': 0.04,
        silence: 0.005,
        429: 0.02,
        500: 0.01,
        '502 for an answer': 0.02,
        503: 0.02,
        slow: 0.03,
        doubled: 0.03,
        'clock set back': 0.005,
        'clock set forward': 0.005,
      },
      network,
    ),
  };
  const kinds = [...Object.keys(requests), ...OFTEN, ...OFTEN, null, null, null];
  const choices = leansTo === undefined ? kinds : [...kinds, ...kinds.map(() => leansTo)];
  const leaning = leans ? simulation.lean(choices) : null;
  return {
    writes: { ...requests, ...(leaning != null && { [leaning]: LEANING }) },
    disk: {
      ...scaled({ killed: 0.004, 'power cut': 0.002, interrupted: 0.001 }, ends),
      ...scaled({ ENOSPC: 0.002, EIO: 0.001 }, refusals),
    },
    network: requests,
    server: scaled({ 'while it works': 0.003, 'before the request': 0.02, 'before the answer': 0.02 }, server),
  };
}

export const URL = 'https://service.example';

interface Limits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A request under way. */
interface Exchange {
  readonly request: WireRequest;
  readonly client: Process;
  readonly name: string;
  readonly sentAt: number;
  readonly timeoutMs: number;
  readonly later: (ms: number, label: string, work: () => void) => void;
  readonly resolve: (answer: WireResponse) => void;
  readonly reject: (error: unknown) => void;
}

export class Network {
  readonly arrivals: Arrival[] = [];
  readonly #subject: Subject;
  readonly #simulation: Simulation;
  readonly #server: Server;
  readonly #weather: Weather;
  readonly #observer: Process;
  /** Until when a request may arrive that its sender has given up: no clock tells him so, if it is set forward meanwhile. */
  #lateUntil = 0;

  constructor(subject: Subject, simulation: Simulation, server: Server, weather: Weather, observer: Process) {
    this.#subject = subject;
    this.#simulation = simulation;
    this.#server = server;
    this.#weather = weather;
    this.#observer = observer;
  }

  readonly connection = async () => ({
    transport: (request: WireRequest, limits: Limits) => this.#send(request, limits),
    close: async () => {},
  });

  #send(request: WireRequest, { timeoutMs, signal }: Limits): Promise<WireResponse> {
    const simulation = this.#simulation;
    const client = simulation.running();
    if (!client.isAlive) simulation.kill();
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
      const stopTimer = simulation.after(timeoutMs, client, 'times out', () =>
        over(() => reject(this.#subject.timedOut(URL, 'did not answer', timeoutMs, 'maybe'))),
      );
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#exchange({
        ...{ request, client, timeoutMs, resolve, reject, sentAt: simulation.now },
        name: `${request.method} ${request.path.split('?')[0]}`,
        later: (ms, label, work) => void simulation.after(ms, client, label, () => over(work)),
      });
    });
  }

  #exchange(exchange: Exchange): unknown {
    const simulation = this.#simulation;
    const { request, client, name, later, resolve, reject, timeoutMs } = exchange;
    const { NetworkError, connectionLost } = this.#subject;
    const isWrite = request.method !== 'GET' && !/(search|counts?)$|_reach/.test(name);
    const fault = simulation.point(name, isWrite ? this.#weather.writes : this.#weather.network);
    const [there, back] = [1 + simulation.draw() * 20, 1 + simulation.draw() * 20];
    const lost = (ms: number) => later(ms, 'is cut off', () => reject(connectionLost(URL)));
    const die = () => void simulation.after(0, client, 'ends', () => simulation.end(client, 'killed'));
    const isForward = fault === 'clock set forward' && simulation.now > this.#lateUntil;
    if (isForward || fault === 'clock set back')
      simulation.aheadMs += Math.floor((isForward ? 1 : -1) * simulation.draw() * 3_600_000);
    switch (fault) {
      case 'killed':
        return die();
      case 'refused': {
        const message = `${URL} refuses the connection`;
        const error = new NetworkError({ fault: 'refused', code: 'ECONNREFUSED', sent: 'no', message });
        return later(there, 'is refused', () => reject(error));
      }
      case 'cut':
        return lost(there);
      case 'silence':
        return;
      case '429':
      case '500':
      case '503':
        return later(there + back, `gets ${fault}`, () => resolve(errorAnswer(Number(fault))));
      case 'late': {
        lost(there);
        const delay = Math.min(timeoutMs - 1, there + simulation.draw() * 5000);
        this.#lateUntil = Math.max(this.#lateUntil, simulation.now + delay);
        return this.#arrive(exchange, { delay, isLate: true }, () => {});
      }
      case 'answer lost':
        return this.#arrive(exchange, { delay: there }, () => lost(back));
      case '502 for an answer':
        return this.#arrive(exchange, { delay: there }, () => later(back, 'gets 502', () => resolve(errorAnswer(502))));
      case 'killed with the answer on its way':
        return this.#arrive(exchange, { delay: there }, die);
      default: {
        if (fault === 'interrupted') client.interrupt();
        // By a proxy, before there is an answer: none sends a POST twice.
        if (fault === 'doubled' && request.method !== 'POST')
          this.#arrive(exchange, { delay: there + simulation.draw(), isLate: true }, () => {});
        const delay = fault === 'slow' ? simulation.draw() * timeoutMs * 1.2 : back;
        return this.#arrive(exchange, { delay: there }, (answer, arrival) => {
          if (answer === null) return lost(back);
          later(delay, `gets ${answer.status}`, () => {
            if (arrival !== null) arrival.isAcknowledged = true;
            resolve(answer);
          });
        });
      }
    }
  }

  #arrive(
    { request, client, name, sentAt }: Exchange,
    { delay, isLate = false }: { readonly delay: number; readonly isLate?: boolean },
    answered: (answer: WireResponse | null, arrival: Arrival | null) => void,
  ): void {
    const simulation = this.#simulation;
    const { 'while it works': _, ...requests } = this.#weather.server;
    simulation.after(delay, this.#observer, `receives ${name}`, () => {
      const fault = simulation.point(`the server, ${name}`, requests, true);
      if (fault === 'before the request') {
        answered(null, null);
        return void this.#server.restart();
      }
      const { method, path, body } = request;
      const arrival: Arrival = {
        ...{ at: simulation.now, sentAt, method, path, body, by: client, status: null, isLate, isAcknowledged: false },
      };
      if (this.#server.isUp) this.arrivals.push(arrival);
      this.#server.handle(request, (answer) => {
        arrival.status = answer?.status ?? null;
        if (fault !== 'before the answer') return answered(answer, arrival);
        answered(null, arrival);
        simulation.after(0, this.#observer, 'kills the server', () => void this.#server.restart());
      });
    });
  }
}

const errorAnswer = (status: number): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) },
  body: JSON.stringify({
    ...{ status: 'error', message: 'simulated', code: status === 429 ? 'RATE_LIMITED' : 'INTERNAL', requestId: 'r' },
  }),
});
