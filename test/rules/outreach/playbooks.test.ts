import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePlaybooks } from '../../../src/rules/outreach/merge.ts';
import { contentOfFile, type PlaybookContent } from '../../../src/rules/playbook/content.ts';
import { differences } from '../../../src/rules/playbook/differences.ts';
import { content } from '../playbook/generator.ts';

const any = content().map(contentOfFile);
const isSame = (one: PlaybookContent, other: PlaybookContent) =>
  differences(one, other).length + differences(other, one).length === 0;

test('who changed nothing changes nothing; the same change twice is one; no one is in conflict with himself', () => {
  fc.assert(
    fc.property(any, any, (base, other) => {
      for (const [theirs, ours] of [
        [other, base],
        [base, other],
        [other, other],
      ] as const) {
        const { content: merged, conflicts } = mergePlaybooks(base, theirs, ours);
        expect(conflicts).toEqual([]);
        expect(isSame(merged, other)).toBe(true);
      }
    }),
  );
});

test('what is ours stays ours, and there is one main product', () => {
  fc.assert(
    fc.property(any, any, any, (base, theirs, ours) => {
      const { content: merged } = mergePlaybooks(base, theirs, ours);
      const mains = (merged.productsServices ?? []).filter((item) => item['isMainProduct'] === true);
      expect(mains.length).toBeLessThan(2);
      const wrong = differences(merged, ours).filter(({ change }) => change === 'create');
      for (const { section, key } of wrong) {
        // Only what others removed, and we had left as it was.
        const touched = [...differences(base, ours), ...differences(base, theirs)];
        expect(touched).toContainEqual(expect.objectContaining({ section, key, change: 'delete' }));
      }
    }),
  );
});

/** Questions and their answers. */
const faqs = (answers: Record<string, string>) => ({
  faqs: Object.entries(answers).map(([question, answer]) => ({ question, answer })),
});
const base: PlaybookContent = { company: { companyName: 'N', companySize: '5' }, ...faqs({ Q: 'A', R: 'A' }) };
test.each<[string, PlaybookContent, PlaybookContent, PlaybookContent, readonly object[]]>([
  [
    'other fields, other items: both',
    { company: { companyName: 'T', companySize: '5' }, ...faqs({ Q: 'T', R: 'A' }) },
    { company: { companyName: 'N', companySize: 'O' }, ...faqs({ Q: 'A', R: 'O' }) },
    { company: { companyName: 'T', companySize: 'O' }, ...faqs({ Q: 'T', R: 'O' }) },
    [],
  ],
  [
    'the same field: a conflict, ours wins',
    faqs({ Q: 'T', R: 'A' }),
    faqs({ Q: 'O', R: 'A' }),
    faqs({ Q: 'O', R: 'A' }),
    [{ path: 'faqs "Q" answer', base: 'A', theirs: 'T', ours: 'O' }],
  ],
  [
    'they removed what we changed',
    faqs({ R: 'A' }),
    faqs({ Q: 'O', R: 'A' }),
    faqs({ Q: 'O', R: 'A' }),
    [{ path: 'faqs "Q"', theirs: undefined }],
  ],
  [
    'we removed what they changed; they added one',
    faqs({ Q: 'T', R: 'A', S: 'A' }),
    faqs({ R: 'A' }),
    faqs({ R: 'A', S: 'A' }),
    [{ path: 'faqs "Q"', ours: undefined }],
  ],
])('%s', (_, theirs, ours, merged, conflicts) => {
  const result = mergePlaybooks(base, theirs, ours);
  expect(isSame(result.content, merged)).toBe(true);
  expect(result.conflicts).toMatchObject(conflicts);
  expect(result.conflicts).toHaveLength(conflicts.length);
});
