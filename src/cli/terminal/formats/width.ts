// How many columns text takes on a terminal. Latin letters need no package; the rest asks string-width (emoji, CJK, marks).

import { stripVTControlCharacters } from 'node:util';
import { piecesOf, segmentsOf, wordsOf } from '../../../presentation/text.ts';

export type WidthOf = (text: string) => number;

/** Latin with its accented letters, but for the soft hyphen: a column each, and never joined to a neighbour. */
const PLAIN = /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]*$/;

export const isPlain = (text: string): boolean => PLAIN.test(text);

/** A measure good for these texts; loads string-width only where one of them needs it. */
export async function widthFor(texts: Iterable<string>): Promise<WidthOf> {
  for (const text of texts) {
    if (PLAIN.test(text)) continue;
    const { default: stringWidth } = await import('string-width');
    // A table asks for each cell's width three times.
    const known = new Map<string, number>();
    return (input) => {
      if (PLAIN.test(input)) return input.length;
      const width = known.get(input) ?? piecesOf(input).reduce((sum, piece) => sum + stringWidth(piece), 0);
      known.set(input, width);
      return width;
    };
  }
  return (text) => text.length;
}

/** Characters a column may hold, marks and joiners included. */
const CHARACTERS_MAX = 40;

/** Cuts text to `width` columns, the last of them an ellipsis where something is missing. Never splits a character. */
export function cut(text: string, width: number, widthOf: WidthOf): string {
  if (widthOf(text) <= width) return text;
  if (width <= 1) return '…'.slice(0, width);
  if (PLAIN.test(text)) return `${text.slice(0, width - 1)}…`;
  let room = width - 1;
  let end = 0;
  // What takes no room could go on for ever.
  for (const segment of segmentsOf(text.slice(0, CHARACTERS_MAX * width))) {
    room -= widthOf(segment);
    if (room < 0) break;
    end += segment.length;
  }
  return `${text.slice(0, end)}…`;
}

export function pad(text: string, width: number, widthOf: WidthOf, right = false): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return right ? space + text : text + space;
}

/** Breaks text into lines of at most `width` columns, at spaces where there are any. */
export function wrap(text: string, width: number, widthOf: WidthOf): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const take = (piece: string) => {
    if (used + widthOf(piece) > width && line !== '') {
      lines.push(line.trimEnd());
      line = '';
      used = 0;
    }
    const added = line === '' ? piece.trimStart() : piece;
    line += added;
    used += widthOf(added);
  };
  for (const word of wordsOf(text)) {
    if (widthOf(word.trimStart()) <= width) take(word);
    else for (const segment of segmentsOf(word)) take(segment);
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

// Lines for a person, folded at spaces: a terminal would break them inside words.

/** A column each, whatever the language: the packages that know more are loaded for the rest alone. */
const NARROW = /^[\x20-\u02ff\u0370-\u058f\u2010-\u2bff]*$/;
/** A command to be copied stays in one piece, on a line of its own: a terminal puts together only what it broke itself. */
const COMMAND_AT_END = /^(.{12,}:) (reach [^,;]+)$/;
const HINTED_COMMAND = /^ *hint: reach [^,;]+$/;
/** Spaces behind a colour that begins the line are its indent. */
const BETWEEN_WORDS = /(?<=\S)(?<!^\u001b\[[\d;]{1,20}m) +(?=\S)/;
/** Narrower, there is no folding that helps. */
const ROOM_MIN = 20;

/**
 * Folds what is wider than `room` columns; goes on below the beginning of its line. `first`: columns that are taken on the
 * first line, `last`: that have to stay free on the last one. A word that is longer than a line stays whole.
 */
export async function fold(
  text: string,
  room: number,
  { first = 0, last = 0 }: { readonly first?: number; readonly last?: number } = {},
): Promise<string> {
  const plain = stripVTControlCharacters(text);
  // No letter is wider than two columns.
  if (room < ROOM_MIN || 2 * plain.length + first + last <= room) return text;
  const measure = plain.split('\n').every((line) => NARROW.test(line))
    ? (word: string) => word.length
    : await widthFor([plain]);
  const widthOf: WidthOf = (word) => measure(stripVTControlCharacters(word));
  const lines = text.split('\n');
  return lines
    .map((line, at) =>
      foldLine(line, room, widthOf, { first: at === 0 ? first : 0, last: at === lines.length - 1 ? last : 0 }),
    )
    .join('\n');
}

function foldLine(line: string, room: number, widthOf: WidthOf, taken: { first: number; last: number }): string {
  if (widthOf(line) + taken.first + taken.last <= room) return line;
  const plain = stripVTControlCharacters(line);
  const indent = /^ */.exec(plain)?.[0] ?? '';
  if (HINTED_COMMAND.test(plain)) return line;
  const [, before, command] = COMMAND_AT_END.exec(line) ?? [];
  if (before !== undefined && command !== undefined)
    return `${foldLine(before, room, widthOf, taken)}\n${indent}  ${command}`;
  const words = line.trimEnd().split(BETWEEN_WORDS);
  const lines: string[] = [];
  let current = '';
  let used = taken.first;
  for (const [at, word] of words.entries()) {
    const kept = at === words.length - 1 ? taken.last : 0;
    const width = widthOf(word) + (current === '' ? 0 : 1);
    if (current !== '' && used + width + kept > room) {
      lines.push(current);
      current = `${indent}${word}`;
      used = indent.length + widthOf(word);
    } else {
      current += current === '' ? word : ` ${word}`;
      used += width;
    }
  }
  return [...lines, current].join('\n');
}
