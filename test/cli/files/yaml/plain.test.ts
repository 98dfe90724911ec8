// The direct reader against the library: whatever it reads, the library reads the same, value by value and place by place.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseByLibrary } from '../../../../src/cli/files/yaml/library.ts';
import type { YamlNode } from '../../../../src/cli/files/yaml/nodes.ts';
import { Lines } from '../../../../src/cli/files/yaml/places.ts';
import { parsePlain } from '../../../../src/cli/files/yaml/plain.ts';
import { yamlText } from '../../../../src/cli/files/yaml/text.ts';
import { anyCampaign } from '../../../rules/campaigns/broken.ts';
import { fixtures } from '../../../rules/campaigns/fixtures.ts';
import { Dice } from '../../../rules/dice.ts';
import { BIT, textOf } from './random-yaml.ts';

/** Everything but where collections end: of an object or list only the beginning is ever shown. */
function shown(node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return { ...node };
    case 'map':
      return { start: node.start, pairs: node.pairs.map(({ key, value }) => [key, shown(value)]) };
    case 'seq':
      return { start: node.start, items: node.items.map(shown) };
  }
}

/** False when the reader left it to the library. */
async function readsTheSame(text: string): Promise<boolean> {
  const plain = parsePlain(text);
  if (plain === null) return false;
  const { root, problems } = await parseByLibrary(new Lines(text), 150);
  expect({ problems, root: root === null ? null : shown(root) }).toEqual({ problems: [], root: shown(plain) });
  return true;
}

describe('a line by itself', () => {
  test.each([
    ['a: b', true],
    ['a: b # comment', true],
    ['a: b#no comment', true],
    ['a:   spaced   ', true],
    ['a: http://example.com/x?y#z', true],
    ['a: b: c', false],
    ['a: b:', false],
    ['a: - b', false],
    ['a: -b', true],
    ['a: -1', true],
    ['a: ?b', false],
    ['a: "b"', true],
    ['a: "b" # c', true],
    ['a: "b"c', false],
    ['a: "b\\n"', false],
    ["a: 'it''s'", true],
    ["a: 'it''s' x", false],
    ["a: ''''", true],
    ['a: "unclosed', false],
    ['a: {b: c, d: [1, 2.5, "x", true]}', true],
    ['a: { b: c } # d', true],
    ['a: {b: c, }', false],
    ['a: {b c}', false],
    ['a: {b:c}', false],
    ['a: [a b, c]', true],
    ['a: [ - b]', false],
    ['a: []', true],
    ['a: {}', true],
    ['a: [[], {b: {}}]', true],
    ['a: [a, {b: c}', false],
    ['a: &x b', false],
    ['a: *x', false],
    ['a: !!str 1', false],
    ['a: > x', false],
    ['a: @b', false],
    ['a: `b', false],
    ['a: %b', false],
    ['a:', true],
    ['a: ', false],
    ['a: # b', false],
    ['- a', true],
    ['- a: b', true],
    ['-   a: b', true],
    ['- - a', false],
    ['-', false],
    ['a', false],
    [' a: b', false],
    ['1: b', false],
    ['a b: c', false],
    ['"a": b', false],
    ['null: b', false],
    ['$schema: x', true],
    ['x-y: z', true],
    ['a: 0123', true],
    ['a: 0x1F', false],
    ['a: .5', true],
    ['a: 5.', true],
    ['a: 1e3', true],
    ['a: +.5e-2', true],
    ['a: 1_000', true],
    ['a: .inf', false],
    ['a: ~', true],
    ['a: Null', true],
    ['a: nULL', true],
    ['a: yes', true],
    ['a:\tb', false],
    ['---', false],
    ['# only a comment', false],
    ['', false],
  ])('%j is read directly: %s', async (text, isPlain) => {
    for (const whole of [text, `${text}\n`, `# before\n\n${text}\n  # after\n`])
      expect(await readsTheSame(whole)).toBe(isPlain);
  });
});

describe('several lines', () => {
  test.each([
    ['a:\n  b: c\n  d: e\nf: g\n', true],
    ['a:\n- b\n- c\nd: e\n', true],
    ['a:\n  - b: 1\n    c: 2\n  - d\n', true],
    ['a: b\n  c\n', false],
    ['a: b\n\n# comment\n  c\n', false],
    ['a: "b"\n  c\n', false],
    ['a:\n  b: c\n d: e\n', false],
    ['a:\n b: c\n  d: e\n', false],
    ['- a\n- b: c\n  d:\n  - e\n  - f\n', true],
    ['- a\n b\n', false],
    ['- a\n  b\n', false],
    ['- a: b\n   c: d\n', false],
    ['-\n  a: b\n', true],
    ['a:\n  # comment\n\n  b: c # d\n\n\n', true],
    ['a:\n  b:\nc: d\n', true],
    ['a: |\n  one\n  two\n\nb: c\n', true],
    ['a: |-\n  one\n   two\n\n\nb: c\n', true],
    ['a: |+\n  one\n\n\nb: c\n', true],
    ['a: |', false],
    ['a: |\n', false],
    ['a: |\n\n  one\n', true],
    ['a: |\n   \n  one\n', false],
    ['a: |\n  one', false],
    ['a: |\n  one\n two\n', false],
    ['a: |\n  one\n  # no comment\nb: c\n', true],
    ['a: |\n  one\n# comment\nb: c\n', true],
    ['a: |2\n  one\n', false],
    ['a: | # c\n  one\n', false],
    ['a: |\n  one  \n     \n  two\n', true],
    ['- |\n  one\n- two\n', true],
    ['- a: |\n    one\n  b: c\n', true],
    ['a: |\n  one\n    \n', true],
    ['a: >\n  one\n', false],
    ['a: {b: c,\n  d: e}\n', false],
    ['a: [\n]\n', false],
    ['a: b\na: c\n', true],
    ['a: b\n---\nc: d\n', false],
    ['a: b\r\nc: d\r\n', false],
    ['a:\n  - b\n - c\n', false],
    ['a:\n  b: c\n- d\n', false],
    ['- a\nb: c\n', false],
  ])('%j is read directly: %s', async (text, isPlain) => expect(await readsTheSame(text)).toBe(isPlain));
});

test('what we write ourselves, and nearly every fixture, is read directly', async () => {
  await fc.assert(
    fc.asyncProperty(anyCampaign(), async (campaign) => {
      await readsTheSame(await yamlText(campaign));
    }),
  );
  const read = await Promise.all(fixtures().map(({ text }) => readsTheSame(text)));
  expect(read.filter((isPlain) => isPlain).length).toBeGreaterThan(read.length * 0.8);
});

test('any text: what it reads, the library reads the same', async () => {
  const bits = fc.array(BIT, { maxLength: 14 }).map((all) => all.join(''));
  const blocks = fc
    .array(fc.nat(1_000_000), { minLength: 40, maxLength: 120 })
    .map((numbers) => textOf(new Dice(numbers), 0, 0));
  let read = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(bits, { weight: 4, arbitrary: blocks }), async (text) => {
      if (await readsTheSame(text)) read += 1;
    }),
    { numRuns: 4000 },
  );
  expect(read).toBeGreaterThan(500);
});

test('a campaign file with some characters changed: what it reads, the library reads the same', async () => {
  const change = fc.tuple(fc.nat(10_000), fc.nat(8), BIT);
  await fc.assert(
    fc.asyncProperty(anyCampaign(6), fc.array(change, { minLength: 1, maxLength: 3 }), async (campaign, changes) => {
      let text = await yamlText(campaign);
      for (const [place, length, bit] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + bit + text.slice(at + length);
      }
      await readsTheSame(text);
    }),
    { numRuns: 2000 },
  );
});
