import { describe, expect, test } from 'vitest';
import { AI_KINDS } from '../../../src/contract/ai/enums.ts';
import { AiMessageInput, AiMessagePatch } from '../../../src/contract/ai/messages.ts';
import { aiShapes } from '../../../src/contract/ai/shapes.ts';
import { AiSnippetInput } from '../../../src/contract/ai/snippets.ts';
import { MessageTemplateInput } from '../../../src/contract/ai/templates.ts';
import { AiVariableInput } from '../../../src/contract/ai/variables.ts';
import { checkAiEntity } from '../../../src/rules/ai/check.ts';
import { changed, GOOD } from './checked.ts';

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
    const fields = Object.keys(aiShapes[kind].fields);
    const bodies = fields.flatMap((field) => VALUES.map((value) => ({ ...GOOD[kind], [field]: value })));
    const accepted = bodies.filter((body) => checkAiEntity(kind, body).every(({ severity }) => severity === 'warning'));
    expect(accepted.length).toBeGreaterThan(fields.length);
    expect(accepted.filter((body) => !SHAPES[kind].safeParse(body).success)).toEqual([]);
  });
});
