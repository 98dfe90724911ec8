// What is wrong with an AI entity: body → every problem.

import { describe, expect, test } from 'vitest';
import { AI_KINDS, type AiKind } from '../../../src/contract/ai/enums.ts';
import { AI_INPUTS } from '../../../src/contract/ai/inputs.ts';
import { fieldsOf } from '../../../src/contract/schema-parts.ts';
import { checkAiEntity } from '../../../src/rules/ai/check.ts';
import type { AiKnowledge } from '../../../src/rules/ai/knowledge.ts';
import { changed, GOOD, input, KNOWN } from './checked.ts';

test.each(AI_KINDS)('%s: what is in order', (kind) => {
  expect(input(kind, GOOD[kind])).toEqual([]);
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
  expect(input(kind, {})).toEqual(wanted);
  expect(input(kind, {}, KNOWN, 'update')).toEqual([]);
});

test.each(AI_KINDS)('%s: what was read can be sent back', (kind) => {
  const readOnly = Object.fromEntries(fieldsOf(AI_INPUTS[kind]).ignored.map((key) => [key, 'anything']));
  expect(changed(kind, readOnly)).toEqual([]);
  expect(AI_INPUTS[kind].safeParse({ ...GOOD[kind], ...readOnly }).success).toBe(true);
});

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
])('output schema: %j', (outputSchema, wanted) => expect(changed('ai-variable', { outputSchema })).toEqual(wanted));

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
    ['ai-variable', { name: 'domain' }, ['name invalid_name: domain has another meaning between braces']],
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
  ])('%s %j', (kind, more, wanted) => expect(changed(kind, more).toSorted()).toEqual(wanted.toSorted()));

  test('no object', () => {
    expect(input('ai-message', [])).toEqual([' invalid_type: an AI message must be an object with a name, not a list']);
  });

  test('an update of a variable keeps its entity, and its placeholders are of that entity', () => {
    const current = { id: 1, entity: 'COMPANY' } as const;
    const body = { entity: 'CONTACT', prompt: '{name} {firstName}' };
    expect(input('ai-variable', body, { ...KNOWN, current }, 'update')).toEqual([
      'entity not_editable: the entity of an AI variable cannot be changed: create another variable',
      'prompt unknown_placeholder: unknown placeholder {firstName}',
    ]);
  });

  test('an AI message cannot name itself', () => {
    expect(input('ai-message', { prompt: '{aiMessage:5}' }, { ...KNOWN, current: { id: 5 } }, 'update')).toEqual([
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
