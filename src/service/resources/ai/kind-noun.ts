import type { AiKind } from '../../../contract/ai/enums.ts';

export const KIND_NOUN: Readonly<Record<AiKind, string>> = {
  'ai-variable': 'AI variable',
  'ai-message': 'AI message',
  'ai-snippet': 'AI snippet',
  template: 'message template',
};
