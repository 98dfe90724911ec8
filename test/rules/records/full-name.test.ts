import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitFullName } from '../../../src/rules/records/full-name.ts';

/** `first|last`, the titles, and `?` where it is not sure. */
const split = (text: string): string => {
  const name = splitFullName(text);
  if (name === null) return 'none';
  const titles = name.titles.length === 0 ? '' : ` (${name.titles.join(' ')})`;
  return `${name.firstName}|${name.lastName}${titles}${name.confidence === 'low' ? ' ?' : ''}`;
};

test.each([
  ['Ada Love', 'Ada|Love'],
  ['  Ada   Love\u200b', 'Ada|Love'],
  ['Love, Ada', 'Ada|Love'],
  ['Love, Ada Maria', 'Ada Maria|Love'],
  ['van de Love, Ada', 'Ada|van de Love'],
  ['Love, Ada von', 'Ada|von Love'],
  ['Dr. Ada Love', 'Ada|Love (Dr.)'],
  ['Prof. Dr. Ada Love', 'Ada|Love (Prof. Dr.)'],
  ['Herr Dr. Bob Löw', 'Bob|Löw (Herr Dr.)'],
  ['Love, Dr. Ada', 'Ada|Love (Dr.)'],
  ['Ada Love, PhD, MBA', 'Ada|Love (PhD MBA)'],
  ['Ada Love PhD', 'Ada|Love (PhD)'],
  ['Bob Low Jr.', 'Bob|Low Jr.'],
  ['Bob Low, Jr.', 'Bob|Low Jr.'],
  ['Bob Low III', 'Bob|Low III'],
  ['Low, Bob, Jr.', 'Bob|Low Jr.'],
  ['Low, Bob Jr.', 'Bob|Low Jr.'],
  ['Low Jr., Bob', 'Bob|Low Jr.'],
  ['Love, Ada PhD', 'Ada|Love (PhD)'],
  ['Ada Love, Dr.', 'Ada|Love (Dr.)'],
  ['Love, Ada, Dr.', 'Ada|Love (Dr.)'],
  ['Wang, Ing', 'Ing|Wang'],
  ['Ma, Jack', 'Jack|Ma'],
  ['Yo Yo Ma', 'Yo Yo|Ma ?'],
  ['Amadou Oumar Ba', 'Amadou Oumar|Ba ?'],
  ['Ada Love MA', 'Ada|Love (MA)'],
  ['Ada Love M.A.', 'Ada|Love (M.A.)'],
  ['Prof. Dr. h.c. Ada Love', 'Ada|Love (Prof. Dr. h.c.)'],
  ['Bram van de Wit', 'Bram|van de Wit'],
  ['Bram Van de Wit', 'Bram|Van de Wit'],
  ['Maria de la Cruz', 'Maria|de la Cruz'],
  ["Gianni dell'Acqua", "Gianni|dell'Acqua"],
  ['Ada M. Love', 'Ada M.|Love'],
  ['Ada Maria Love', 'Ada Maria|Love ?'],
  ['Ana García Lorca', 'Ana García|Lorca ?'],
  ['山田 太郎', '太郎|山田'],
  ['김 민준', '민준|김'],
  ['ジョン スミス', 'ジョン|スミス'],
  ['LÖW Bob', 'Bob|LÖW ?'],
  ['DE LA CRUZ Ana María', 'Ana María|DE LA CRUZ ?'],
  ['ADA LOVE', 'ADA|LOVE'],
  ['JJ Love', 'JJ|Love'],
  ['JRR Love', 'JRR|Love'],
  ['LEE Anna', 'Anna|LEE ?'],
  ['Dr. med. Ada Love', 'Ada|Love (Dr. med.)'],
  ['Med Ali', 'Med|Ali'],
  ['Jean-Luc Martin', 'Jean-Luc|Martin'],
  ['Karl Heinz von der Au', 'Karl Heinz|von der Au ?'],
  ['Al Gore', 'Al|Gore'],
  ['Di Lee', 'Di|Lee'],
  ['Van Morrison', 'Van|Morrison'],
  ['Ada', 'none'],
  ['', 'none'],
  ['N/A', 'none'],
  ['ada@x.example', 'none'],
  ['Acme GmbH', 'none'],
  ['Sales Team', 'none'],
  ['Ada Love & Bob Low, Cy Lot, Di Lee', 'none'],
  ['1 2', 'none'],
])('%j: %s', (text, name) => expect(split(text)).toBe(name));

test('nothing of a name is lost and nothing is added', () => {
  const word = fc.constantFrom('Ada', 'Maria', 'van', 'de', 'Love', 'Dr.', 'PhD', 'Jr.', 'X.', 'Löw');
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 8 }), (words) => {
      const name = splitFullName(words.join(' '));
      if (name === null) return;
      const parts = [...name.firstName.split(' '), ...name.lastName.split(' '), ...name.titles];
      expect(parts.toSorted()).toEqual(words.toSorted());
      expect([name.firstName, name.lastName].includes('')).toBe(false);
    }),
  );
});

test('a long text is not a name', () => expect(splitFullName('Ada '.repeat(1_000_000))).toBeNull());
