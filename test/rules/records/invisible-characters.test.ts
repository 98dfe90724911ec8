import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codePointName, invisibleAt, withoutInvisibleEdges } from '../../../src/rules/records/invisible-characters.ts';

test.each([
  ['\u200bBob\u200b', 'Bob'],
  [' \u200e c@x.example\u202c ', 'c@x.example'],
  ['\ufeffAda', 'Ada'],
  ['A\u200bda', 'A\u200bda'],
  ['\u00ad', ''],
  ['', ''],
  ['Ada', 'Ada'],
])('%j without its invisible edges: %j', (text, bare) => expect(withoutInvisibleEdges(text)).toBe(bare));

test('whatever is inside stays, and a second time changes nothing', () => {
  const character = fc.constantFrom('\u200b', '\u202a', '\u2062', '\u00ad', '\ufeff', ' ', '\t', 'a', 'é');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 20 }), (text) => {
      const bare = withoutInvisibleEdges(text);
      expect(text).toContain(bare);
      expect(withoutInvisibleEdges(bare)).toBe(bare);
      expect(bare).toBe(bare.trim());
    }),
  );
});

test('a long run of invisible characters takes no longer than its length', () => {
  expect(withoutInvisibleEdges(`a${'\u200b'.repeat(200_000)}b${'\u200b'.repeat(200_000)}`)).toHaveLength(200_002);
});

test('where one is, and its name', () => {
  expect([invisibleAt('x\u00ad.example'), codePointName('x\u00ad.example', 1), invisibleAt('x.example')]).toEqual([
    1,
    'U+00AD',
    -1,
  ]);
});
