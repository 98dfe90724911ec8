// A readers-writer lock: requests in progress share it; a search for the records that lost requests made is exclusive.

interface WaitingHolder {
  readonly exclusive: boolean;
  go(): void;
}

/** First come, first served: a waiting exclusive holder blocks those who come later. */
export class SharedLock {
  #holders = 0;
  #isExclusive = false;
  #queue: WaitingHolder[] = [];

  get holders(): number {
    return this.#holders;
  }

  /** Waits for a share and returns its release function. Rejects with the signal's reason when it aborts. */
  share(signal: AbortSignal): Promise<() => void> {
    return this.#take(false, signal);
  }

  /** Does the work while no one else holds the lock. */
  async exclusively<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const release = await this.#take(true, signal);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #take(exclusive: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        this.#grant();
        reject(signal.reason);
      };
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        this.#holders -= 1;
        this.#isExclusive = false;
        this.#grant();
      };
      const waiting: WaitingHolder = {
        exclusive,
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(release);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queue.push(waiting);
      this.#grant();
    });
  }

  #grant(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#isExclusive || (next.exclusive && this.#holders > 0)) return;
      this.#queue.shift();
      this.#holders += 1;
      this.#isExclusive = next.exclusive;
      next.go();
    }
  }
}
