import * as z from 'zod';
import type { Answer } from '../answer.ts';
import { CONTENT_TYPES } from '../campaigns/enums.ts';
import {
  AnyId,
  AppUrl,
  DateTime,
  Flag,
  Id,
  IdList,
  IdText,
  lazyInput,
  lazyObject,
  PageQuery,
  pageOf,
  undocumented,
  undocumentedInput,
  undocumentedObject,
} from '../common.ts';
import { del, endpoints, get, post } from '../endpoint.ts';
import { LIMITS } from '../limits.ts';
import {
  CHANNELS,
  CONVERSATION_STATUSES,
  DIRECTIONS,
  ICP_RATINGS,
  INBOX_FOLDERS,
  INBOX_LIMITS,
  MESSAGE_CHANNELS,
  MESSAGE_STATUSES,
} from './enums.ts';

const params = z.object({ contactId: IdText });
const ids = z.array(Id).max(INBOX_LIMITS.linkIdsMax);
const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const names = 'the interface says that the filter exists and does not show its parameter name';

/** Filters of a link into the web app. Left out: no filter; `folder` is then `received`. */
const LinkInput = z.lazy(() =>
  z
    .strictObject({
      folder: z.enum(INBOX_FOLDERS).default('received'),
      channel: z.array(z.enum(CHANNELS)).optional(),
      tagIds: ids.optional(),
      leadIds: ids.optional(),
      leadId: Id.optional(),
      tagFolderId: undocumented(Id.optional(), names),
      identityIds: undocumented(ids.optional(), names),
      archived: undocumented(z.boolean().optional(), names),
      status: undocumented(z.array(z.enum(CONVERSATION_STATUSES)).optional(), names),
      includeUntagged: undocumented(z.boolean().optional(), names),
      campaignIds: undocumented(ids.optional(), names),
      companyIds: undocumented(ids.optional(), names),
      icpRatings: undocumented(z.array(z.enum(ICP_RATINGS)).optional(), names),
      startDate: undocumented(Moment.optional(), names),
      endDate: undocumented(Moment.optional(), names),
    })
    .refine(({ startDate, endDate }) => !startDate || !endDate || Date.parse(startDate) <= Date.parse(endDate), {
      path: ['endDate'],
      message: 'must not be before startDate',
    }),
);
export type LinkInput = z.output<typeof LinkInput>;

export const Tag = undocumentedObject('a tag is not shown', () => ({
  id: Id,
  name: z.string(),
  color: z.string(),
  createdAt: DateTime,
}));
export type Tag = Answer<typeof Tag>;

const Attachment = lazyObject(() => ({
  attachment: z.string(),
  name: z.string().nullable(),
  contentType: z.enum(CONTENT_TYPES).nullable(),
}));

export const Message = undocumentedObject('a message is not shown', () => ({
  id: AnyId,
  threadId: AnyId,
  contactId: Id,
  senderIdentityId: Id,
  channel: z.enum(CHANNELS),
  direction: z.enum(DIRECTIONS),
  status: z.enum(MESSAGE_STATUSES),
  subject: z.string().nullable(),
  message: z.string(),
  attachments: z.array(Attachment),
  campaignId: AnyId.nullable(),
  stepId: AnyId.nullable(),
  requestId: z.string().nullable(),
  /** When it was sent or received; of a scheduled one, when it is due; of a draft, when it was written. */
  at: DateTime,
  openedAt: DateTime.nullable(),
  clickedAt: DateTime.nullable(),
  viewedAt: DateTime.nullable(),
  createdAt: DateTime,
}));
export type Message = Answer<typeof Message>;

export const Thread = undocumentedObject(
  'a thread is not shown: one contact, one sender identity, one channel',
  () => ({
    id: AnyId,
    appUrl: AppUrl,
    contactId: Id,
    contact: z.object({
      id: Id,
      appUrl: AppUrl,
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      jobTitle: z.string().nullable(),
      companyName: z.string().nullable(),
    }),
    senderIdentityId: Id,
    senderIdentityName: z.string().nullable(),
    channel: z.enum(CHANNELS),
    status: z.enum(CONVERSATION_STATUSES),
    unreadCount: z.int(),
    archived: z.boolean(),
    icpRating: z.enum(ICP_RATINGS),
    tags: z.array(z.object({ id: Id, name: z.string(), color: z.string() })),
    messageCount: z.int(),
    lastMessage: z
      .object({
        id: AnyId,
        direction: z.enum(DIRECTIONS),
        status: z.enum(MESSAGE_STATUSES),
        subject: z.string().nullable(),
        message: z.string(),
        at: DateTime,
      })
      .nullable(),
    createdAt: DateTime,
    lastMessageAt: DateTime,
  }),
);
export type Thread = Answer<typeof Thread>;

const ReplyInput = undocumentedInput('the body of a manual reply is not shown', () => ({
  contactId: Id,
  senderIdentityId: Id,
  /** May be empty where there is an attachment. */
  message: z.string().max(INBOX_LIMITS.messageMax),
  /** The channel. Left out: that of the last conversation of the two, else what reaches the contact. */
  type: z.enum(MESSAGE_CHANNELS).optional(),
  /** Of an email that begins a conversation. */
  subject: z.string().max(INBOX_LIMITS.subjectMax).optional(),
  /** An address, or a storage key. */
  attachment: z.string().trim().min(1).max(LIMITS.stepLineMax).optional(),
  attachmentName: z.string().max(255).optional(),
  contentType: z.enum(CONTENT_TYPES).optional(),
  /** The same id with the same content gives the same message; with other content it is refused. */
  requestId: z.string().trim().min(1).max(INBOX_LIMITS.requestIdMax).optional(),
}));
export type ReplyInput = z.output<typeof ReplyInput>;

const tagIds = z.array(Id).min(1).max(INBOX_LIMITS.tagsAtOnce);
const TagsChanged = z.lazy(() => z.object({ contactId: Id, tagIds: z.array(Id), success: z.boolean() }));

export const inbox = endpoints({
  link: post('/v1/inbox/link', 'MESSAGING_READ', {
    perMinute: LIMITS.readPerMinute,
    effect: 'read',
    summary: 'A link into the inbox of the web app, with filters',
    body: LinkInput,
    data: z.lazy(() => z.object({ url: z.url() })),
    command: 'inbox link',
  }),
  threads: get('/v1/inboxes', 'MESSAGING_READ', {
    refuses: ['not_found'],
    summary: 'Conversations, those with the newest message first',
    query: PageQuery.extend({
      search: z.string().max(INBOX_LIMITS.searchMax).optional(),
      senderIdentityId: IdText.optional(),
      contactId: IdText.optional(),
      channel: z.enum(CHANNELS).optional(),
      status: z.enum(CONVERSATION_STATUSES).optional(),
      unread: Flag.optional(),
      /** Left out: those that are not. */
      archived: Flag.default(false),
      tagIds: IdList.optional(),
    }),
    data: z.lazy(() => pageOf('inboxes', Thread)),
    undocumented: 'the interface says that threads can be listed and shows no endpoint for it',
    command: 'inbox threads',
    heavy: true,
  }),
  messages: get('/v1/inboxes/{contactId}/messages', 'MESSAGING_READ', {
    summary: 'Messages from and to a contact, newest first; reading them marks nothing as read',
    params,
    query: PageQuery.extend({ senderIdentityId: IdText.optional(), channel: z.enum(CHANNELS).optional() }),
    data: z.lazy(() => pageOf('messages', Message)),
    undocumented: 'the interface says that messages can be read and shows no endpoint for it',
    command: 'inbox messages',
  }),
  reply: post('/v1/inbox/messages', 'MESSAGING_WRITE', {
    refuses: ['not_found', 'conflict', 'unprocessable'],
    summary: 'Write to a contact by hand',
    body: ReplyInput,
    data: Message,
    undocumented: 'the interface says that there are manual replies and shows no endpoint for them',
    command: 'inbox reply',
  }),
  tags: get('/v1/inbox/tags', 'MESSAGING_READ', {
    summary: 'Tags of the inbox, by name',
    query: PageQuery.extend({ name: undocumented(z.string().optional(), 'exactly this name') }),
    data: z.lazy(() => pageOf('tags', Tag)),
    undocumented: 'the interface says that tags can be listed and shows no endpoint for it',
    command: 'inbox tags',
  }),
  createTag: post('/v1/inbox/tags', 'MESSAGING_WRITE', {
    refuses: ['conflict'],
    summary: 'Create a tag; a name that exists gives the tag that has it',
    body: lazyInput(() => ({
      name: z.string().trim().min(1).max(INBOX_LIMITS.tagNameMax),
      color: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #2563eb')
        .optional(),
    })),
    data: Tag,
    undocumented: 'the interface shows no endpoint for it',
    command: 'inbox tags',
  }),
  addTags: post('/v1/inbox/contacts/{contactId}/tags', 'MESSAGING_WRITE', {
    summary: 'Tag a contact, or one of its conversations',
    params,
    body: z.lazy(() => z.strictObject({ tagIds, senderIdentityId: Id.optional() })),
    data: TagsChanged,
    undocumented: 'the interface says that tags can be added and shows no endpoint for it; as removing them',
    command: 'inbox tag',
  }),
  removeTags: del('/v1/inbox/contacts/{contactId}/tags', 'MESSAGING_WRITE', {
    perMinute: INBOX_LIMITS.removeTagsPerMinute,
    given: 'scope and rate',
    summary: 'Take tags off a contact, or off one of its conversations',
    params,
    query: z.object({
      tagIds: undocumented(IdList.optional(), 'for callers that cannot send a body with DELETE'),
      senderIdentityId: undocumented(IdText.optional(), 'for callers that cannot send a body with DELETE'),
    }),
    body: z.lazy(() => z.strictObject({ tagIds: tagIds.optional(), senderIdentityId: Id.optional() })),
    data: TagsChanged,
    command: 'inbox untag',
  }),
});
