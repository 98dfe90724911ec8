// The shapes of item.ts, on printable ASCII: what passes here has such a shape; of what does not, nothing is said.

const SPACE = 0x20;
const PLUS = 0x2b;
const DOT = 0x2e;
const SLASH = 0x2f;
const ZERO = 0x30;
const COLON = 0x3a;
const AT = 0x40;
const SMALL_S = 0x73;

const HTTP = Uint8Array.from('http', (letter) => letter.charCodeAt(0));

/** Letters, digits and hyphens: what hosts, and most names in front of them, consist of. */
const WORD = new Uint8Array(256).fill(1, 0x30, 0x3a).fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);
WORD[0x2d] = 1;
WORD[0x5f] = 1;

/** The same with dots and plus signs. */
const LOCAL = Uint8Array.from(WORD);
LOCAL[DOT] = 1;
LOCAL[PLUS] = 1;

/** `http://` or `https://`, a host of two labels or more, and no space. */
export function isPlainUrl(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  for (let letter = 0; letter < HTTP.length; letter += 1) if (bytes[at++] !== HTTP[letter]) return false;
  if (bytes[at] === SMALL_S) at += 1;
  if (bytes[at] !== COLON || bytes[at + 1] !== SLASH || bytes[at + 2] !== SLASH) return false;
  at += 3;
  const label = endOfWord(bytes, at, to);
  if (label === at || label >= to || bytes[label] !== DOT) return false;
  if (endOfWord(bytes, label + 1, to) === label + 1) return false;
  for (at = label + 1; at < to; at += 1) if (bytes[at] === SPACE) return false;
  return true;
}

/** Words, dots and plus signs before the `@`, and at least two labels behind it, of which the last has two letters or more. */
export function isPlainEmail(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from;
  while (at < to && LOCAL[bytes[at] ?? 0] === 1) at += 1;
  if (at === from || at >= to || bytes[at] !== AT) return false;
  let label = at + 1;
  for (;;) {
    const end = endOfWord(bytes, label, to);
    if (end === label) return false;
    if (end === to) return label > at + 1 && end - label >= 2;
    if (bytes[end] !== DOT) return false;
    label = end + 1;
  }
}

/** Digits that JSON writes the same. */
export function isPlainNumber(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from > 15 || (bytes[from] === ZERO && to - from > 1)) return false;
  for (let at = from; at < to; at += 1) if (!isDigit(bytes[at] ?? 0)) return false;
  return to > from;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

function endOfWord(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && WORD[bytes[at] ?? 0] === 1) at += 1;
  return at;
}
