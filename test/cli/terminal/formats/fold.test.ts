import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../../src/cli/terminal/formats/width.ts';

test.each([
  ['short', 'as it is', 20, 'as it is'],
  ['at spaces', 'one two three four five six', 20, 'one two three four\nfive six'],
  ['below its beginning', '  hint: one two three four five', 20, '  hint: one two\n  three four five'],
  ['a word that is longer than the line', `see ${'x'.repeat(30)} there`, 20, `see\n${'x'.repeat(30)}\nthere`],
  ['colours take no room', '\x1b[31merror:\x1b[39m one two abc', 20, '\x1b[31merror:\x1b[39m one two abc'],
  [
    'below its beginning in colour',
    '\x1b[31m  - one two three four five\x1b[39m',
    20,
    '\x1b[31m  - one two three\n  four five\x1b[39m',
  ],
  ['wide letters take two', '東京 東京 東京 東京 東京', 20, '東京 東京 東京 東京\n東京'],
  [
    'a command stays whole',
    'stopped at once; resume with: reach contacts import --resume 7',
    30,
    'stopped at once; resume with:\n  reach contacts import --resume 7',
  ],
  ['too narrow to help', 'one two three four five six', 10, 'one two three four five six'],
])('%s', async (_name, text, room, folded) => expect(await fold(text, room)).toBe(folded));

test('room is kept for what is before and behind', async () => {
  expect(await fold('Delete these things?', 24, { first: 2, last: 8 })).toBe('Delete these\nthings?');
});

test('no word is cut, no line is too wide', async () => {
  const words = fc.array(fc.stringMatching(/^[a-z…"]{1,12}$/), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(words, fc.integer({ min: 20, max: 100 }), async (input, room) => {
      const lines = (await fold(input.join(' '), room)).split('\n');
      expect(lines.join(' ')).toBe(input.join(' '));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(room);
    }),
    { numRuns: 200 },
  );
});
