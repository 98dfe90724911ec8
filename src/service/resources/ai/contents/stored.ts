import type { SplitKind } from '../../../../contract/ai/enums.ts';
import { AiMessageInput, AiMessagePatch } from '../../../../contract/ai/messages.ts';
import { AiSnippetInput, AiSnippetPatch } from '../../../../contract/ai/snippets.ts';
import { MessageTemplateInput, MessageTemplatePatch } from '../../../../contract/ai/templates.ts';
import type { AiChannel } from '../../../../contract/campaigns/enums.ts';
import { withArticle } from '../../../../contract/english.ts';
import { storedPrompt } from '../../../../rules/ai/prompt-form.ts';
import type { Purpose } from '../../../../rules/purpose.ts';
import { parseAccepted } from '../../../core/refuse-problems.ts';
import { KIND_NOUN } from '../kind-noun.ts';
import type { ContentValues } from '../queries/contents.ts';
import { type AiWorkspace, writtenIn } from '../workspace.ts';

/** The fields of a body of any kind. */
interface ContentInput {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly folderId?: number | null | undefined;
  readonly channel?: AiChannel | null | undefined;
  readonly prompt?: string | undefined;
  readonly toneId?: number | undefined;
  readonly model?: string | null | undefined;
  readonly outputLength?: string | null | undefined;
  readonly splitMessages?: boolean | undefined;
  readonly subject?: string | null | undefined;
  readonly messages?: readonly string[] | undefined;
}

const SCHEMAS = {
  'ai-message': { create: AiMessageInput, update: AiMessagePatch },
  'ai-snippet': { create: AiSnippetInput, update: AiSnippetPatch },
  template: { create: MessageTemplateInput, update: MessageTemplatePatch },
} as const;

/** The body must have passed the rules. */
export function inputOf(kind: SplitKind, purpose: Purpose, body: unknown): ContentInput {
  return parseAccepted(SCHEMAS[kind][purpose], body, withArticle(KIND_NOUN[kind]));
}

export const EMPTY: ContentValues = {
  name: '',
  description: null,
  folderId: null,
  channel: null,
  prompt: null,
  toneId: null,
  model: null,
  outputLength: null,
  splitMessages: 0,
  subject: null,
  messages: null,
  campaignId: null,
  copiedFrom: null,
  updatedAt: 0,
};

export function valuesOf(workspace: AiWorkspace, input: ContentInput, before: ContentValues): ContentValues {
  const written = writtenIn(workspace, 'CONTACT');
  const stored = (text: string) => storedPrompt(text, written);
  const { description, folderId, channel, toneId, model, outputLength, subject } = input;
  return {
    ...before,
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(description !== undefined && { description }),
    ...(folderId !== undefined && { folderId }),
    ...(channel !== undefined && { channel }),
    ...(toneId !== undefined && { toneId }),
    ...(model !== undefined && { model }),
    ...(outputLength !== undefined && { outputLength }),
    ...(input.splitMessages !== undefined && { splitMessages: input.splitMessages ? 1 : 0 }),
    ...(input.prompt !== undefined && { prompt: stored(input.prompt) }),
    ...(subject !== undefined && { subject: subject === null ? null : stored(subject) }),
    ...(input.messages !== undefined && { messages: JSON.stringify(input.messages.map(stored)) }),
  };
}

/** The stored messages of a template. */
export function messagesOf({ messages }: Pick<ContentValues, 'messages'>): string[] {
  const texts: unknown = messages === null ? [] : JSON.parse(messages);
  return Array.isArray(texts) ? texts.map(String) : [];
}

export function textsOf(values: ContentValues): string[] {
  return [values.prompt, values.subject, ...messagesOf(values)].filter((text) => text !== null);
}
