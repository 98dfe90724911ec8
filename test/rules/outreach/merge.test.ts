// Three documents: what two people made of the same one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changesOf, isSame } from '../../../src/rules/outreach/compare.ts';
import type { Document } from '../../../src/rules/outreach/kinds.ts';
import { conflictText, mergeDocuments, piecesOf } from '../../../src/rules/outreach/merge.ts';

const step = (content: string) => ({ type: 'email', content });

describe('place by place', () => {
  test.each<[string, Document, Document, Document, Document, readonly string[]]>([
    ['nobody', { a: 1 }, { a: 1 }, { a: 1 }, { a: 1 }, []],
    ['only they', { a: 1 }, { a: 2 }, { a: 1 }, { a: 2 }, []],
    ['only we', { a: 1 }, { a: 1 }, { a: 2 }, { a: 2 }, []],
    ['both the same', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, []],
    ['each another field', { a: 1, b: 1 }, { a: 2, b: 1 }, { a: 1, b: 2 }, { a: 2, b: 2 }, []],
    ['both the same field', { a: 1 }, { a: 2 }, { a: 3 }, { a: 3 }, ['a']],
    ['they took it out', { a: 1, b: 1 }, { b: 1 }, { a: 1, b: 2 }, { b: 2 }, []],
    ['they took out what we changed', { a: 1 }, {}, { a: 2 }, { a: 2 }, ['a']],
    [
      'each another step',
      { steps: [step('1'), step('2')] },
      { steps: [step('x'), step('2')] },
      { steps: [step('1'), step('y')] },
      { steps: [step('x'), step('y')] },
      [],
    ],
    [
      'they added a step, we changed one',
      { steps: [step('1')] },
      { steps: [step('1'), step('2')] },
      { steps: [step('x')] },
      { steps: [step('x')] },
      ['steps'],
    ],
    [
      'nodes are known by their ids',
      { nodes: [{ id: 'a', x: 1 }, { id: 'b' }] },
      { nodes: [{ id: 'b' }, { id: 'a', x: 1 }, { id: 'c' }] },
      { nodes: [{ id: 'a', x: 2 }, { id: 'b' }] },
      { nodes: [{ id: 'a', x: 2 }, { id: 'b' }, { id: 'c' }] },
      [],
    ],
    [
      'they swapped two steps, we',
      { steps: [step('1'), step('2'), step('3')] },
      { steps: [step('2'), step('1'), step('3')] },
      { steps: [{ ...step('1'), delay: '2 days' }, step('2'), step('3')] },
      { steps: [{ ...step('1'), delay: '2 days' }, step('2'), step('3')] },
      ['steps'],
    ],
    [
      'we swapped two steps, they',
      { steps: [step('1'), step('2')] },
      { steps: [step('1'), { ...step('2'), delay: '2 days' }] },
      { steps: [step('2'), step('1')] },
      { steps: [step('2'), step('1')] },
      ['steps'],
    ],
    [
      'both the same step',
      { steps: [step('1'), step('2')] },
      { steps: [step('1'), step('x')] },
      { steps: [step('1'), step('y')] },
      { steps: [step('1'), step('y')] },
      ['steps[1].content'],
    ],
    [
      'we added a step, they',
      { steps: [step('1')] },
      { steps: [step('x')] },
      { steps: [step('1'), step('2')] },
      { steps: [step('1'), step('2')] },
      ['steps'],
    ],
    [
      'they took out a node, we added one and',
      { nodes: [{ id: 'a', x: 1 }, { id: 'b' }] },
      { nodes: [{ id: 'a', x: 2 }] },
      { nodes: [{ id: 'a', x: 3 }, { id: 'b' }, { id: 'c' }] },
      { nodes: [{ id: 'a', x: 3 }, { id: 'c' }] },
      ['nodes[0].x'],
    ],
    [
      'they gave a node no id, we',
      { nodes: [{ id: 'a', x: 1 }] },
      { nodes: [{ x: 1 }] },
      { nodes: [{ id: 'a', x: 2 }] },
      { nodes: [{ x: 2 }] },
      [],
    ],
    ['they made a list of what we', { a: [1] }, { a: { b: 1 } }, { a: [1, 2] }, { a: [1, 2] }, ['a']],
    ['both another text of a list', { a: ['x'] }, { a: ['y'] }, { a: ['z'] }, { a: ['z'] }, ['a']],
    ['they added a field, we took one out and', { a: 1, b: 1 }, { a: 1, b: 1, c: 1 }, { a: 1 }, { a: 1, c: 1 }, []],
    ['both added fields and', { a: {} }, { a: { b: 1 } }, { a: { c: 1 } }, { a: { c: 1, b: 1 } }, []],
  ])('%s changed it', (_who, base, theirs, ours, merged, conflicts) => {
    const made = mergeDocuments('campaign', base, theirs, ours);
    expect(made.document).toStrictEqual(merged);
    expect(made.conflicts.map(({ path }) => path)).toEqual(conflicts);
  });

  test('the side that is preferred is where both changed', () => {
    expect(mergeDocuments('campaign', { a: 1 }, { a: 2 }, { a: 3 }, 'theirs').document).toEqual({ a: 2 });
  });

  test('without a common past, all that differs is in conflict', () => {
    const { conflicts } = mergeDocuments('campaign', null, { a: 1, b: 1 }, { a: 2, b: 1 });
    expect(conflicts.map(({ path }) => path)).toEqual(['a']);
  });

  test('a playbook: items by their keys, only what the file speaks of', () => {
    const faq = (question: string, answer: string) => ({ question, answer });
    const base = { faqs: [faq('A', '1'), faq('B', '1')], competitors: [] };
    const theirs = { faqs: [faq('B', '2'), faq('A', '1')], competitors: [{ name: 'X' }] };
    const ours = { faqs: [faq('A', '2'), faq('B', '1'), faq('C', '1')] };
    const { document, conflicts } = mergeDocuments('playbook', base, theirs, ours);
    expect(conflicts).toEqual([]);
    expect(document).toEqual({ faqs: [faq('A', '2'), faq('B', '2'), faq('C', '1')] });
    const both = { ...ours, faqs: [faq('A', '1'), faq('B', '3')] };
    expect(mergeDocuments('playbook', base, theirs, both, 'theirs')).toEqual({
      document: { faqs: [faq('B', '2'), faq('A', '1')] },
      conflicts: [{ path: 'faqs "B" answer', base: '1', theirs: '2', ours: '3' }],
    });
  });
});

const json = fc.letrec<{ value: unknown; fields: Document }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(1, 'x', 'y', true),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('fields'),
  ),
  fields: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
})).fields;

test('merging what only one side changed gives that side, and a merge with oneself changes nothing', () => {
  fc.assert(
    fc.property(json, json, (base, changed) => {
      for (const [theirs, ours] of [
        [base, changed],
        [changed, base],
        [changed, changed],
      ] as const) {
        const { document, conflicts } = mergeDocuments('campaign', base, theirs, ours);
        expect(conflicts).toEqual([]);
        expect(isSame(document, changed)).toBe(true);
      }
    }),
  );
});

test('no place changed, no change reported; and the other way round', () => {
  fc.assert(
    fc.property(json, json, (before, after) => {
      expect(changesOf(before, after).length === 0).toBe(isSame(before, after));
    }),
  );
});

describe('lines', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

  test('the pieces are both texts', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const pieces = piecesOf(before, after);
        expect(pieces.flatMap((piece) => ('same' in piece ? piece.same : piece.before))).toEqual(before);
        expect(pieces.flatMap((piece) => ('same' in piece ? piece.same : piece.after))).toEqual(after);
        expect(pieces.every((piece) => !('same' in piece) || piece.same.length > 0)).toBe(true);
      }),
    );
  });

  test('both sides stand between marks', () => {
    expect(conflictText('a\nb\nc\n', 'a\nx\nc\n', 'there')).toBe('a\n<<<<<<< file\nb\n=======\nx\n>>>>>>> there\nc\n');
  });
});
