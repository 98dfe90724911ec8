import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../handler-types.ts';
import { listMessages } from './messages.ts';
import { listTags } from './tags.ts';
import { inboxLink, listThreads } from './threads.ts';

/** Writes are loaded when first called. */
export const inbox: HandlersFor<Table['inbox']> = {
  link: ({ body }, context) => inboxLink(context, body),
  threads: ({ query }, context) => listThreads(context, query),
  messages: ({ params, query }, context) => listMessages(context, params.contactId, query),
  reply: async ({ body }, context) => (await import('./reply.ts')).reply(context, body),
  tags: ({ query }, context) => listTags(context, query),
  createTag: async ({ body }, context) => (await import('./tags.ts')).createTag(context, body),
  addTags: async ({ params, body }, context) => (await import('./tags.ts')).tagContact(context, params.contactId, body),
  removeTags: async ({ params, query, body }, context) =>
    (await import('./tags.ts')).untagContact(context, params.contactId, {
      tagIds: [...(body.tagIds ?? []), ...(query.tagIds ?? [])],
      senderIdentityId: body.senderIdentityId ?? query.senderIdentityId,
    }),
};
