import * as z from 'zod';
import { AI_CHANNELS } from '../campaigns/enums.ts';
import { filledText, IdText, ignored, pageOf, undocumented, undocumentedValue } from '../common.ts';
import { DELETE, endpoints, GET, PATCH, POST } from '../endpoint.ts';
import { AI_LIMITS } from './enums.ts';
import { ContentQuery, contentDates, contentHead, contentReadOnly, contentStart, RichText } from './messages.ts';
import { Deleted } from './variables.ts';

const WHY = 'the full field list is not shown';

const input = {
  ...contentStart,
  channel: undocumented(z.enum(AI_CHANNELS).nullish(), 'not shown: null for every channel'),
  subject: undocumentedValue(z.string().max(AI_LIMITS.subjectMax).nullish(), 'for channels that have a subject'),
  messages: undocumentedValue(
    z.array(filledText(AI_LIMITS.promptMax)).min(1).max(AI_LIMITS.messagesMax),
    'the interface names messages and does not show what one is: text with tokens',
  ),
  ...contentReadOnly,
  messagesRichText: ignored,
};

export const MessageTemplateInput = z.lazy(() => undocumented(z.strictObject(input), WHY));
export type MessageTemplateInput = z.output<typeof MessageTemplateInput>;

export const MessageTemplatePatch = z.lazy(() => z.strictObject(input).partial());
export type MessageTemplatePatch = z.output<typeof MessageTemplatePatch>;

const MessageTemplate = z.lazy(() =>
  undocumented(
    z.object({
      ...contentHead,
      channel: z.enum(AI_CHANNELS).nullable(),
      subject: z.string().nullable(),
      messages: z.array(z.string()),
      messagesRichText: z.array(RichText),
      ...contentDates,
    }),
    WHY,
  ),
);

const params = z.object({ messageTemplateId: IdText });

export const messageTemplates = endpoints({
  list: {
    ...GET,
    path: '/v1/ai-variables/message-templates',
    access: 'AI_VARIABLES_READ',
    summary: 'Message templates, oldest first',
    query: ContentQuery,
    data: z.lazy(() => pageOf('messageTemplates', MessageTemplate)),
    command: 'ai template list',
  },
  create: {
    ...POST,
    path: '/v1/ai-variables/message-templates',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Create a message template',
    body: MessageTemplateInput,
    checkedBy: 'rules',
    data: MessageTemplate,
    command: 'ai template create',
  },
  get: {
    ...GET,
    path: '/v1/ai-variables/message-templates/{messageTemplateId}',
    access: 'AI_VARIABLES_READ',
    summary: 'One message template',
    params,
    data: MessageTemplate,
    command: 'ai template show',
  },
  update: {
    ...PATCH,
    path: '/v1/ai-variables/message-templates/{messageTemplateId}',
    access: 'AI_VARIABLES_WRITE',
    summary: 'Change a message template',
    params,
    body: MessageTemplatePatch,
    checkedBy: 'rules',
    data: MessageTemplate,
    command: 'ai template update',
  },
  delete: {
    ...DELETE,
    path: '/v1/ai-variables/message-templates/{messageTemplateId}',
    access: 'AI_VARIABLES_WRITE',
    refuses: ['conflict'],
    summary: 'Delete a message template',
    params,
    data: Deleted,
    command: 'ai template delete',
  },
});
