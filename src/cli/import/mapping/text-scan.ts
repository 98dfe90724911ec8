// One pass over a text: whether it is plain, and two hashes of it. The hottest loop of an import: nearly every cell needs nothing else.

import { isNullValue, mayBeNullWord } from '../../../rules/records/null-values.ts';

/** Letters of which no damaged text consists: all of Latin alphabets but Ă, Ĺ, and Š, Ž and others that windows-1252 has for a byte below 0xC0. */
const LETTERS = 'A-Za-zÀ-ÖØ-öø-\u0101\u0103-\u0138\u013A-\u0151\u0154-\u015F\u0162-\u0177\u0179-\u017C';
const PLAIN = new RegExp(`^[${LETTERS}0-9 .,&'()/+-]$`);
const FIRST = new RegExp(`^[${LETTERS}]$`);
const LAST = new RegExp(`^[${LETTERS}0-9.)]$`);

/** Of Latin alphabets: their codes have nine bits. */
const CODES = 0x180;
const SMALL = 0x1ff;
const IS_PLAIN = 0x200;
const IS_FIRST = 0x400;
const IS_LAST = 0x800;
/** Of another alphabet, or without a small letter that is one character of these. */
const IS_FOREIGN = 0x1000;
const PLAIN_MAX = 120;

/** The small letter of each character, and what else is to be known of it. */
const CHARACTERS = new Uint16Array(0x10000).fill(IS_FOREIGN);
for (let code = 0; code < CODES; code += 1) {
  const character = String.fromCharCode(code);
  const small = character.toLowerCase();
  if (small.length !== 1 || small.charCodeAt(0) >= CODES || code === 0) continue;
  const kinds = [PLAIN, FIRST, LAST].map((kind, at) => (kind.test(character) ? IS_PLAIN << at : 0));
  CHARACTERS[code] = kinds.reduce((all, bit) => all | bit, small.charCodeAt(0));
}

const SCHEME = /^https?:\/\/(?:www\.)?/i;
const SMALL_H = 0x68;
const SMALL_P = 0x70;
const SLASH = 0x2f;
const DOT = 0x2e;
const LOWER = 0x20;
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
const OTHER_PRIME = 0x5bd1e995;

export class TextScan {
  /** A plain text is its own value, as a careful reading would find, and no word for "no value". */
  isPlain = false;
  /** Of the text without case; never 0. */
  folded = 0;
  exact = 0;

  /** The hashes of an address are those without scheme and without the slash at its end. */
  value(text: string): void {
    const end = text.charCodeAt(text.length - 1) === SLASH ? text.length - 1 : text.length;
    const mayBeAddress = (text.charCodeAt(0) | LOWER) === SMALL_H && (text.charCodeAt(3) | LOWER) === SMALL_P;
    const start = mayBeAddress ? (SCHEME.exec(text)?.[0].length ?? 0) : 0;
    this.range(text, start, end);
    // Neither a colon nor a slash at the end is plain.
    if (start > 0 || end < text.length) this.isPlain = false;
  }

  /** FNV-1a, and a multiplicative hash of other constants, three characters at a time. */
  range(text: string, start: number, end: number): void {
    let folded = SEED ^ (end - start);
    let exact = end - start;
    let isPlain = IS_PLAIN;
    let foreign = 0;
    let at = start;
    for (; at + 2 < end; at += 3) {
      const first = text.charCodeAt(at);
      const second = text.charCodeAt(at + 1);
      const third = text.charCodeAt(at + 2);
      const a = CHARACTERS[first] ?? 0;
      const b = CHARACTERS[second] ?? 0;
      const c = CHARACTERS[third] ?? 0;
      isPlain &= a & b & c;
      foreign |= a | b | c;
      folded = Math.imul(folded ^ ((a & SMALL) | ((b & SMALL) << 9) | ((c & SMALL) << 18)), PRIME);
      folded ^= folded >>> 15;
      exact = Math.imul(exact + (first | (second << 9) | (third << 18)), OTHER_PRIME) ^ (exact >>> 15);
    }
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      const character = CHARACTERS[code] ?? 0;
      isPlain &= character;
      foreign |= character;
      folded = Math.imul(folded ^ (character & SMALL), PRIME);
      exact = Math.imul(exact + code, OTHER_PRIME) ^ (exact >>> 15);
    }
    if ((foreign & IS_FOREIGN) !== 0) {
      this.#foreign(text.slice(start, end));
      return;
    }
    this.folded = folded === 0 ? 1 : folded;
    this.exact = exact;
    this.isPlain = isPlain !== 0 && end - start <= PLAIN_MAX && this.#hasPlainEnds(text, start, end);
  }

  #hasPlainEnds(text: string, start: number, end: number): boolean {
    const first = text.charCodeAt(start);
    // `Loading...`
    if (text.charCodeAt(end - 1) === DOT && text.charCodeAt(end - 2) === DOT) return false;
    return (
      ((CHARACTERS[first] ?? 0) & IS_FIRST) !== 0 &&
      ((CHARACTERS[text.charCodeAt(end - 1)] ?? 0) & IS_LAST) !== 0 &&
      !(mayBeNullWord(first, end - start) && isNullValue(text.slice(start, end)))
    );
  }

  /** A character at a time. */
  #foreign(text: string): void {
    const small = text.toLowerCase();
    let folded = SEED;
    for (let at = 0; at < small.length; at += 1) folded = Math.imul(folded ^ small.charCodeAt(at), PRIME);
    let exact = text.length;
    for (let at = 0; at < text.length; at += 1)
      exact = Math.imul(exact + text.charCodeAt(at), OTHER_PRIME) ^ (exact >>> 15);
    this.folded = folded === 0 ? 1 : folded;
    this.exact = exact;
    this.isPlain = false;
  }
}
