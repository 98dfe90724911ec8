// Who of those that wait is next: workspaces take turns, so that none waits for all of another's requests.

export class FairQueue<T> {
  readonly #byWorkspace = new Map<number, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(workspaceId: number, value: T): void {
    const waiting = this.#byWorkspace.get(workspaceId) ?? [];
    waiting.push(value);
    this.#byWorkspace.set(workspaceId, waiting);
    this.#size += 1;
  }

  /** The longest waiting of the workspace whose turn it is, which then waits behind the others. */
  next(): T | undefined {
    const [first] = this.#byWorkspace;
    if (first === undefined) return undefined;
    const [workspaceId, waiting] = first;
    const taken = waiting.shift();
    this.#byWorkspace.delete(workspaceId);
    if (waiting.length > 0) this.#byWorkspace.set(workspaceId, waiting);
    this.#size -= 1;
    return taken;
  }
}
