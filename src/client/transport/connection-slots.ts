// How many requests are under way at once.

/** Calls back once what has arrived at the sockets meanwhile has been read. */
export function afterNextPoll(work: () => void): void {
  setImmediate(() => setImmediate(work));
}

export class ConnectionSlots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Starts the work once there is room, maybe at once. The result ends it, or the wait. */
  enter(start: () => void): () => void {
    let isUnderWay = false;
    const begin = () => {
      isUnderWay = true;
      this.#free -= 1;
      start();
    };
    this.#waiting.push(begin);
    this.#startNext();
    return () => {
      if (isUnderWay) this.#free += 1;
      else this.#waiting.splice(this.#waiting.indexOf(begin), 1);
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#free > 0) this.#waiting.shift()?.();
  }
}
