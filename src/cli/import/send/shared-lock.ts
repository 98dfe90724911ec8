// Many may be inside at once, or one alone: requests under way share it; a look at what they left behind is alone.

interface Waiting {
  readonly alone: boolean;
  go(): void;
}

/** First come, first served: whoever wants to be alone holds back those who come later. */
export class SharedLock {
  #inside = 0;
  #isAlone = false;
  #queue: Waiting[] = [];

  /** How many are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Waits to enter beside others; gives what leaves again. Rejects with the signal's reason when it aborts. */
  enter(signal: AbortSignal): Promise<() => void> {
    return this.#take(false, signal);
  }

  /** Does the work while nobody else is inside. */
  async alone<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const leave = await this.#take(true, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  #take(alone: boolean, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        this.#queue = this.#queue.filter((one) => one !== waiting);
        this.#letIn();
        reject(signal.reason);
      };
      let left = false;
      const leave = () => {
        if (left) return;
        left = true;
        this.#inside -= 1;
        this.#isAlone = false;
        this.#letIn();
      };
      const waiting: Waiting = {
        alone,
        go: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#queue.push(waiting);
      this.#letIn();
    });
  }

  #letIn(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      if (this.#isAlone || (next.alone && this.#inside > 0)) return;
      this.#queue.shift();
      this.#inside += 1;
      this.#isAlone = next.alone;
      next.go();
    }
  }
}
