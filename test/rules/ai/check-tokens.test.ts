// Tokens: unknown and ambiguous ones, and the reference policy.

import { expect, test } from 'vitest';
import type { AiKind } from '../../../src/contract/ai/enums.ts';
import { checkAiEntity } from '../../../src/rules/ai/check.ts';
import { type AiKnowledge, standardFields } from '../../../src/rules/ai/knowledge.ts';
import { changed, GOOD, input, KNOWN } from './checked.ts';

test.each<[AiKind, string, string[]]>([
  [
    'ai-variable',
    'A {jobTitel}',
    ['prompt unknown_placeholder: unknown placeholder {jobTitel}; did you mean {jobTitle}?'],
  ],
  ['ai-variable', 'A {}', ['prompt unknown_placeholder: unknown placeholder {}']],
  ['ai-variable', 'A {identity.name}', ['prompt unknown_placeholder: unknown placeholder {identity.name}']],
  ['ai-variable', '{domain}', ['prompt unknown_placeholder: unknown placeholder {domain}']],
  [
    'ai-variable',
    '{aiResearch:Buying role}',
    [
      'prompt reference_not_allowed: an AI variable may hold fields alone, such as {companyName}, not {aiResearch:Buying role}; write {Buying role}',
    ],
  ],
  ['ai-message', '{identity.name} {aiResearch:1} {aiResearch:Company summary} {aiMessage:First email}', []],
  [
    'ai-message',
    '{aiSnippet:Opening line}',
    [
      'prompt reference_not_allowed: an AI message may hold fields and {aiResearch:…}, {aiMessage:…}, not {aiSnippet:Opening line}',
    ],
  ],
  [
    'ai-message',
    '{aiResearch:Compny summary} {aiMessage:9} {aiResearch:Fit}',
    [
      'prompt unknown_reference: there is no AI research "Compny summary"; did you mean {aiResearch:Company summary}?',
      'prompt unknown_reference: there is no AI message 9',
      'prompt ambiguous_reference: "Fit" is ambiguous: AI research 2 (CONTACT), 3 (COMPANY); write {aiResearch:2} with the id that is meant',
    ],
  ],
  [
    'ai-message',
    '{airesearch:Fit}',
    ['prompt unknown_placeholder: unknown placeholder {airesearch:Fit}; did you mean {aiResearch:Fit}?'],
  ],
  [
    'ai-snippet',
    '{aiMessage:First email} {aiSnippet:Opening line}',
    [
      'prompt reference_not_allowed: an AI snippet may hold fields and {aiResearch:…}, not {aiMessage:First email}',
      'prompt reference_not_allowed: an AI snippet may hold fields and {aiResearch:…}, not {aiSnippet:Opening line}',
    ],
  ],
  ['ai-snippet', 'As JSON: {{ "a": 1 }}', []],
  [
    'ai-snippet',
    'As JSON: { "a": { } }',
    [
      'prompt unbalanced_brace: "{" has no other half; a brace that is text is written {{',
      'prompt unknown_placeholder: unknown placeholder { }',
    ],
  ],
])('%s: %s', (kind, prompt, wanted) => expect(changed(kind, { prompt })).toEqual(wanted));

test('several messages of one name are reported in the plural, with their ids', () => {
  const all = [
    { id: 5, name: 'Twin' },
    { id: 6, name: 'Twin' },
  ];
  const knowledge = { ...KNOWN, names: { ...KNOWN.names, aiMessage: { all, complete: true } } };
  expect(input('ai-message', { ...GOOD['ai-message'], prompt: '{aiMessage:Twin}' }, knowledge)).toEqual([
    'prompt ambiguous_reference: "Twin" is ambiguous: AI messages 5, 6; write {aiMessage:5} with the id that is meant',
  ]);
});

test('a template: snippets and research in every message and the subject, with their paths', () => {
  const more = { subject: '{firstNme}', messages: ['{aiSnippet:Opening line} {aiResearch:1}', '{aiMessage:5}'] };
  expect(input('template', { name: 'Intro', ...more })).toEqual([
    'subject unknown_placeholder: unknown placeholder {firstNme}; did you mean {firstName}?',
    'messages[1] reference_not_allowed: a message template may hold fields and {aiSnippet:…}, {aiResearch:…}, not {aiMessage:5}',
  ]);
});

test('which occurrence is meant, and whom a name could mean', () => {
  const [first, second] = checkAiEntity(
    'ai-message',
    { ...GOOD['ai-message'], prompt: '{{x}} {x} {aiResearch:Fit}' },
    KNOWN,
  );
  expect([first?.token, second?.token, second?.candidates]).toEqual([
    { text: '{x}', nth: 1 },
    { text: '{aiResearch:Fit}', nth: 0 },
    [2, 3],
  ]);
});

test('offline: what may exist in the workspace is a warning, a near miss an error', () => {
  const knowledge: AiKnowledge = {
    fields: standardFields(),
    names: { aiResearch: { all: [{ id: null, name: 'Summary' }], complete: false } },
  };
  const prompt = '{firstNme} {Deal size} {aiResearch:Summary} {aiResearch:Sumary} {aiResearch:Other} {aiMessage:x}';
  expect(input('ai-message', { ...GOOD['ai-message'], prompt }, knowledge)).toEqual([
    'prompt unknown_placeholder: unknown placeholder {firstNme}; did you mean {firstName}?',
    'warning prompt unverified: {Deal size} is not a standard field; --online looks for it in the workspace',
    'prompt unknown_reference: there is no AI research "Sumary"; did you mean {aiResearch:Summary}?',
    'warning prompt unverified: AI research "Other" is not in the files; --online looks for it',
  ]);
});

test('a text of nothing but mistakes is reported in a moment', () => {
  const prompt = Array.from({ length: 5000 }, (_, index) => `{wrong ${index}}`)
    .join(' ')
    .slice(0, 50_000);
  expect(changed('ai-snippet', { prompt }).length).toBe(50);
  expect(changed('ai-snippet', { prompt: '{'.repeat(49_999) })).toEqual([
    'prompt unbalanced_brace: "{" has no other half; a brace that is text is written {{',
  ]);
});
