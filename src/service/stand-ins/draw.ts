// Deterministic choices: hashes of a seed and of what they are for.

/** A different seed gives a different world. */
const SEED = 0x5ea1c0de;

/** 32 bits, well mixed (FNV-1a over UTF-16 units, then a finalizer). */
export function hashOf(...parts: readonly (string | number)[]): number {
  let hash = SEED ^ 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mixed(hash);
}

/** A hash of numbers that builds no text: fast enough to enumerate the whole invented world. */
export function hashOfNumbers(a: number, b: number, c: number): number {
  return mixed(Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ Math.imul(c + 1, 0xc2b2ae35) ^ SEED);
}

/** Spreads what FNV-1a gives: neighbours would be alike (murmur3's finalizer). */
export function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}

/** True for about `percent` of all hashes. */
export function isAmong(hash: number, percent: number): boolean {
  return hash % 10_000 < percent * 100;
}

/** One of the choices. Throws RangeError for none. */
export function pick<T>(choices: readonly T[], hash: number): T {
  const choice = choices[hash % choices.length];
  if (choice === undefined) throw new RangeError('nothing to choose from');
  return choice;
}

/** From `least` to `most`, both included. */
export function between(least: number, most: number, hash: number): number {
  return least + (hash % (most - least + 1));
}

/** Letters and digits, like ids of other systems. */
export function letters(length: number, ...parts: readonly (string | number)[]): string {
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  let text = '';
  for (let at = 0; at < length; at += 1) text += pick([...ALPHABET], hashOf(...parts, 'letter', at));
  return text;
}

/** `Álvaro de Luca` becomes `alvaro-de-luca`. */
export function slugOf(text: string): string {
  return text
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/æ/gi, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

// Pseudo-random choices of stand-ins: a pure function of their arguments, so that the same commands give the same output.

/** From 0 to 1 (exclusive): the same for the same parts, practically independent for others. */
export function chanceOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = `${part}\u0000`;
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(hash) / 2 ** 32;
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
