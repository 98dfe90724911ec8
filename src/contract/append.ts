/**
 * Adds the items to the list. `push(...items)` would pass each as an argument, and the stack holds about 100,000 of them;
 * test/source.test.ts keeps that form out.
 */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
