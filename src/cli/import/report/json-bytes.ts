// Where the values of a JSON text begin and end, in its bytes. Strict: it never takes for JSON what JSON.parse would refuse.
// -1 stands for what is not read here: what is no JSON, and whatever has escapes or is nested deeply.

const NONE = -1;
const DEPTH_MAX = 8;

const QUOTE = 0x22;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const SMALL_E = 0x65;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** 1: stands for itself within a text. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[QUOTE] = 0;
PLAIN[0x5c] = 0;

const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** The first byte that is no white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let code = bytes[at]; code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; code = bytes[at])
    at += 1;
  return at;
}

/** The closing quote of a text whose opening one stands there. */
function textEnd(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== QUOTE) return NONE;
  let at = from + 1;
  while (PLAIN[bytes[at] ?? 0] === 1) at += 1;
  return bytes[at] === QUOTE ? at : NONE;
}

/** Behind the value that begins there. */
export function valueEnd(bytes: Uint8Array, from: number, depth = 0): number {
  const code = bytes[from] ?? 0;
  if (code === QUOTE) {
    const end = textEnd(bytes, from);
    return end < 0 ? NONE : end + 1;
  }
  if (code === MINUS || isDigit(code)) return numberEnd(bytes, from);
  return code === OPEN_OBJECT || code === OPEN_LIST ? nestedEnd(bytes, from, depth) : wordEnd(bytes, from);
}

/** By itself, for its closure would cost every value an allocation. */
function nestedEnd(bytes: Uint8Array, from: number, depth: number): number {
  if (depth === DEPTH_MAX) return NONE;
  const skip = (value: number) => valueEnd(bytes, value, depth + 1);
  return bytes[from] === OPEN_LIST ? listEnd(bytes, from, skip) : objectEnd(bytes, from, (_, __, value) => skip(value));
}

/** Reads the value of a member, or an element: gives where it ends, or -1. `name`: between the quotes. */
export type TakeMember = (nameFrom: number, nameTo: number, value: number) => number;
export type TakeElement = (value: number) => number;

/** Behind the object that begins there, each of whose members is taken. */
export function objectEnd(bytes: Uint8Array, from: number, take: TakeMember): number {
  let at = bytes[from] === OPEN_OBJECT ? skipSpace(bytes, from + 1) : NONE;
  while (at >= 0 && bytes[at] !== CLOSE_OBJECT) {
    const nameEnd = textEnd(bytes, at);
    const value = afterName(bytes, nameEnd);
    at = value < 0 ? NONE : afterValue(bytes, take(at + 1, nameEnd, value), CLOSE_OBJECT);
  }
  return at < 0 ? NONE : at + 1;
}

/** The same of a list. */
export function listEnd(bytes: Uint8Array, from: number, take: TakeElement): number {
  let at = bytes[from] === OPEN_LIST ? skipSpace(bytes, from + 1) : NONE;
  while (at >= 0 && bytes[at] !== CLOSE_LIST) at = afterValue(bytes, take(at), CLOSE_LIST);
  return at < 0 ? NONE : at + 1;
}

/** The value behind a name that ends there. */
function afterName(bytes: Uint8Array, end: number): number {
  if (end < 0) return NONE;
  const colon = skipSpace(bytes, end + 1);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : NONE;
}

/** Where the next name or element begins behind a value; at the closing bracket where it was the last. */
function afterValue(bytes: Uint8Array, end: number, close: number): number {
  if (end < 0) return NONE;
  const at = skipSpace(bytes, end);
  if (bytes[at] === close) return at;
  if (bytes[at] !== COMMA) return NONE;
  const next = skipSpace(bytes, at + 1);
  return bytes[next] === close ? NONE : next;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= 0x39;

function digitsEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isDigit(bytes[at] ?? 0)) at += 1;
  return at;
}

function numberEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let at = bytes[first] === ZERO ? first + 1 : digitsEnd(bytes, first);
  if (at === first) return NONE;
  if (bytes[at] === DOT) {
    const end = digitsEnd(bytes, at + 1);
    if (end === at + 1) return NONE;
    at = end;
  }
  if (((bytes[at] ?? 0) | 0x20) !== SMALL_E) return at;
  const sign = bytes[at + 1];
  const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
  const end = digitsEnd(bytes, exponent);
  return end === exponent ? NONE : end;
}

function wordEnd(bytes: Uint8Array, from: number): number {
  for (const word of WORDS) if (isText(bytes, from, word)) return from + word.length;
  return NONE;
}

/** Whether these bytes stand there. */
export function isText(bytes: Uint8Array, from: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[from + at] !== text[at]) return false;
  return true;
}
