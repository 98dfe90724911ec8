import * as z from 'zod';
import { AI_CHANNELS } from '../campaigns/enums.ts';
import {
  AnyId,
  AnyIdInput,
  AppUrl,
  DateTime,
  filledText,
  Id,
  IdText,
  ignored,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedValue,
} from '../common.ts';
import { endpoints, GET, PATCH, POST } from '../endpoint.ts';
import { AI_LIMITS, OUTPUT_LENGTHS } from './enums.ts';
import { Deleted } from './variables.ts';

const WHY = 'the full field list is not shown';

/** What messages, snippets and templates begin with. */
export const contentStart = {
  name: filledText(AI_LIMITS.nameMax),
  description: undocumented(z.string().max(AI_LIMITS.descriptionMax).nullish(), WHY),
  folderId: Id.nullish(),
};
export const contentReadOnly = { id: ignored, appUrl: ignored, createdAt: ignored, updatedAt: ignored };
export const contentHead = {
  id: AnyId,
  appUrl: AppUrl,
  name: z.string(),
  description: z.string().nullable(),
  folderId: Id.nullable(),
};
export const contentDates = { createdAt: DateTime, updatedAt: DateTime };

/** Undocumented: what a list of them can be asked for. */
export const ContentQuery = PageQuery.extend({
  name: undocumented(z.string().optional(), 'exactly this name'),
  folderId: undocumented(IdText.optional(), 'directly in this folder'),
});

const input = {
  ...contentStart,
  channel: z.enum(AI_CHANNELS),
  toneId: AnyIdInput,
  model: filledText(AI_LIMITS.modelMax).nullish(),
  outputLength: undocumentedValue(
    z.enum(OUTPUT_LENGTHS).nullish(),
    'the values are not shown; null: as long as it takes',
  ),
  splitMessages: undocumentedValue(
    z.boolean().optional(),
    'the type is not shown: whether it may write several messages',
  ),
  prompt: filledText(AI_LIMITS.promptMax),
  ...contentReadOnly,
  promptRichText: ignored,
  campaignId: ignored,
};

export const AiMessageInput = z.lazy(() => undocumented(z.strictObject(input), WHY));
export type AiMessageInput = z.output<typeof AiMessageInput>;

export const AiMessagePatch = z.lazy(() => z.strictObject(input).partial());
export type AiMessagePatch = z.output<typeof AiMessagePatch>;

const AiMessage = z.lazy(() =>
  undocumented(
    z.object({
      ...contentHead,
      channel: z.enum(AI_CHANNELS),
      prompt: z.string(),
      promptRichText: RichText,
      toneId: undocumented(AnyId.nullable(), 'null for a copy of a prompt-library entry'),
      model: z.string().nullable(),
      outputLength: z.enum(OUTPUT_LENGTHS).nullable(),
      splitMessages: z.boolean(),
      campaignId: undocumented(AnyId.nullable(), 'whose step it was copied for; null for a message of the workspace'),
      ...contentDates,
    }),
    WHY,
  ),
);

const params = z.object({ aiMessageId: IdText });

export const aiMessages = endpoints({
  list: {
    ...GET,
    path: '/v1/ai-variables/ai-messages',
    access: 'AI_VARIABLES_READ',
    summary: 'AI messages of the workspace, oldest first; the copies of campaign steps are left out',
    query: ContentQuery.extend({ channel: undocumented(z.enum(AI_CHANNELS).optional(), 'list queries are not shown') }),
    data: z.lazy(() => pageOf('aiMessages', AiMessage)),
    command: 'ai message list',
  },
  create: {
    ...POST,
    path: '/v1/ai-variables/ai-messages',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Create an AI message',
    body: AiMessageInput,
    checkedBy: 'rules',
    data: AiMessage,
    command: 'ai message create',
  },
  get: {
    ...GET,
    path: '/v1/ai-variables/ai-messages/{aiMessageId}',
    access: 'AI_VARIABLES_READ',
    summary: 'One AI message, also the copy of a campaign step',
    params,
    data: AiMessage,
    command: 'ai message show',
  },
  update: {
    ...PATCH,
    path: '/v1/ai-variables/ai-messages/{aiMessageId}',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Change an AI message',
    params,
    body: AiMessagePatch,
    checkedBy: 'rules',
    data: AiMessage,
    command: 'ai message update',
  },
  delete: {
    method: 'DELETE',
    path: '/v1/ai-variables/ai-messages/{aiMessageId}',
    access: 'AI_VARIABLES_WRITE',
    perMinute: AI_LIMITS.deleteMessagePerMinute,
    effect: 'write',
    given: 'scope and rate',
    refuses: ['conflict'],
    summary: 'Delete an AI message that nothing refers to',
    params,
    data: Deleted,
    command: 'ai message delete',
  },
});

// Text with tokens, as AI entities are read: plain, and in parts.

/** As plain text writes it: `{firstName}`, `{aiResearch:Company summary}`. */
const token = z.string();

/** A text in its parts. Literal text has no escapes; plain text is the parts' tokens and the text, braces doubled. */
export const RichText = z.lazy(() =>
  undocumented(
    z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({ type: z.literal('field'), fieldId: z.string(), token }),
        z.object({ type: z.enum(['aiResearch', 'aiSnippet', 'aiMessage']), id: AnyId, name: z.string(), token }),
      ]),
    ),
    'the interface names rich text and does not show its form',
  ),
);
export type RichText = z.output<typeof RichText>;
