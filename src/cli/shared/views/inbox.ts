import type { View } from '../../terminal/formats/cells.ts';

export const threadView: View = {
  noun: 'conversation',
  plural: 'conversations',
  id: 'contactId',
  columns: [
    { key: 'contactId', kind: 'number' },
    { key: 'contact.firstName' },
    { key: 'contact.lastName' },
    { key: 'senderIdentityName' },
    { key: 'channel' },
    { key: 'status' },
    { key: 'unreadCount', kind: 'number' },
    { key: 'lastMessage.message', kind: 'excerpt' },
    { key: 'lastMessageAt', kind: 'time' },
    { key: 'tags.name' },
  ],
};

export const messageView: View = {
  noun: 'message',
  plural: 'messages',
  columns: [
    { key: 'at', kind: 'time' },
    { key: 'direction' },
    { key: 'channel' },
    { key: 'status' },
    { key: 'senderIdentityId', kind: 'number' },
    { key: 'subject' },
    { key: 'message' },
  ],
};

export const tagView: View = {
  noun: 'tag',
  plural: 'tags',
  columns: [{ key: 'id', kind: 'number' }, { key: 'name' }, { key: 'color' }, { key: 'createdAt', kind: 'time' }],
};

export const taggedView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  columns: [{ key: 'contactId', kind: 'number' }, { key: 'tagIds' }, { key: 'success' }, { key: 'error' }],
};

export const linkView: View = {
  noun: 'link',
  plural: 'links',
  id: 'url',
  columns: [{ key: 'url' }],
};

/** Of one reply the message; of many, a row each. */
export const replyView: View = { ...messageView, alsoHas: ['name', 'sender', 'outcome', 'reason', 'messageId'] };

export const bulkReplyView: View = {
  noun: 'reply',
  plural: 'replies',
  id: 'contactId',
  alsoHas: ['senderIdentityId', 'messageId'],
  columns: [
    { key: 'contactId', title: 'id', kind: 'number' },
    { key: 'name', title: 'contact' },
    { key: 'sender' },
    { key: 'channel' },
    { key: 'outcome' },
    { key: 'reason' },
    { key: 'message', kind: 'excerpt' },
  ],
};
