// The keys of a contact put together from the bytes of its row: the same as match-keys gives, without a text.

/** Keys of a row that are ASCII, one behind the other. */
export class AsciiKeys {
  bytes = new Uint8Array(256);
  readonly kinds: number[] = [];
  /** Where each ends; it begins where the one before ends. */
  readonly ends: number[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Makes room for so many more bytes, and gives where the next key begins. */
  begin(most: number): number {
    const from = this.count === 0 ? 0 : (this.ends[this.count - 1] ?? 0);
    if (from + most > this.bytes.length) {
      const more = new Uint8Array((from + most) * 2);
      more.set(this.bytes);
      this.bytes = more;
    }
    return from;
  }

  end(kind: number, end: number): void {
    this.kinds[this.count] = kind;
    this.ends[this.count] = end;
    this.count += 1;
  }
}

/** Part of a row: where it begins and ends. */
export interface Span {
  from: number;
  to: number;
}

const NOTHING: Span = { from: 0, to: 0 };
const SEPARATOR = 0x1f;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const SMALL_S = 0x73;

const codes = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const HTTP = codes('http');
const WWW = codes('www');
const IN = codes('in/');
const COMPANY = codes('company/');

/** Kinds of the letters of a page's address: 1 for `a-z`, 2 for the others that a plain one has. */
const LETTERS = new Uint8Array(256).fill(1, 0x61, 0x7b).fill(2, 0x30, 0x3a);
LETTERS[0x2d] = 2;

function startsWith(bytes: Uint8Array, at: number, text: Uint8Array): boolean {
  for (let place = 0; place < text.length; place += 1) if (bytes[at + place] !== text[place]) return false;
  return true;
}

/** Behind the letters, digits and hyphens from there on. */
function endOfWord(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (LETTERS[bytes[at] ?? 0] ?? 0) > 0) at += 1;
  return at;
}

function isAllLetters(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (LETTERS[bytes[at] ?? 0] !== 1) return false;
  return to > from;
}

/** Behind the host of a plain address and its slash, or -1; `host.from`: where the host begins, without `www.`. */
function hostOf(bytes: Uint8Array, from: number, to: number, host: Span): number {
  host.from = from;
  let dot = endOfWord(bytes, from, to);
  let end = endOfWord(bytes, dot + 1, to);
  if (bytes[end] === DOT && end < to && dot - from === WWW.length && startsWith(bytes, from, WWW)) {
    host.from = dot + 1;
    dot = end;
    end = endOfWord(bytes, dot + 1, to);
  }
  const isHost = dot > host.from && dot < to && bytes[dot] === DOT && isAllLetters(bytes, dot + 1, end);
  return isHost && end < to && bytes[end] === SLASH ? end + 1 : -1;
}

/** The key of a page whose address looks as nearly all do, as a part of it; false: the general rule decides. */
export function plainPage(bytes: Uint8Array, from: number, to: number, key: Span): boolean {
  if (!startsWith(bytes, from, HTTP)) return false;
  let at = from + HTTP.length;
  if (bytes[at] === SMALL_S) at += 1;
  if (bytes[at] !== COLON || bytes[at + 1] !== SLASH || bytes[at + 2] !== SLASH) return false;
  at = hostOf(bytes, at + 3, to, key);
  if (at < 0) return false;
  if (startsWith(bytes, at, IN)) at += IN.length;
  else if (startsWith(bytes, at, COMPANY)) at += COMPANY.length;
  else return false;
  const end = endOfWord(bytes, at, to);
  if (end === at) return false;
  key.to = end;
  return end === to || (end === to - 1 && bytes[end] === SLASH);
}

export function addPart(keys: AsciiKeys, kind: number, bytes: Uint8Array, { from, to }: Span): void {
  const at = keys.begin(to - from);
  copy(bytes, from, to, keys.bytes, at);
  keys.end(kind, at + to - from);
}

/** Parts with a separator between them, as `personAtCompanyKey` has it. */
export function addJoined(keys: AsciiKeys, kind: number, bytes: Uint8Array, parts: readonly Span[]): void {
  let most = parts.length;
  for (const { from, to } of parts) most += to - from;
  let at = keys.begin(most);
  for (let index = 0; index < parts.length; index += 1) {
    const { from, to } = parts[index] ?? NOTHING;
    if (index > 0) keys.bytes[at++] = SEPARATOR;
    at = copy(bytes, from, to, keys.bytes, at);
  }
  keys.end(kind, at);
}

function copy(bytes: Uint8Array, from: number, to: number, into: Uint8Array, start: number): number {
  let end = start;
  for (let at = from; at < to; at += 1) into[end++] = bytes[at] ?? 0;
  return end;
}
