import type { Table } from '../../../contract/table.ts';
import type { HandlersFor } from '../../http/handler-types.ts';
import { inboxLink } from './link.ts';
import { replyByHand } from './reply.ts';
import { createTag, findTags, tagContact, untagContact } from './tags.ts';
import { findMessages, findThreads } from './threads.ts';

export const inbox: HandlersFor<Table['inbox']> = {
  link: ({ body }) => inboxLink(body),
  threads: ({ query }, context) => findThreads(context, query),
  messages: ({ params, query }, context) => findMessages(context, params.contactId, query),
  reply: ({ body }, context) => replyByHand(context, body),
  tags: ({ query }, context) => findTags(context, query),
  createTag: ({ body }, context) => createTag(context, body),
  addTags: ({ params, body }, context) => tagContact(context, params.contactId, body),
  removeTags: ({ params, query, body }, context) =>
    untagContact(context, params.contactId, {
      tagIds: [...(body.tagIds ?? []), ...(query.tagIds ?? [])],
      senderIdentityId: body.senderIdentityId ?? query.senderIdentityId,
    }),
};
