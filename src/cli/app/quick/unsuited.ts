// The quick way knows little. Whatever else a command needs ends it, and the whole tool runs the command from the start.

let unsuitable = false;

/** Thrown by `unsuited`. */
class Unsuited extends Error {
  override readonly name = 'Unsuited';
}

/** Whether the quick way was left, also where what it threw was caught on the way. */
export const isUnsuited = (): boolean => unsuitable;

/** Leaves the quick way. */
export function unsuited(): never {
  unsuitable = true;
  throw new Unsuited('the whole tool runs this command');
}
