// What a create takes of each kind, and what a file has in place of ids.

import * as z from 'zod';
import { filledText } from '../common.ts';
import { AiMessageInput, AiSnippetInput, MessageTemplateInput } from './contents.ts';
import { AI_LIMITS, type AiKind } from './enums.ts';
import { AiVariableInput } from './variables.ts';

export const AI_INPUTS = {
  'ai-variable': AiVariableInput,
  'ai-message': AiMessageInput,
  'ai-snippet': AiSnippetInput,
  template: MessageTemplateInput,
} as const satisfies Readonly<Record<AiKind, z.ZodType>>;

export const FileNames = z.strictObject({
  /** By names, from the top: `Openers/Short`. */
  folder: filledText(AI_LIMITS.nameMax * AI_LIMITS.folderDepth).nullish(),
  tone: filledText(AI_LIMITS.nameMax).optional(),
});
