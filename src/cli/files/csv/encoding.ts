// Which encoding a file is in, detected from its bytes. Pure functions; the streaming side is decode.ts.

import { isUtf8 } from 'node:buffer';
import { getOwn } from '../../../contract/json.ts';
import { utf8LengthAt } from '../utf8-text.ts';
import { CsvError } from './error.ts';

/** The encodings we tell by ourselves; any other name is a label that TextDecoder knows. */
type OwnEncoding = MarkedEncoding | 'windows-1252' | 'macintosh' | 'euc-kr' | 'cp850' | 'cp852' | 'cp437';

type MarkedEncoding = 'utf-8' | 'utf-16le' | 'utf-16be';

// Latin-1 means windows-1252 here, as it does in every browser: the two differ only in 0x80-0x9F, control characters in
// the first and the curly quotes, dashes and the euro sign in the second.
const OWN_NAMES: Readonly<Record<string, OwnEncoding>> = {
  utf8: 'utf-8',
  utf16: 'utf-16le',
  utf16le: 'utf-16le',
  utf16be: 'utf-16be',
  ucs2: 'utf-16le',
  windows1252: 'windows-1252',
  cp1252: 'windows-1252',
  ansi: 'windows-1252',
  latin1: 'windows-1252',
  iso88591: 'windows-1252',
  ascii: 'windows-1252',
  usascii: 'windows-1252',
  macroman: 'macintosh',
  euckr: 'euc-kr',
  cp850: 'cp850',
  ibm850: 'cp850',
  dos: 'cp850',
  cp852: 'cp852',
  ibm852: 'cp852',
  cp437: 'cp437',
  ibm437: 'cp437',
};

/** The encoding that `--encoding NAME` means: one of ours, or the canonical name of one that TextDecoder knows. */
export function namedEncoding(name: string): string {
  const known = getOwn(OWN_NAMES, name.toLowerCase().replaceAll(/[-_ ]/g, ''));
  if (known !== undefined) return known;
  try {
    return new TextDecoder(name).encoding;
  } catch {
    throw new CsvError(
      'bad_option',
      `unknown encoding '${name}'`,
      'use utf-8, utf-16le, utf-16be, windows-1252 (latin1), or another name such as windows-1250, macintosh, cp850, shift_jis',
    );
  }
}

/** What a byte order mark at the very start says, or null when there is none. */
export function encodingOfMark(head: Uint8Array): MarkedEncoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

const FOREIGN: readonly (readonly [signature: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel workbook (.xlsx) or a zip archive'],
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], 'an old Excel workbook (.xls)'],
  [[0x1f, 0x8b, 0x08], 'a gzip archive'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF'],
  [[0xff, 0xfe, 0x00, 0x00], 'UTF-32 text'],
  [[0x00, 0x00, 0xfe, 0xff], 'UTF-32 text'],
];

/** Throws `not_csv` for the files that people mistake for CSV, before a megabyte of them is reported as one strange cell. */
export function refuseForeignFile(head: Uint8Array): void {
  for (const [signature, what] of FOREIGN) {
    if (signature.every((byte, at) => head[at] === byte)) {
      throw new CsvError(
        'not_csv',
        `this is ${what}, not CSV text`,
        'save or export it as CSV (UTF-8) and give that file',
        {
          line: 1,
          column: null,
        },
      );
    }
  }
}

// Text has these everywhere, whatever its script: tab, LF, CR, space, quote, comma, semicolon, bar.
const STRUCTURE = new Set([0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3b, 0x7c]);

/**
 * UTF-16 puts a NUL beside every structural character, always on the same side, and never two in one unit. Counted and
 * not only seen: a byte of a CJK character may look like structure (U+4E0A holds 0x0A), and 8-bit files may hold NULs.
 */
export function utf16WithoutMark(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const little = { marked: 0, nuls: 0 };
  const big = { marked: 0, nuls: 0 };
  let unmarked = 0;
  for (let at = 0; at + 1 < head.length; at += 2) {
    const first = head[at] ?? 0;
    const second = head[at + 1] ?? 0;
    if (first === 0 && second === 0) return null;
    if (second === 0) little.nuls += 1;
    if (first === 0) big.nuls += 1;
    if (second === 0 && STRUCTURE.has(first)) little.marked += 1;
    else if (first === 0 && STRUCTURE.has(second)) big.marked += 1;
    else if (STRUCTURE.has(first) || STRUCTURE.has(second)) unmarked += 1;
  }
  const isSure = ({ marked }: { readonly marked: number }): boolean =>
    unmarked === 0 ? marked > 0 : marked >= 4 && marked * 4 >= unmarked;
  if (isSure(little) && little.nuls >= 3 * big.nuls) return 'utf-16le';
  if (isSure(big) && big.nuls >= 3 * little.nuls) return 'utf-16be';
  return null;
}

/**
 * UTF-8 or another encoding, from a stretch that begins with the first byte above 0x7F. Text in another is practically never
 * valid as UTF-8; where it is damaged the better half wins, so that a single bad byte in a UTF-8 file is reported
 * (by the decoder, with its place) and not turned into mojibake for the whole file.
 */
export function isUtf8Text(stretch: Uint8Array, isWholeRest: boolean): boolean {
  const complete = isWholeRest ? stretch : stretch.subarray(0, completeUtf8Length(stretch));
  if (isUtf8(complete)) return true;
  let sequences = 0;
  let damaged = 0;
  for (let at = 0; at < complete.length; ) {
    const length = utf8LengthAt(complete, at);
    if (length > 1) sequences += 1;
    at += Math.max(length, 1);
    if (length > 0) continue;
    damaged += 1;
    // What a cut-off character left behind is one damage, not three.
    while (isContinuation(complete[at])) at += 1;
  }
  return sequences >= damaged;
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** How many bytes are left when a character that is cut off by the end is not counted (at most 3 fewer). */
export function completeUtf8Length(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}
