import * as z from 'zod';
import { chosen, filledText, Id, IdText, ignored, pageOf } from '../common.ts';
import { endpoints } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import { AI_LIMITS } from './enums.ts';
import { ContentQuery, contentDates, contentHead, contentReadOnly, contentStart } from './messages.ts';
import { RichText } from './text.ts';
import { Deleted } from './variables.ts';

const WHY = 'the full field list is not shown';

const input = {
  ...contentStart,
  toneId: Id,
  model: filledText(AI_LIMITS.modelMax).nullish(),
  prompt: filledText(AI_LIMITS.promptMax),
  ...contentReadOnly,
  promptRichText: ignored,
};

export const AiSnippetInput = z.lazy(() => chosen(z.strictObject(input), WHY));
export type AiSnippetInput = z.output<typeof AiSnippetInput>;

export const AiSnippetPatch = z.lazy(() => z.strictObject(input).partial());
export type AiSnippetPatch = z.output<typeof AiSnippetPatch>;

const AiSnippet = z.lazy(() =>
  chosen(
    z.object({
      ...contentHead,
      prompt: z.string(),
      promptRichText: RichText,
      toneId: Id.nullable(),
      model: z.string().nullable(),
      ...contentDates,
    }),
    WHY,
  ),
);

const params = z.object({ aiSnippetId: IdText });

export const aiSnippets = endpoints({
  list: {
    method: 'GET',
    path: '/v1/ai-variables/ai-snippets',
    access: 'AI_VARIABLES_READ',
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'AI snippets, oldest first',
    query: ContentQuery,
    data: z.lazy(() => pageOf('aiSnippets', AiSnippet)),
    command: 'ai snippet list',
  },
  create: {
    method: 'POST',
    path: '/v1/ai-variables/ai-snippets',
    access: 'AI_VARIABLES_WRITE',
    perMinute: LIMITS.writePerMinute,
    effect: 'write',
    summary: 'Create an AI snippet',
    body: AiSnippetInput,
    checkedBy: 'rules',
    data: AiSnippet,
    command: 'ai snippet create',
  },
  get: {
    method: 'GET',
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_READ',
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'One AI snippet',
    params,
    data: AiSnippet,
    command: 'ai snippet show',
  },
  update: {
    method: 'PATCH',
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_WRITE',
    perMinute: LIMITS.writePerMinute,
    effect: 'write',
    summary: 'Change an AI snippet',
    params,
    body: AiSnippetPatch,
    checkedBy: 'rules',
    data: AiSnippet,
    command: 'ai snippet update',
  },
  delete: {
    method: 'DELETE',
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_WRITE',
    perMinute: LIMITS.writePerMinute,
    effect: 'write',
    refuses: ['conflict'],
    summary: 'Delete an AI snippet that nothing refers to',
    params,
    data: Deleted,
    command: 'ai snippet delete',
  },
});
