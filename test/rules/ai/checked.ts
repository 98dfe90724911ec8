// An AI entity of each kind that is in order, and the problems of one that is changed.

import type { AiKind } from '../../../src/contract/ai/enums.ts';
import { checkAiEntity } from '../../../src/rules/ai/check.ts';
import type { AiKnowledge } from '../../../src/rules/ai/knowledge.ts';

const complete = (ids: readonly string[]) => ({ ids: new Set(ids), complete: true });

export const KNOWN: AiKnowledge = {
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
  toneIds: new Set(['1', '2']),
  folders: new Map([
    [7, 'contacts'],
    [8, 'ai-messages'],
  ]),
};

export const GOOD: Readonly<Record<AiKind, Record<string, unknown>>> = {
  'ai-variable': { name: 'Role', entity: 'CONTACT', prompt: 'What does a {jobTitle} do?' },
  'ai-message': { name: 'Hello', channel: 'EMAIL', toneId: 1, prompt: 'Write to {firstName}' },
  'ai-snippet': { name: 'Line', toneId: 1, prompt: 'One line about {companyName}' },
  template: { name: 'Intro', messages: ['Hello {firstName}'] },
};

export const input = (kind: AiKind, body: unknown, knowledge = KNOWN, purpose: 'create' | 'update' = 'create') =>
  checkAiEntity(kind, body, knowledge, purpose).map(
    ({ path, code, message, severity }) => `${severity === 'warning' ? 'warning ' : ''}${path} ${code}: ${message}`,
  );

export const changed = (kind: AiKind, more: object) => input(kind, { ...GOOD[kind], ...more });
