// How an import stops early: nothing new is sent, requests in progress end, and the first reason is the one reported.

import { setMaxListeners } from 'node:events';

export class Cancellation {
  readonly #controller = new AbortController();

  constructor() {
    // Every waiting bulk listens: that is not a leak.
    setMaxListeners(0, this.#controller.signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isRequested(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Why; undefined while it runs. */
  get reason(): unknown {
    return this.#controller.signal.reason;
  }

  request(reason: unknown): void {
    if (!this.isRequested) this.#controller.abort(reason);
  }
}
