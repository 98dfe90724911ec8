import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNullValue, isTellingValue } from '../../../src/rules/records/null-values.ts';

const NULL_VALUES = [
  ...['NULL', 'null', '\\N', ...'nan NaN None N/A n/a NA - -- — ... ? undefined (blank)'.split(' ')],
  ...['[object Object]', '[Not Provided]', 'keine Angabe', ' n/a ', 'unknown', '_', '(LEER)', 'k.A.'],
  ...['--None--', '-None-', '[none]', '"null"', 'N.C.', 'Sans nom', 'No Last Name', 'nie dotyczy', 'xxx'],
];

test.each(NULL_VALUES)('%j means no value', (text) => {
  expect([isNullValue(text), isTellingValue(text)]).toEqual([true, false]);
});

test.each(['', ...'Null Na na Nan Nil Naomi X 0 3M Ó 太郎'.split(' '), 'None of the above', 'N/A GmbH', 'Nono', 'XX'])(
  '%j is a value, or none at all',
  (text) => {
    expect(isNullValue(text)).toBe(false);
  },
);

test('an error of a spreadsheet is no more than a word for no value', () => {
  expect(['#N/A', '#NV', '########', '1.01235E+11', 'Acme'].map((text) => isTellingValue(text))).toEqual([
    false,
    false,
    false,
    false,
    true,
  ]);
});

test('spaces at the ends and the case of other letters do not count', () => {
  fc.assert(
    fc.property(fc.constantFrom('n/a', '(blank)', 'undefined', '--', 'none'), fc.nat({ max: 4 }), (word, spaces) => {
      expect(isNullValue(`${' '.repeat(spaces)}${word.toUpperCase()} `)).toBe(true);
    }),
  );
});
