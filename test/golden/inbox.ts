import { type Golden, golden, pageOf, success } from './golden.ts';

// The link with folder, channel, tagIds, leadIds and leadId, and removing tags, are the interface's. Everything else is
// undocumented: the other filters' names, threads, messages, replies, and listing and adding tags.

const tag = { id: 1, name: 'Interested', color: '#16a34a', createdAt: '2026-01-05T10:00:00.000Z' };

const reply = {
  ...{ contactId: 1, senderIdentityId: 1, message: 'Dear Ada,\n\nmay I send you the plans?', type: 'EMAIL' },
  ...{ subject: 'The engine', attachment: 'https://files.service.example/plans.pdf' },
  ...{ attachmentName: 'plans.pdf', contentType: 'FILE', requestId: 'reply-1' },
};

const message = {
  ...{ id: 1, threadId: 1, contactId: 1, senderIdentityId: 1, channel: 'EMAIL', direction: 'OUTBOUND' },
  ...{ status: 'SENT', subject: 'The engine', message: 'Dear Ada,\n\nmay I send you the plans?' },
  attachments: [{ attachment: 'https://files.service.example/plans.pdf', name: 'plans.pdf', contentType: 'FILE' }],
  ...{ campaignId: null, stepId: null, requestId: 'reply-1', at: '2026-01-05T10:00:00.000Z', openedAt: null },
  ...{ clickedAt: null, viewedAt: null, createdAt: '2026-01-05T10:00:00.000Z' },
};

const thread = {
  id: 1,
  appUrl: 'https://app.service.example/inbox/1',
  contactId: 1,
  contact: {
    id: 1,
    appUrl: 'https://app.service.example/contacts/1',
    firstName: 'Ada',
    lastName: 'Lovelace',
    jobTitle: null,
    companyName: null,
  },
  ...{ senderIdentityId: 1, senderIdentityName: 'Ada King', channel: 'EMAIL', status: 'COMPLETED' },
  ...{ unreadCount: 0, archived: false, icpRating: 'MISSING_DATA' },
  ...{ tags: [{ id: 1, name: 'Interested', color: '#16a34a' }], messageCount: 1 },
  lastMessage: {
    id: 1,
    direction: 'OUTBOUND',
    status: 'SENT',
    subject: 'The engine',
    message: 'Dear Ada,\n\nmay I send you the plans?',
    at: '2026-01-05T10:00:00.000Z',
  },
  createdAt: '2026-01-05T10:00:00.000Z',
  lastMessageAt: '2026-01-05T10:00:00.000Z',
};

const input = { folder: 'unread', channel: ['NETWORK', 'EMAIL', 'WHATSAPP', 'TASK'], tagIds: [1], leadIds: [1, 2] };
const undocumented = {
  ...{ folder: 'tags', tagFolderId: 1, identityIds: [1], archived: false },
  ...{ status: ['PAUSED', 'ACTIVE', 'COMPLETED'], includeUntagged: true, campaignIds: [1], companyIds: [1] },
  ...{ icpRatings: ['HIGH', 'MEDIUM', 'LOW', 'DISQUALIFIED', 'MISSING_DATA'], startDate: '2026-01-01' },
  ...{ endDate: '2026-01-31', leadId: 1 },
};

export const inbox: readonly Golden[] = [
  golden(
    'a link to what was received',
    'inbox.link',
    { body: {} },
    'POST /v1/inbox/link',
    success({ url: 'https://app.service.example/inbox?folder=received' }),
  ),
  golden(
    'a link with the filters the interface shows',
    'inbox.link',
    { body: input },
    'POST /v1/inbox/link',
    success({
      url: 'https://app.service.example/inbox?folder=unread&channel=NETWORK%2CEMAIL%2CWHATSAPP%2CTASK&tagIds=1&leadIds=1%2C2',
    }),
  ),
  golden(
    'a link with the filters whose names are undocumented',
    'inbox.link',
    { body: undocumented },
    'POST /v1/inbox/link',
    success({ url: 'https://app.service.example/inbox?folder=tags&tagFolderId=1' }),
  ),
  golden(
    'create a tag (undocumented)',
    'inbox.createTag',
    { body: { name: 'Interested', color: '#16a34a' } },
    'POST /v1/inbox/tags',
    success(tag),
  ),
  golden(
    'tags (undocumented)',
    'inbox.tags',
    { query: { name: 'Interested' } },
    'GET /v1/inbox/tags',
    pageOf('tags', [tag]),
  ),
  golden('a manual reply (undocumented)', 'inbox.reply', { body: reply }, 'POST /v1/inbox/messages', success(message)),
  golden(
    'tag a contact (undocumented)',
    'inbox.addTags',
    { params: { contactId: 1 }, body: { tagIds: [1] } },
    'POST /v1/inbox/contacts/1/tags',
    success({ contactId: 1, tagIds: [1], success: true }),
  ),
  golden(
    'threads (undocumented)',
    'inbox.threads',
    { query: { search: 'Lovelace', senderIdentityId: 1, archived: false } },
    'GET /v1/inboxes',
    pageOf('inboxes', [thread]),
    { query: { search: 'Lovelace', senderIdentityId: '1', archived: 'false' } },
  ),
  golden(
    'messages of a contact (undocumented)',
    'inbox.messages',
    { params: { contactId: 1 } },
    'GET /v1/inboxes/1/messages',
    pageOf('messages', [message]),
  ),
  golden(
    'remove tags from one sender-specific thread',
    'inbox.removeTags',
    { params: { contactId: 1 }, body: { tagIds: [1], senderIdentityId: 1 } },
    'DELETE /v1/inbox/contacts/1/tags',
    success({ contactId: 1, tagIds: [1], success: true }),
  ),
  golden(
    'remove tags by the query (undocumented)',
    'inbox.removeTags',
    { params: { contactId: 1 }, query: { tagIds: '1' } },
    'DELETE /v1/inbox/contacts/1/tags',
    success({ contactId: 1, tagIds: [1], success: true }),
  ),
];
