// Bytes in, text out, in pieces of any size. Nothing is ever replaced by U+FFFD: what cannot be decoded is a failure.

import { isAscii, isUtf8 } from 'node:buffer';
import { invalidUtf8At } from '../utf8-text.ts';
import { codePage, windows1252 } from './eight-bit.ts';
import {
  completeUtf8Length,
  encodingOfMark,
  isUtf8Text,
  namedEncoding,
  refuseForeignFile,
  utf16WithoutMark,
} from './encoding.ts';
import { guessEncoding } from './guess-encoding.ts';

// Both decisions look at this much (or at all there is), never at what happened to be in the first piece: the same file
// is read the same way from a disk and from a pipe.
const DECISION_BYTES = 64 * 1024;

/** Where decoding stopped. `byteOffset` counts from the first byte of the file. */
export interface DecodeFailure {
  readonly byteOffset: number;
  readonly message: string;
}

/** An encoding that neither a mark nor the user names: a sample word lets a person judge it. */
export interface EncodingGuess {
  readonly encoding: string;
  readonly word: string;
}

/** What one step gives: text, and how many bytes it used up. Less than all: wait for more, or a failure. */
interface DecodeStep {
  readonly text: string;
  readonly used: number;
  readonly problem?: string;
}

type Decode = (bytes: Buffer, last: boolean) => DecodeStep;

const MARK = '\uFEFF';

/**
 * A streaming decoder. A byte order mark decides, also against `encoding`; then `encoding`, where given; then NULs beside
 * the commas and line ends (UTF-16); else the file is ASCII until its first byte above 0x7F, and the 64 KiB from there
 * decide between UTF-8 and one that is guessed (`decide`). So `encoding` is final once such a byte was seen, or the end.
 */
export class TextStream {
  #pending: Buffer = Buffer.alloc(0);
  #decode: Decode | null = null;
  #name: string;
  #given: string | null;
  #offset = 0;
  #atStart = true;
  #failure: DecodeFailure | null = null;
  #guess: EncodingGuess | null = null;
  // The start of the word in which the first byte above 0x7F is, and the bytes from there, while their encoding is unknown.
  #wordStart = '';
  #unknown: Buffer | null = null;
  #isLast = false;

  /** Throws CsvError `bad_option` for an unknown encoding. */
  constructor(encoding?: string) {
    this.#given = encoding === undefined ? null : namedEncoding(encoding);
    this.#name = this.#given ?? 'utf-8';
  }

  /** `utf-8` also while everything so far is ASCII. */
  get encoding(): string {
    return this.#name;
  }

  /** Set when the bytes are not what the encoding allows. The text before that place was given out; none comes after it. */
  get failure(): DecodeFailure | null {
    return this.#failure;
  }

  get guess(): EncodingGuess | null {
    return this.#guess;
  }

  /** True after a `push` or `end` that needs `decide`. */
  get isUndecided(): boolean {
    return this.#unknown !== null;
  }

  /** Guesses the encoding; gives the text that waited for it. A failure where the detector cannot be sure. */
  async decide(): Promise<string> {
    const bytes = this.#unknown ?? Buffer.alloc(0);
    const name = await guessEncoding(Buffer.concat([Buffer.from(this.#wordStart, 'latin1'), bytes]));
    const isLast = this.#isLast;
    this.#unknown = null;
    if (name === null) {
      const message = 'the file is not UTF-8, and its encoding is not certain from its text';
      this.#failure = { byteOffset: this.#offset, message };
      return '';
    }
    const decode = decoderOf(name);
    const word = WORD.exec(this.#wordStart + decoderOf(name)(bytes, false).text)?.[0] ?? '';
    this.#guess = { encoding: name, word: word.slice(0, WORD_CHARACTERS_MAX) };
    this.#settle(name, withoutControls(name, decode));
    return this.#advance(new Uint8Array(), isLast);
  }

  /** The next text; empty while there is too little to decide. Throws CsvError `not_csv` for a workbook or an archive. */
  push(bytes: Uint8Array): string {
    return this.#advance(bytes, false);
  }

  end(): string {
    return this.#advance(new Uint8Array(), true);
  }

  #advance(bytes: Uint8Array, last: boolean): string {
    if (this.#failure !== null) return '';
    this.#isLast = last;
    const more = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#pending = this.#pending.length === 0 ? more : Buffer.concat([this.#pending, more]);
    let text = '';
    while (this.#decode !== null || this.#decideEncoding(last)) {
      const decode = this.#decode;
      if (decode === null) break;
      const { text: piece, used, problem } = decode(this.#pending, last);
      this.#offset += used;
      this.#pending = this.#pending.subarray(used);
      text += piece;
      if (problem !== undefined) this.#failure = { byteOffset: this.#offset, message: problem };
      if (this.#decode === decode) break;
    }
    // What was given only lasts as long as this call.
    if (this.#pending.length > 0) this.#pending = Buffer.from(this.#pending);
    if (this.#atStart && text !== '') {
      this.#atStart = false;
      if (text.startsWith(MARK)) return text.slice(1);
    }
    return text;
  }

  /** False while more bytes are needed. */
  #decideEncoding(last: boolean): boolean {
    if (this.#pending.length < DECISION_BYTES && !last) return false;
    refuseForeignFile(this.#pending);
    const name = encodingOfMark(this.#pending) ?? this.#given ?? utf16WithoutMark(this.#pending);
    if (name !== null) return this.#settle(name);
    this.#decode = (bytes, isLast) => this.#ascii(bytes, isLast);
    return true;
  }

  #settle(name: string, decode = decoderOf(name)): true {
    this.#name = name;
    this.#decode = decode;
    return true;
  }

  /** All candidates read ASCII alike, so the decision can wait for the first byte that distinguishes them. */
  #ascii(bytes: Buffer, last: boolean): DecodeStep {
    const isWhole = isAscii(bytes);
    const first = isWhole ? bytes.length : bytes.findIndex((byte) => byte > 0x7f);
    const text = bytes.toString('latin1', 0, first);
    if (first > 0) this.#wordStart = /[^\s",;|]{0,40}$/.exec(text)?.[0] ?? '';
    if (!isWhole && (bytes.length - first >= DECISION_BYTES || last)) {
      const stretch = bytes.subarray(first);
      if (isUtf8Text(stretch, last)) this.#settle('utf-8');
      else this.#unknown = Buffer.from(stretch.subarray(0, DECISION_BYTES));
    }
    return { text, used: first };
  }
}

const WORD = /[^\s",;|]{0,40}[^\x00-\x7f][^\s",;|]{0,40}/;
const WORD_CHARACTERS_MAX = 40;

function decoderOf(name: string): Decode {
  if (name === 'utf-8') return utf8;
  if (name === 'utf-16le') return utf16le;
  if (name === 'utf-16be') return utf16be;
  const whole = name === 'windows-1252' ? windows1252 : codePage(name);
  return whole === null ? labelled(name) : (bytes) => ({ text: whole(bytes), used: bytes.length });
}

const hex = (byte: number): string => `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;

function utf8(bytes: Buffer, last: boolean): DecodeStep {
  const complete = last ? bytes : bytes.subarray(0, completeUtf8Length(bytes));
  if (isUtf8(complete)) return { text: complete.toString('utf8'), used: complete.length };
  const at = invalidUtf8At(complete);
  const problem = `the byte ${hex(complete[at] ?? 0)} is not valid UTF-8 here`;
  return { text: complete.toString('utf8', 0, at), used: at, problem };
}

function utf16le(bytes: Buffer, last: boolean): DecodeStep {
  let length = bytes.length - (bytes.length % 2);
  // The first half of a pair waits for the second, so that a half without its other is seen wherever the pieces end.
  const isHalf = length >= 2 && ((bytes[length - 1] ?? 0) & 0xfc) === 0xd8;
  if (isHalf && !last) length -= 2;
  const text = bytes.toString('utf16le', 0, length);
  const lone = text.search(/\p{Surrogate}/u);
  if (lone >= 0) {
    return { text: text.slice(0, lone), used: lone * 2, problem: 'half a character (a lone surrogate) stands here' };
  }
  if (last && length < bytes.length)
    return { text, used: length, problem: 'the file ends in the middle of a character' };
  return { text, used: length };
}

function utf16be(bytes: Buffer, last: boolean): DecodeStep {
  const even = bytes.length - (bytes.length % 2);
  const swapped = Buffer.concat([Buffer.from(bytes.subarray(0, even)).swap16(), bytes.subarray(even)]);
  return utf16le(swapped, last);
}

/** A guess is wrong where a byte comes that the encoding does not have: all of the text would be misread. */
function withoutControls(name: string, decode: Decode): Decode {
  return (bytes, last) => {
    const step = decode(bytes, last);
    const at = step.text.search(/[\x80-\x9f]/);
    if (at < 0 || step.text.length !== step.used) return step;
    const problem = `the file was read as ${name}, which has no byte ${hex(bytes[at] ?? 0)}`;
    return { text: step.text.slice(0, at), used: at, problem };
  };
}

function labelled(name: string): Decode {
  const decoder = new TextDecoder(name, { fatal: true, ignoreBOM: true });
  return (bytes, last) => {
    try {
      return { text: decoder.decode(bytes, { stream: !last }), used: bytes.length };
    } catch {
      // This decoder does not report where it failed; the reader passes it 64 KiB at a time.
      return { text: '', used: 0, problem: `the next ${bytes.length} bytes hold one that is not valid ${name}` };
    }
  };
}
