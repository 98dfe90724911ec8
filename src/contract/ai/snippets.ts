import * as z from 'zod';
import { AnyId, AnyIdInput, filledText, IdText, ignored, pageOf, undocumented } from '../common.ts';
import { DELETE, endpoints, GET, PATCH, POST } from '../endpoint.ts';
import { AI_LIMITS } from './enums.ts';
import { ContentQuery, contentDates, contentHead, contentReadOnly, contentStart, RichText } from './messages.ts';
import { Deleted } from './variables.ts';

const WHY = 'the full field list is not shown';

const input = {
  ...contentStart,
  toneId: AnyIdInput,
  model: filledText(AI_LIMITS.modelMax).nullish(),
  prompt: filledText(AI_LIMITS.promptMax),
  ...contentReadOnly,
  promptRichText: ignored,
};

export const AiSnippetInput = z.lazy(() => undocumented(z.strictObject(input), WHY));
export type AiSnippetInput = z.output<typeof AiSnippetInput>;

export const AiSnippetPatch = z.lazy(() => z.strictObject(input).partial());
export type AiSnippetPatch = z.output<typeof AiSnippetPatch>;

const AiSnippet = z.lazy(() =>
  undocumented(
    z.object({
      ...contentHead,
      prompt: z.string(),
      promptRichText: RichText,
      toneId: AnyId.nullable(),
      model: z.string().nullable(),
      ...contentDates,
    }),
    WHY,
  ),
);

const params = z.object({ aiSnippetId: IdText });

export const aiSnippets = endpoints({
  list: {
    ...GET,
    path: '/v1/ai-variables/ai-snippets',
    access: 'AI_VARIABLES_READ',
    summary: 'AI snippets, oldest first',
    query: ContentQuery,
    data: z.lazy(() => pageOf('aiSnippets', AiSnippet)),
    command: 'ai snippet list',
  },
  create: {
    ...POST,
    path: '/v1/ai-variables/ai-snippets',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Create an AI snippet',
    body: AiSnippetInput,
    checkedBy: 'rules',
    data: AiSnippet,
    command: 'ai snippet create',
  },
  get: {
    ...GET,
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_READ',
    summary: 'One AI snippet',
    params,
    data: AiSnippet,
    command: 'ai snippet show',
  },
  update: {
    ...PATCH,
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Change an AI snippet',
    params,
    body: AiSnippetPatch,
    checkedBy: 'rules',
    data: AiSnippet,
    command: 'ai snippet update',
  },
  delete: {
    ...DELETE,
    path: '/v1/ai-variables/ai-snippets/{aiSnippetId}',
    access: 'AI_VARIABLES_WRITE',
    refuses: ['conflict'],
    summary: 'Delete an AI snippet that nothing refers to',
    params,
    data: Deleted,
    command: 'ai snippet delete',
  },
});
