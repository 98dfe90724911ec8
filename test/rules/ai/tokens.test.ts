import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escaped,
  occurrenceOf,
  partsOf,
  plainOfRich,
  plainPrompt,
  richPrompt,
  storedPrompt,
  storedReferences,
} from '../../../src/rules/ai/tokens.ts';

const short = (text: string) =>
  partsOf(text).map((part) => ('name' in part ? [part.kind, part.name] : part.kind === 'text' ? part.text : part.raw));

describe('prompt token syntax', () => {
  test.each<[string, unknown[]]>([
    ['', []],
    ['plain', ['plain']],
    ['{firstName}', [['field', 'firstName']]],
    ['a {b} c', ['a ', ['field', 'b'], ' c']],
    ['{aiResearch:Company summary}', [['aiResearch', 'Company summary']]],
    [
      '{aiResearch:12}{aiSnippet:a:b}',
      [
        ['aiResearch', '12'],
        ['aiSnippet', 'a:b'],
      ],
    ],
    ['{aiMessage:First}', [['aiMessage', 'First']]],
    ['{airesearch:x}', [['field', 'airesearch:x']]],
    ['{{firstName}}', ['{firstName}']],
    ['{{{firstName}}}', ['{', ['field', 'firstName'], '}']],
    ['a {{ b }} c', ['a { b } c']],
    ['{}', [['field', '']]],
    ['{', ['{']],
    ['a } b', ['a ', '}', ' b']],
    ['{a{b}', ['{', 'a', ['field', 'b']]],
    ['{a}}', [['field', 'a'], '}']],
    ['line\n{a}\n', ['line\n', ['field', 'a'], '\n']],
  ])('%j', (text, wanted) => expect(short(text)).toEqual(wanted));

  test('the parts, joined, are the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', 'a', ':', 'aiResearch', ' ', '\n', '#', 'é') }),
        (text) => {
          expect(
            partsOf(text)
              .map(({ raw }) => raw)
              .join(''),
          ).toBe(text);
          for (const part of partsOf(text)) expect(text.slice(part.start, part.start + part.raw.length)).toBe(part.raw);
        },
      ),
    );
  });

  test('an occurrence is counted over the whole text, escapes too', () => {
    const text = '{{x}} {x} {x}';
    expect(
      partsOf(text)
        .filter(({ raw }) => raw === '{x}')
        .map((part) => occurrenceOf(text, part)),
    ).toEqual([1, 2]);
  });
});

const NAMES = { aiResearch: ['Company summary', 'Zweck'], aiSnippet: ['Opening'], aiMessage: ['First', 'Second'] };
const CUSTOM = new Map([
  ['Deal size', 'f3'],
  ['Company summary', 'f7'],
]);

const written = {
  keyOf: (fieldId: string) => CUSTOM.get(fieldId) ?? null,
  idOf: (kind: keyof typeof NAMES, name: string) => NAMES[kind].indexOf(name) + 10,
};
const namedWith = (rename: (name: string) => string, isUnique = true) => ({
  fieldOf: (key: string) => rename([...CUSTOM].find(([, known]) => known === key)?.[0] ?? '?'),
  nameOf: (kind: keyof typeof NAMES, id: number) => ({ name: rename(NAMES[kind][id - 10] ?? '?'), isUnique }),
});
const named = namedWith((name) => name);

const token = fc.constantFrom(
  '{firstName}',
  '{identity.name}',
  '{Deal size}',
  '{Company summary}',
  '{aiResearch:Company summary}',
  '{aiResearch:11}',
  '{aiSnippet:Opening}',
  '{aiMessage:Second}',
  '{aiMessage:10}',
);
const literal = fc.string({ unit: fc.constantFrom('{', '}', 'a', ' ', '\n', '#', ':', 'é', '{{') }).map(escaped);
const prompt = fc.array(fc.oneof(token, literal)).map((parts) => parts.join(''));

describe('round trip', () => {
  test('any text that is accepted comes back as it was written, by the stored form and by the rich one', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const stored = storedPrompt(text, written);
        const rich = richPrompt(stored, named);
        expect([plainPrompt(stored, named), plainOfRich(rich)]).toEqual([text, text]);
        expect(storedPrompt(plainPrompt(stored, named), written)).toBe(stored);
      }),
    );
  });

  test('no name is stored', () => {
    fc.assert(
      fc.property(prompt, (text) => {
        const stored = storedPrompt(text, written);
        expect(stored).not.toMatch(/\{[^{}]*(Company summary|Deal size|Opening|Second)[^{}]*\}/);
      }),
    );
  });

  test('a rename is read as the new name, where the name was written; ids stay ids', () => {
    const text = '{Deal size} {aiResearch:Company summary} {aiResearch:11} {{Deal size}}';
    const stored = storedPrompt(text, written);
    expect(stored).toBe('{#f3} {aiResearch:#10} {aiResearch:11} {{Deal size}}');
    expect(
      plainPrompt(
        stored,
        namedWith((name) => `New ${name}`),
      ),
    ).toBe('{New Deal size} {aiResearch:New Company summary} {aiResearch:11} {{Deal size}}');
  });

  test('what a stored text refers to', () => {
    expect(storedReferences('{#f7} {firstName} {aiResearch:#10} {aiMessage:11} {{aiSnippet:1}}')).toEqual({
      entities: [
        { kind: 'ai-variable', id: 10 },
        { kind: 'ai-message', id: 11 },
      ],
      fieldKeys: ['f7'],
    });
  });
});
