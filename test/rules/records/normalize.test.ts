import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  crmIdKey,
  emailKey,
  exactKey,
  fullNameKey,
  personAtCompanyKey,
  personKey,
} from '../../../src/rules/records/normalize.ts';
import { anyCharacter } from '../../any-text.ts';

const anyText = fc.string({ unit: anyCharacter, maxLength: 30 });

test.each([
  [' Ada ', 'Ada'],
  ['ada', 'ada'],
  ['Acme  Inc', 'Acme  Inc'],
  ['', null],
  [' \t\n', null],
  [null, null],
  [undefined, null],
])('exact text: only the spaces around it do not count: %j → %j', (text, key) => expect(exactKey(text)).toBe(key));

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['', null],
])('e-mails ignore case and surrounding spaces: %j → %j', (email, key) => expect(emailKey(email)).toBe(key));

describe('full names need a first and last name and ignore case, punctuation and extra spaces', () => {
  test.each([
    [['Ada', 'Lovelace'], 'ada lovelace'],
    [[' ADA ', '  love  lace '], 'ada love lace'],
    [["Conan O'Brien", 'x'], 'conan obrien x'],
    [['Conan', "O'Brien"], 'conan obrien'],
    [['Conan', 'O’Brien'], 'conan obrien'],
    [['Conan', 'O´Brien'], 'conan obrien'],
    [['Conan', 'OBrien'], 'conan obrien'],
    [['J.', 'R. Smith, Jr.'], 'j r smith jr'],
    [['Ada\u200b', 'Lovelace\ufeff'], 'ada lovelace'],
    [['Ada\u00a0Mary', 'Lovelace'], 'ada mary lovelace'],
    [['E\u0301va', 'Kiss'], 'éva kiss'],
    [['Eva', 'Kiss'], 'eva kiss'],
    [['Ada', ''], null],
    [['', 'Lovelace'], null],
    [['Ada', null], null],
    [['Ada', '-'], null],
    [['...', 'Lovelace'], null],
  ])('%j → %j', ([first, last], key) => expect(fullNameKey(first, last)).toBe(key));

  test('normalising twice is normalising once', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, last) => {
        const key = fullNameKey(first, last);
        if (key === null) return;
        const [one = '', ...rest] = key.split(' ');
        expect(fullNameKey(one, rest.join(' '))).toBe(key);
      }),
    );
  });

  test('case, punctuation and spaces added anywhere change nothing', () => {
    const noise = fc.array(fc.constantFrom('.', ',', '-', "'", '  ', '\t'), { maxLength: 4 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', 'ø', 'Z'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(name, name, noise, (first, last, marks) => {
        const noisy = `${marks.join('')}${first.toUpperCase()}${marks.join('')}`;
        expect(fullNameKey(noisy, ` ${last}.`)).toBe(fullNameKey(first, last));
      }),
    );
  });
});

describe('the exact-name keys distinguish people by every character', () => {
  test.each([
    [['Ada', 'Lovelace', 'Acme'], ['Ada', 'Lovelace', 'Acme '], true],
    [['Ada', 'Lovelace', 'Acme'], ['ada', 'Lovelace', 'Acme'], false],
    [['Ada', 'Lovelace', 'Acme'], ['Ada', 'Lovelace', 'ACME'], false],
    [['Ada L', 'ovelace', 'Acme'], ['Ada', 'L ovelace', 'Acme'], false],
  ])('%j and %j: %s', (one, other, isSame) => {
    const key = ([first, last, company]: string[]) => personAtCompanyKey(first, last, company);
    expect(key(one) === key(other)).toBe(isSame);
  });

  test('all parts are needed', () => {
    expect([personKey('Ada', ' '), personAtCompanyKey('Ada', 'L', null), personAtCompanyKey('', 'L', 'Acme')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('CRM ids: 15 characters equal their 18-character form', () => {
  test.each([
    ['0035000000AbCdE', '0035000000AbCdEAAV'],
    ['0035000000AbCdEAAV', '0035000000AbCdEAAV'],
    [' 0035000000AbCdE ', '0035000000AbCdEAAV'],
    // Some program changed the case of every letter: the suffix knows it.
    ['0035000000abcdeaav', '0035000000AbCdEAAV'],
    ['0035000000ABCDEAAV', '0035000000AbCdEAAV'],
    // Not the same person: one letter in another case.
    ['0035000000abCdE', '0035000000abCdEAAU'],
    // 18 characters of some other system.
    ['1bcdefghijklmnoBAA', '1bcdefghijklmnoBAA'],
    ['abcdefghijklmno789', 'abcdefghijklmno789'],
    ['123456789012345678', '123456789012345678'],
    ['0035000000AbCdEAAU', '0035000000AbCdEAAU'],
    ['12345', '12345'],
    ['a-b', 'a-b'],
    ['', null],
    // No id at all: people who share one are not one.
    ['0', null],
    ['000000', null],
    ['-1', null],
    ['0-1', '0-1'],
  ])('%j → %j', (id, key) => expect(crmIdKey(id)).toBe(key));

  const id15 = fc.string({ unit: fc.constantFrom(...'abcXYZ0129'), minLength: 15, maxLength: 15 });

  test('the long form means its short one, in any case, and twice is once', () => {
    fc.assert(
      fc.property(id15, (id) => {
        const long = crmIdKey(id) ?? '';
        expect(long).toMatch(/^.{15}[A-Z0-5]{3}$/);
        expect([long, long.toLowerCase(), long.toUpperCase()].map(crmIdKey)).toEqual([long, long, long]);
      }),
    );
  });

  test('ids that differ stay different', () => {
    fc.assert(
      fc.property(id15, id15, (one, other) => {
        expect(crmIdKey(one) === crmIdKey(other)).toBe(one === other);
      }),
    );
  });

  test('normalising twice is normalising once, whatever the id', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyText, fc.string({ unit: fc.constantFrom(...'aB05'), minLength: 18, maxLength: 18 })),
        (id) => {
          const key = crmIdKey(id);
          expect(crmIdKey(key)).toBe(key);
        },
      ),
    );
  });
});
