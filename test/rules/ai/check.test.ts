// What is wrong with an AI entity: body → every problem.

import { describe, expect, test } from 'vitest';
import { AI_KINDS, type AiKind } from '../../../src/contract/ai/enums.ts';
import { AiMessageInput, AiMessagePatch } from '../../../src/contract/ai/messages.ts';
import { aiShapes } from '../../../src/contract/ai/shapes.ts';
import { AiSnippetInput } from '../../../src/contract/ai/snippets.ts';
import { MessageTemplateInput } from '../../../src/contract/ai/templates.ts';
import { AiVariableInput } from '../../../src/contract/ai/variables.ts';
import { checkAiEntity } from '../../../src/rules/ai/check.ts';
import { type AiKnowledge, standardFields } from '../../../src/rules/ai/knowledge.ts';

const complete = (ids: readonly string[]) => ({ ids: new Set(ids), complete: true });
const KNOWN: AiKnowledge = {
  fields: {
    CONTACT: complete(['firstName', 'jobTitle', 'companyName', 'Buying role']),
    COMPANY: complete(['name', 'domain', 'website', 'Company summary']),
  },
  names: {
    aiResearch: {
      all: [
        { id: 1, name: 'Company summary', entity: 'COMPANY' },
        { id: 2, name: 'Fit', entity: 'CONTACT' },
        { id: 3, name: 'Fit', entity: 'COMPANY' },
      ],
      complete: true,
    },
    aiSnippet: { all: [{ id: 4, name: 'Opening line' }], complete: true },
    aiMessage: { all: [{ id: 5, name: 'First email' }], complete: true },
  },
  toneIds: new Set([1, 2]),
  folders: new Map([
    [7, 'contacts'],
    [8, 'ai-messages'],
  ]),
};

const GOOD: Readonly<Record<AiKind, Record<string, unknown>>> = {
  'ai-variable': { name: 'Role', entity: 'CONTACT', prompt: 'What does a {jobTitle} do?' },
  'ai-message': { name: 'Hello', channel: 'EMAIL', toneId: 1, prompt: 'Write to {firstName}' },
  'ai-snippet': { name: 'Line', toneId: 1, prompt: 'One line about {companyName}' },
  template: { name: 'Intro', messages: ['Hello {firstName}'] },
};

const told = (kind: AiKind, body: unknown, knowledge = KNOWN, purpose: 'create' | 'update' = 'create') =>
  checkAiEntity(kind, body, knowledge, purpose).map(
    ({ path, code, message, severity }) => `${severity === 'warning' ? 'warning ' : ''}${path} ${code}: ${message}`,
  );
const changed = (kind: AiKind, more: object) => told(kind, { ...GOOD[kind], ...more });

test.each(AI_KINDS)('%s: what is in order', (kind) => {
  expect(told(kind, GOOD[kind])).toEqual([]);
});

test.each<[AiKind, string[]]>([
  [
    'ai-variable',
    [
      'name required: an AI variable needs a name',
      'entity required: an AI variable needs an entity: CONTACT or COMPANY',
      'prompt required: an AI variable needs a prompt',
    ],
  ],
  [
    'ai-message',
    [
      'name required: an AI message needs a name',
      'channel required: an AI message needs a channel: EMAIL, NETWORK, NETWORK_INMAIL or NETWORK_CONNECTION',
      'toneId required: an AI message needs a toneId',
      'prompt required: an AI message needs a prompt',
    ],
  ],
  [
    'ai-snippet',
    [
      'name required: an AI snippet needs a name',
      'toneId required: an AI snippet needs a toneId',
      'prompt required: an AI snippet needs a prompt',
    ],
  ],
  [
    'template',
    [
      'name required: a message template needs a name',
      'messages required: a message template needs messages: a list of texts with at least one entry',
    ],
  ],
])('%s: what is required on create, and nothing of it in an update', (kind, wanted) => {
  expect(told(kind, {})).toEqual(wanted);
  expect(told(kind, {}, KNOWN, 'update')).toEqual([]);
});

describe('tokens: unknown and ambiguous ones, and the reference policy', () => {
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
  ])('%s: %s', (kind, prompt, wanted) => {
    expect(changed(kind, { prompt })).toEqual(wanted);
  });

  test('several messages of one name are told in the plural, with their ids', () => {
    const all = [
      { id: 5, name: 'Twin' },
      { id: 6, name: 'Twin' },
    ];
    const knowledge = { ...KNOWN, names: { ...KNOWN.names, aiMessage: { all, complete: true } } };
    expect(told('ai-message', { ...GOOD['ai-message'], prompt: '{aiMessage:Twin}' }, knowledge)).toEqual([
      'prompt ambiguous_reference: "Twin" is ambiguous: AI messages 5, 6; write {aiMessage:5} with the id that is meant',
    ]);
  });

  test('a template: snippets and research in every message and the subject, with their paths', () => {
    const more = { subject: '{firstNme}', messages: ['{aiSnippet:Opening line} {aiResearch:1}', '{aiMessage:5}'] };
    expect(told('template', { name: 'Intro', ...more })).toEqual([
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
    expect(told('ai-message', { ...GOOD['ai-message'], prompt }, knowledge)).toEqual([
      'prompt unknown_placeholder: unknown placeholder {firstNme}; did you mean {firstName}?',
      'warning prompt unverified: {Deal size} is not a standard field; --online looks for it in the workspace',
      'prompt unknown_reference: there is no AI research "Sumary"; did you mean {aiResearch:Summary}?',
      'warning prompt unverified: AI research "Other" is not in the files; --online looks for it',
    ]);
  });

  test('a text of nothing but mistakes is told in a moment', () => {
    const prompt = Array.from({ length: 5000 }, (_, index) => `{wrong ${index}}`)
      .join(' ')
      .slice(0, 50_000);
    expect(changed('ai-snippet', { prompt }).length).toBe(50);
    expect(changed('ai-snippet', { prompt: '{'.repeat(49_999) })).toEqual([
      'prompt unbalanced_brace: "{" has no other half; a brace that is text is written {{',
    ]);
  });
});

describe('output schema', () => {
  test.each<[unknown, string[]]>([
    [{ type: 'number' }, []],
    [{ type: 'oneOf', values: ['A', 'B'], provideExplanation: true, jsonSchema: { any: ['thing'] } }, []],
    [{}, ['outputSchema.type required: outputSchema needs a type: text, number, date, oneOf, url or email']],
    [{ type: 'oneOf' }, ['outputSchema.values required: type oneOf needs values: a list of the texts it chooses from']],
    [{ type: 'oneOf', values: [] }, ['outputSchema.values too_small: values needs at least one entry']],
    [
      { type: 'oneof', values: ['A', ' '] },
      [
        'outputSchema.type invalid_value: type must be text, number, date, oneOf, url or email, not "oneof"; did you mean "oneOf"?',
        'outputSchema.values[1] too_small: values[1] is empty',
      ],
    ],
    [
      { type: 'text', values: ['A', 'A'], explain: true },
      [
        'warning outputSchema.values no_effect: values has no effect for type text: only for oneOf',
        'warning outputSchema.values[1] no_effect: "A" is listed twice',
        'outputSchema.explain unknown_key: outputSchema has no field "explain" (it has type, values, provideExplanation, jsonSchema)',
      ],
    ],
    ['text', ['outputSchema invalid_type: outputSchema must be an object such as { type: text }, not text']],
  ])('%j', (outputSchema, wanted) => {
    expect(changed('ai-variable', { outputSchema })).toEqual(wanted);
  });
});

describe('everything else', () => {
  test.each<[AiKind, object, string[]]>([
    ['ai-variable', { name: 'firstName' }, ['name invalid_name: firstName is a standard field of contacts']],
    ['ai-variable', { name: '42' }, ['name invalid_name: a name of digits only cannot be distinguished from an id']],
    [
      'ai-snippet',
      { name: 'a {b}' },
      ['name invalid_name: a name cannot contain braces or control characters: tokens refer to it by name'],
    ],
    ['ai-message', { name: '  ' }, ['name too_small: name is empty']],
    ['ai-variable', { name: 'aiResearch:x' }, ['name invalid_name: aiResearch:x has another meaning between braces']],
    ['ai-variable', { entity: 'PERSON' }, ['entity invalid_value: entity must be CONTACT or COMPANY, not "PERSON"']],
    ['ai-message', { toneId: 9 }, ['toneId unknown_tone: there is no tone 9 in this workspace']],
    ['ai-message', { toneId: null }, ['toneId invalid_type: toneId has no value: give it one, or leave it out']],
    ['ai-message', { folderId: 8, model: null, outputLength: null, description: null }, []],
    [
      'ai-message',
      { folderId: 7 },
      [
        'folderId unknown_folder: folder not found or entity mismatch: there is no folder 7 of ai-messages: it is one of contacts',
      ],
    ],
    [
      'ai-variable',
      { folderId: 99 },
      ['folderId unknown_folder: folder not found or entity mismatch: there is no folder 99 of contacts'],
    ],
    [
      'ai-variable',
      { customWebsiteField: 'webside' },
      ['customWebsiteField unknown_field: there is no field "webside"'],
    ],
    [
      'ai-message',
      { outputLength: 'TINY', splitMessages: 'yes', channel: 'MAIL' },
      [
        'channel invalid_value: channel must be EMAIL, NETWORK, NETWORK_INMAIL or NETWORK_CONNECTION, not "MAIL"; did you mean "EMAIL"?',
        'outputLength invalid_value: outputLength must be SHORT, MEDIUM or LONG, not "TINY"',
        'splitMessages invalid_type: splitMessages must be true or false, not text',
      ],
    ],
    [
      'template',
      { channel: 'NETWORK', subject: 'x' },
      ['subject exclusive: a template for the channel NETWORK has no subject'],
    ],
    ['template', { messages: [] }, ['messages too_small: messages needs at least one entry']],
    ['template', { messages: 'Hi' }, ['messages invalid_type: messages must be a list of texts, not text']],
    ['template', { messages: ['Hi', ''] }, ['messages[1] too_small: messages[1] is empty']],
    ['ai-snippet', { promt: 'x' }, ['promt unknown_key: an AI snippet has no field "promt"; did you mean "prompt"?']],
    [
      'ai-snippet',
      { tone: 'Direct' },
      [
        'tone unknown_key: an AI snippet has no field "tone" (it has name, description, folderId, toneId, model, prompt)',
      ],
    ],
  ])('%s %j', (kind, more, wanted) => {
    expect(changed(kind, more).toSorted()).toEqual(wanted.toSorted());
  });

  test('no object', () => {
    expect(told('ai-message', [])).toEqual([' invalid_type: an AI message must be an object with a name, not a list']);
  });

  test('an update of a variable keeps its entity, and its placeholders are of that entity', () => {
    const current = { id: 1, entity: 'COMPANY' } as const;
    const body = { entity: 'CONTACT', prompt: '{name} {firstName}' };
    expect(told('ai-variable', body, { ...KNOWN, current }, 'update')).toEqual([
      'entity not_editable: the entity of an AI variable cannot be changed: create another variable',
      'prompt unknown_placeholder: unknown placeholder {firstName}',
    ]);
  });

  test('an AI message cannot name itself', () => {
    expect(told('ai-message', { prompt: '{aiMessage:5}' }, { ...KNOWN, current: { id: 5 } }, 'update')).toEqual([
      'prompt cycle: {aiMessage:5} is this AI message itself',
    ]);
  });
});

describe('a file', () => {
  const file = (kind: AiKind, body: object, knowledge: AiKnowledge = KNOWN) =>
    checkAiEntity(kind, body, knowledge, 'create', 'file').map(({ path, code }) => `${path} ${code}`);
  const tones = { names: new Set(['Direct']), complete: true };
  const folderPaths = { 'ai-snippets': new Set(['Openers', 'Openers/Short']) };

  test('names stand for ids of tones and folders', () => {
    const { toneId: _, ...rest } = GOOD['ai-snippet'];
    expect(
      file('ai-snippet', { ...rest, tone: 'Direct', folder: 'Openers/Short' }, { ...KNOWN, tones, folderPaths }),
    ).toEqual([]);
    expect(
      file('ai-snippet', { ...rest, tone: 'Dirct', folder: 'Openers/Long' }, { ...KNOWN, tones, folderPaths }),
    ).toEqual(['tone unknown_tone', 'folder unknown_folder']);
    expect(file('ai-snippet', rest)).toEqual(['tone required']);
    expect(file('ai-snippet', { ...rest, tone: 'Direct', toneId: 1 })).toEqual(['tone exclusive']);
    expect(file('template', { ...GOOD['template'], tone: 'Direct' })).toEqual(['tone unknown_key']);
  });
});

describe('the rules and the shapes', () => {
  const SHAPES = {
    'ai-variable': AiVariableInput,
    'ai-message': AiMessageInput,
    'ai-snippet': AiSnippetInput,
    template: MessageTemplateInput,
  } as const;

  test.each(AI_KINDS)('%s: what was read can be sent back', (kind) => {
    const readOnly = Object.fromEntries(aiShapes[kind].ignored.map((key) => [key, 'anything']));
    expect(changed(kind, readOnly)).toEqual([]);
    expect(SHAPES[kind].safeParse({ ...GOOD[kind], ...readOnly }).success).toBe(true);
    expect(AiMessagePatch.safeParse({}).success).toBe(true);
  });

  const VALUES = [
    null,
    '',
    ' ',
    'text',
    '12',
    0,
    1,
    -1,
    1.5,
    true,
    [],
    ['a'],
    ['a', 1],
    {},
    { type: 'text' },
    'EMAIL',
    'CONTACT',
    'SHORT',
  ];

  test.each(AI_KINDS)('%s: field by field, what the rules accept the shape accepts', (kind) => {
    for (const field of Object.keys(aiShapes[kind].fields)) {
      for (const value of VALUES) {
        const body = { ...GOOD[kind], [field]: value };
        const accepted = checkAiEntity(kind, body).every(({ severity }) => severity === 'warning');
        if (accepted) expect([field, value, SHAPES[kind].safeParse(body).success]).toEqual([field, value, true]);
      }
    }
  });
});
