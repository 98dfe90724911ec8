// The keys of a contact put together from the bytes of its row: the same as match-keys gives, without a text.

import { BLOCK_SLACK, copyWords } from '../../files/csv/byte-row.ts';

/** Room at first, in bytes. */
const FIRST_BYTES = 256;

/** Keys of a row that are ASCII, each from a multiple of four bytes on, with zeros to the next. */
export class AsciiKeys {
  view = new DataView(new ArrayBuffer(FIRST_BYTES));
  readonly kinds: number[] = [];
  /** Where each begins and ends. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  count = 0;

  clear(): void {
    this.count = 0;
  }

  /** Makes room for so many more bytes, and gives where the next key begins. */
  begin(most: number): number {
    const start = this.count === 0 ? 0 : ((this.ends[this.count - 1] ?? 0) + 3) & ~3;
    const bytes = start + most + BLOCK_SLACK * 2;
    if (bytes > this.view.byteLength) {
      const more = new Uint8Array(bytes * 2);
      more.set(new Uint8Array(this.view.buffer));
      this.view = new DataView(more.buffer);
    }
    this.starts[this.count] = start;
    return start;
  }

  end(kind: number, end: number): void {
    this.view.setInt32(end, 0);
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

export function addPart(keys: AsciiKeys, kind: number, row: DataView, { from, to }: Span): void {
  const start = keys.begin(to - from);
  copyWords(row, from, to, keys.view, start);
  keys.end(kind, start + to - from);
}

/** Parts with a separator between them, as `personAtCompanyKey` has it. */
export function addJoined(keys: AsciiKeys, kind: number, row: DataView, parts: readonly Span[]): void {
  let most = parts.length;
  for (const { from, to } of parts) most += to - from;
  let end = keys.begin(most);
  const { view } = keys;
  for (let index = 0; index < parts.length; index += 1) {
    const { from, to } = parts[index] ?? NOTHING;
    if (index > 0) view.setUint8(end++, SEPARATOR);
    copyWords(row, from, to, view, end);
    end += to - from;
  }
  keys.end(kind, end);
}
