// Statements of a transaction that need no answer of each other.

/**
 * Waits for all of them, in the order they were sent, and throws what the first one threw. `Promise.all` would go on while
 * the others may still send something, beyond the end of the transaction.
 */
export async function sentTogether(statements: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(statements)) if (outcome.status === 'rejected') throw outcome.reason;
}
