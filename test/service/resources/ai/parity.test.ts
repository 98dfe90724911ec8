// What lint accepts the service accepts, and what it refuses the service refuses, with the same paths and codes.

import { expect, test } from 'vitest';
import { AI_KINDS } from '../../../../src/contract/ai/enums.ts';
import { AI_INPUTS } from '../../../../src/contract/ai/inputs.ts';
import { fieldsOf } from '../../../../src/contract/schema-parts.ts';
import { checkAiEntity } from '../../../../src/rules/ai/check.ts';
import { type AiKnowledge, standardFields } from '../../../../src/rules/ai/knowledge.ts';
import { worldForAllTests } from '../../../opened.ts';
import { MESSAGES, message, SNIPPETS, snippet, TEMPLATES, template, VARIABLES, variable } from './bodies.ts';

const world = worldForAllTests();

const { CONTACT, COMPANY } = standardFields();
const NONE = { all: [], complete: true };
/** Everything about an empty workspace. */
const KNOWN: AiKnowledge = {
  fields: { CONTACT: { ...CONTACT, complete: true }, COMPANY: { ...COMPANY, complete: true } },
  names: { aiResearch: NONE, aiSnippet: NONE, aiMessage: NONE },
  toneIds: new Set(['1', '2', '3', '4', '5']),
  folders: new Map(),
};

const BODIES = {
  'ai-variable': [VARIABLES, variable],
  'ai-message': [MESSAGES, message],
  'ai-snippet': [SNIPPETS, snippet],
  template: [TEMPLATES, template],
} as const;

const VALUES = [
  ...[null, '', ' ', ...'text 12 firstName a{b} {firstName} {name} {nothing} {{ } {aiResearch:x}'.split(' ')],
  ...[...'{aiMessage:1} {identity.name} EMAIL NETWORK CONTACT COMPANY SHORT website'.split(' '), 'x'.repeat(201)],
  ...[0, 1, 6, -1, 1.5, 1e300, true, false, [], [''], ['{firstName}', '{nothing}'], ['a', 1], {}],
  ...[
    { type: 'text' },
    { type: 'oneOf' },
    { type: 'oneOf', values: ['a'] },
    { type: 'text', values: [] },
    { types: 1 },
  ],
];

test.each(AI_KINDS)('%s: every field with every kind of value', async (kind) => {
  const [path, good] = BODIES[kind];
  let nth = 0;
  for (const field of [...Object.keys(fieldsOf(AI_INPUTS[kind]).fields), 'unknown', 'tone', 'id']) {
    for (const value of VALUES) {
      nth += 1;
      const body = { ...good, name: `${good.name} no ${nth}`, [field]: value };
      const errors = checkAiEntity(kind, body, KNOWN).filter(({ severity }) => severity === 'error');
      const { status, body: reply } = await world.call('POST', path, { body });
      if (status === 409) continue;
      const input = (reply.details?.issues ?? []).map((issue: Record<string, string>) => `${issue.path} ${issue.code}`);
      const wanted = errors.map((problem) => `${problem.path} ${problem.code}`);
      expect([field, value, status, input]).toEqual([field, value, wanted.length > 0 ? 400 : 200, wanted]);
      if (status !== 200) continue;
      const deleted = await world.call('DELETE', `${path}/${reply.data.id}`);
      expect(deleted.status).toBe(200);
    }
  }
});
