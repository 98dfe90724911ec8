// Random YAML for property tests: in the part of it that the direct reader reads, and beyond.

import * as fc from 'fast-check';
import type { Dice } from '../../../rules/dice.ts';

/** Bits of YAML of every kind, in the reader's part of it and beyond. */
export const BIT = fc.constantFrom(
  ...[
    'a: ',
    'b:',
    '- ',
    '-',
    ' ',
    '  ',
    '    ',
    '\n',
    '\n\n',
    '\n  ',
    '\n    ',
    'x',
    'word two',
    '"q"',
    "'s'",
    "''",
    '"',
    "'",
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ', ',
    ',',
    ': ',
    ':',
    '#',
    ' # c',
    '|',
    '|-',
    '>',
    '&a ',
    '*a',
    '!t ',
    '?',
    '? ',
    '---\n',
    '...',
    '%',
    '@',
    '`',
  ],
  ...[
    '1',
    '0123',
    '-1',
    '1.5',
    'true',
    'null',
    '~',
    '<<: ',
    '\t',
    '\\',
    'é',
    '😀',
    '{firstName}',
    'a-b: ',
    '|\n  one\n  two\n',
  ],
);

const VALUES = [
  ...[
    'x',
    'two words',
    '"q"',
    "'s'",
    "'it''s'",
    '1',
    '0123',
    '-1',
    '.5',
    '1e3',
    'true',
    'null',
    '~',
    'x # c',
    'x#c',
    '-b',
    'a:b',
    '😀 {x}',
  ],
  ...[
    '{a: b}',
    '{ a: [1, x], b: {} }',
    '[]',
    '[a, "b"]',
    '',
    ' ',
    '# c',
    '0x1F',
    '{a}',
    '>',
    '&a x',
    '*a',
    '!t x',
    'a: b',
    'a:',
    '"q',
  ],
];

const BLOCKS = ['|', '|-', '|+'];

/** Text in blocks, indented as it should be but for a slip now and then. */
export function textOf(dice: Dice, indent: number, depth: number): string {
  const margin = ' '.repeat(dice.chance(30) ? indent + 1 : indent);
  const isList = dice.chance(3);
  let text = '';
  for (let left = 1 + dice.roll(3); left > 0; left -= 1) {
    if (dice.chance(8)) text += dice.pick(['\n', '   \n', '# c\n', `${margin}# c\n`]);
    const key = isList ? '-' : `${dice.pick(['a', 'b', 'c-d', '$e', 'x'])}:`;
    const inside = indent + (isList ? 2 : dice.pick([2, 2, 2, 1, 4, 0]));
    switch (depth > 3 ? 0 : dice.roll(6)) {
      case 0:
      case 1:
      case 2:
        text += `${margin}${key} ${VALUES[dice.roll(dice.chance(3) ? VALUES.length : 20)] ?? 'x'}\n`;
        break;
      case 3:
        text += `${margin}${key} ${dice.pick(BLOCKS)}\n${' '.repeat(inside)}one\n${dice.chance(2) ? '\n' : ''}${' '.repeat(inside + dice.roll(2))}two: x\n${dice.chance(3) ? '\n' : ''}`;
        break;
      case 4:
        text += `${margin}${key}\n${textOf(dice, inside, depth + 1)}`;
        break;
      default:
        // A mapping that begins on the line of its dash.
        text += isList ? `${margin}- ${textOf(dice, indent + 2, depth + 1).trimStart()}` : `${margin}${key}\n`;
    }
  }
  return text;
}
