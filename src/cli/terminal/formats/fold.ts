// Lines for a person, folded at spaces: a terminal would break them inside words.

import { stripVTControlCharacters } from 'node:util';
import { type WidthOf, widthFor } from './width.ts';

/** A column each, whatever the language: the packages that know more are loaded for the rest alone. */
const NARROW = /^[\x20-\u02ff\u0370-\u058f\u2010-\u2bff]*$/;
/** A command to be copied stays in one piece, on a line of its own: a terminal puts together only what it broke itself. */
const COMMAND_AT_END = /^(.{12,}:) (reach [^,;]+)$/;
const HINTED_COMMAND = /^ *hint: reach [^,;]+$/;
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
  const words = line.trimEnd().split(/(?<=\S) +(?=\S)/);
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
