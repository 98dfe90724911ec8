// Pseudo-random choices of stand-ins: a pure function of their arguments, so that the same commands give the same output.

/** From 0 to 1 (exclusive): the same for the same parts, practically independent for others. */
export function chanceOf(...parts: readonly (string | number)[]): number {
  // FNV-1a over the text, then murmur3's finalizer: without it, neighbours (post 7, post 8) would be alike.
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}\u0000`;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A weighted choice; `chance` from 0 to 1 (exclusive). */
export function weighed<T>(chance: number, choices: readonly (readonly [T, number])[]): T {
  const total = choices.reduce((sum, [, weight]) => sum + weight, 0);
  let rest = chance * total;
  for (const [choice, weight] of choices) {
    rest -= weight;
    if (rest < 0) return choice;
  }
  const last = choices.at(-1);
  if (last === undefined) throw new RangeError('nothing to choose from');
  return last[0];
}
