// Whether a service's `createdAt` can be compared with the time of its responses: the interface shows both and promises
// nothing about them together, so it is learned from records whose moment of creation is known.

/** Services report their time in whole seconds. */
const RESOLUTION_MS = 1_000;
/** A clock that differs by more is not the clock of the responses. */
const LAG_MAX_MS = 600_000;

/** By how much `createdAt` may lie before the moment of creation, in ms; `unrelated`: by any amount. */
export type ClockLag = number | 'unrelated';

export type Age = 'older' | 'newer' | 'unknown';

export class RecordClock {
  #lag: ClockLag | null;
  readonly #onChange: (lag: ClockLag) => void;
  /** Resolves as soon as anything is known. */
  readonly known: Promise<void>;
  #setKnown = () => {};

  constructor(lag: ClockLag | null, onChange: (lag: ClockLag) => void) {
    this.#lag = lag;
    this.#onChange = onChange;
    this.known = new Promise((resolve) => {
      this.#setKnown = resolve;
    });
    if (lag !== null) this.#setKnown();
  }

  get lag(): ClockLag | null {
    return this.#lag;
  }

  /** A record was created between two moments of the service's clock. */
  created(createdAt: number, from: number, to: number): void {
    if (this.#lag === 'unrelated') return;
    const early = Math.max(0, from - createdAt);
    const isRelated = early <= LAG_MAX_MS && createdAt <= to + LAG_MAX_MS;
    const lag = isRelated ? Math.max(this.#lag ?? 0, early) : 'unrelated';
    if (lag === this.#lag) return;
    this.#lag = lag;
    this.#setKnown();
    this.#onChange(lag);
  }

  /** A record whose time falls into this import can only come from a clock that agrees. */
  seen(createdAt: number, from: number, to: number): void {
    if (this.#lag === null && createdAt >= from && createdAt <= to + RESOLUTION_MS) this.created(createdAt, from, to);
  }

  /** Whether a record was created before a moment. `unknown` where the two clocks were never compared. */
  ageOf(createdAt: number, since: number): Age {
    if (Number.isNaN(createdAt) || this.#lag === 'unrelated') return 'newer';
    if (createdAt >= since - (this.#lag === null ? 0 : this.#lag)) return 'newer';
    return this.#lag === null ? 'unknown' : 'older';
  }
}
