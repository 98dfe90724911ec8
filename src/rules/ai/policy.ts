// Which tokens each kind of AI entity may hold.

import type { AiKind, ReferenceKind } from '../../contract/ai/enums.ts';

/** A variable has field placeholders alone; other variables are fields there. */
export const MAY_REFER: Readonly<Record<AiKind, readonly ReferenceKind[]>> = {
  'ai-variable': [],
  'ai-message': ['aiResearch', 'aiMessage'],
  'ai-snippet': ['aiResearch'],
  template: ['aiSnippet', 'aiResearch'],
};

/** How a kind is called in a sentence. */
export const CALLED: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'an AI variable',
  'ai-message': 'an AI message',
  'ai-snippet': 'an AI snippet',
  template: 'a message template',
};

export const REFERENCE_CALLED: Readonly<Record<ReferenceKind, string>> = {
  aiResearch: 'AI research',
  aiSnippet: 'AI snippet',
  aiMessage: 'AI message',
};

/** `AI research and other AI messages`: what the kind may refer to, for its refusal. */
export function policyText(kind: AiKind): string {
  const words = MAY_REFER[kind].map((reference) => `{${reference}:…}`);
  return words.length === 0 ? 'fields alone, such as {companyName}' : `fields and ${words.join(', ')}`;
}
