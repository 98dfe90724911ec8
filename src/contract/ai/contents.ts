// Messages, snippets and templates: the texts that AI writes, or that are written for it.

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
  undocumentedObject,
  undocumentedValue,
} from '../common.ts';
import { del, endpoints, get, patch, post } from '../endpoint.ts';
import { AI_LIMITS, OUTPUT_LENGTHS } from './enums.ts';
import { Deleted } from './variables.ts';

const WHY = 'the full field list is not shown';

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

const start = {
  name: filledText(AI_LIMITS.nameMax),
  description: undocumented(z.string().max(AI_LIMITS.descriptionMax).nullish(), WHY),
  folderId: Id.nullish(),
};
const readOnly = { id: ignored, appUrl: ignored, createdAt: ignored, updatedAt: ignored };
const head = {
  id: AnyId,
  appUrl: AppUrl,
  name: z.string(),
  description: z.string().nullable(),
  folderId: Id.nullable(),
};
const dates = { createdAt: DateTime, updatedAt: DateTime };

/** Undocumented: what a list of them can be asked for. */
const ContentQuery = PageQuery.extend({
  name: undocumented(z.string().optional(), 'exactly this name'),
  folderId: undocumented(IdText.optional(), 'directly in this folder'),
});

interface ContentKind<P, Q, C, U, D, L> {
  /** After `/v1/ai-variables/`. */
  readonly path: string;
  readonly params: P;
  readonly query: Q;
  readonly input: C;
  readonly update: U;
  readonly record: D;
  readonly page: L;
  /** `an AI message`, and after `One`. */
  readonly noun: readonly [article: 'a' | 'an', noun: string];
  readonly listed: string;
  readonly deleted: string;
  readonly command: string;
}

function contentRows<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  C extends z.ZodType,
  U extends z.ZodType,
  D extends z.ZodType,
  L extends z.ZodType,
>({ path, params, query, input, update, record, page, noun, listed, deleted, command }: ContentKind<P, Q, C, U, D, L>) {
  const all = `/v1/ai-variables/${path}`;
  const one = `${all}/{${Object.keys(params.shape).join()}}`;
  const [read, write] = ['AI_VARIABLES_READ', 'AI_VARIABLES_WRITE'] as const;
  const named = noun.join(' ');
  return endpoints({
    list: get(all, read, { summary: listed, query, data: page, command: `${command} list` }),
    create: post(all, write, {
      ...{ summary: `Create ${named}`, body: input, checkedBy: 'rules' },
      ...{ data: record, command: `${command} create` },
    }),
    get: get(one, read, { summary: `One ${noun[1]}`, params, data: record, command: `${command} show` }),
    update: patch(one, write, {
      ...{ summary: `Change ${named}`, params, body: update, checkedBy: 'rules' },
      ...{ data: record, command: `${command} update` },
    }),
    delete: del(one, write, {
      refuses: ['conflict'],
      summary: deleted,
      params,
      data: Deleted,
      command: `${command} delete`,
    }),
  });
}

const message = {
  ...start,
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
  ...readOnly,
  promptRichText: ignored,
  campaignId: ignored,
};

export const AiMessageInput = z.lazy(() => undocumented(z.strictObject(message), WHY));

export const AiMessagePatch = z.lazy(() => z.strictObject(message).partial());

const AiMessage = undocumentedObject(WHY, () => ({
  ...head,
  channel: z.enum(AI_CHANNELS),
  prompt: z.string(),
  promptRichText: RichText,
  toneId: undocumented(AnyId.nullable(), 'null for a copy of a prompt-library entry'),
  model: z.string().nullable(),
  outputLength: z.enum(OUTPUT_LENGTHS).nullable(),
  splitMessages: z.boolean(),
  campaignId: undocumented(AnyId.nullable(), 'whose step it was copied for; null for a message of the workspace'),
  ...dates,
}));

const messageRows = contentRows({
  path: 'ai-messages',
  params: z.object({ aiMessageId: IdText }),
  query: ContentQuery.extend({ channel: undocumented(z.enum(AI_CHANNELS).optional(), 'list queries are not shown') }),
  ...{ input: AiMessageInput, update: AiMessagePatch, record: AiMessage },
  page: z.lazy(() => pageOf('aiMessages', AiMessage)),
  noun: ['an', 'AI message'],
  listed: 'AI messages of the workspace, oldest first; the copies of campaign steps are left out',
  deleted: 'Delete an AI message that nothing refers to',
  command: 'ai message',
});

export const aiMessages = endpoints({
  ...messageRows,
  get: { ...messageRows.get, summary: 'One AI message, also the copy of a campaign step' },
  delete: { ...messageRows.delete, perMinute: AI_LIMITS.deleteMessagePerMinute, given: 'scope and rate' },
});

const snippet = {
  ...start,
  toneId: AnyIdInput,
  model: filledText(AI_LIMITS.modelMax).nullish(),
  prompt: filledText(AI_LIMITS.promptMax),
  ...readOnly,
  promptRichText: ignored,
};

export const AiSnippetInput = z.lazy(() => undocumented(z.strictObject(snippet), WHY));

export const AiSnippetPatch = z.lazy(() => z.strictObject(snippet).partial());

const AiSnippet = undocumentedObject(WHY, () => ({
  ...head,
  prompt: z.string(),
  promptRichText: RichText,
  toneId: AnyId.nullable(),
  model: z.string().nullable(),
  ...dates,
}));

export const aiSnippets = contentRows({
  path: 'ai-snippets',
  params: z.object({ aiSnippetId: IdText }),
  query: ContentQuery,
  ...{ input: AiSnippetInput, update: AiSnippetPatch, record: AiSnippet },
  page: z.lazy(() => pageOf('aiSnippets', AiSnippet)),
  noun: ['an', 'AI snippet'],
  listed: 'AI snippets, oldest first',
  deleted: 'Delete an AI snippet that nothing refers to',
  command: 'ai snippet',
});

const template = {
  ...start,
  channel: undocumented(z.enum(AI_CHANNELS).nullish(), 'not shown: null for every channel'),
  subject: undocumentedValue(z.string().max(AI_LIMITS.subjectMax).nullish(), 'for channels that have a subject'),
  messages: undocumentedValue(
    z.array(filledText(AI_LIMITS.promptMax)).min(1).max(AI_LIMITS.messagesMax),
    'the interface names messages and does not show what one is: text with tokens',
  ),
  ...readOnly,
  messagesRichText: ignored,
};

export const MessageTemplateInput = z.lazy(() => undocumented(z.strictObject(template), WHY));

export const MessageTemplatePatch = z.lazy(() => z.strictObject(template).partial());

const MessageTemplate = undocumentedObject(WHY, () => ({
  ...head,
  channel: z.enum(AI_CHANNELS).nullable(),
  subject: z.string().nullable(),
  messages: z.array(z.string()),
  messagesRichText: z.array(RichText),
  ...dates,
}));

export const messageTemplates = contentRows({
  path: 'message-templates',
  params: z.object({ messageTemplateId: IdText }),
  query: ContentQuery,
  ...{ input: MessageTemplateInput, update: MessageTemplatePatch, record: MessageTemplate },
  page: z.lazy(() => pageOf('messageTemplates', MessageTemplate)),
  noun: ['a', 'message template'],
  listed: 'Message templates, oldest first',
  deleted: 'Delete a message template',
  command: 'ai template',
});
