import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isExactNumber, JsonTextError, parseJsonText } from '../../../src/cli/files/json-text.ts';
import { anyCharacter } from '../../any-text.ts';

/** The value as JSON, or `line:column: message`. */
const read = (text: string, long: 'refused' | 'text' = 'refused'): string => {
  try {
    return JSON.stringify(parseJsonText(text, long));
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    return `${error.line}:${error.column}: ${error.message}`;
  }
};

test('what JSON.parse reads and a number keeps is read the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom('', '\t', '  '), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (/\\ud[89a-f]/i.test(text)) return;
      expect(JSON.stringify(parseJsonText(text))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

describe('what JSON.parse hides', () => {
  test.each([
    ['12345678901234567890', '1:1: 12345678901234567890 has more digits than a number keeps; write it in quotes'],
    ['{\n  "id": 9007199254740993}', '2:9: 9007199254740993 has more digits than a number keeps; write it in quotes'],
    ['[1e400]', '1:2: 1e400 is too large for a number'],
    ['{"a":1,\n"a":2}', '2:1: "a" is there twice'],
    ['["\\ud800"]', '1:2: the text holds half a character (a lone surrogate)'],
    ['"\ud800"', '1:1: the text holds half a character (a lone surrogate)'],
    ['"\\x"', '1:1: the text has an escape that JSON does not know'],
    ['[1,]', '1:4: a JSON value is expected'],
    ['{"a" 1}', '1:6: ":" is expected'],
    ['{a:1}', '1:2: a text in double quotes is expected'],
    ['1 2', '1:3: there is text behind the JSON value'],
    ['', '1:1: a JSON value is expected'],
    ['['.repeat(500), '1:202: values are nested more than 200 deep'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['9007199254740991', '9007199254740991'],
    ['0.1e21', '100000000000000000000'],
    ['1.50', '1.5'],
  ])('%j: %s', (text, result) => expect(read(text)).toBe(result));

  test('long numbers as text', () => {
    expect(read('[12345678901234567890,9007199254740993,0.1000000000000000055,1]', 'text')).toBe(
      '["12345678901234567890","9007199254740993","0.1000000000000000055",1]',
    );
  });

  test('a number that is exact comes back as it was written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), (number) => {
        if (isExactNumber(String(number))) expect(BigInt(Number(number))).toBe(number);
      }),
    );
  });
});
