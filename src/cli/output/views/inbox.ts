import type { View } from '../formats/cells.ts';

export const threadView: View = {
  noun: 'conversation',
  plural: 'conversations',
  id: 'contactId',
  columns: [
    { key: 'contactId', title: 'contact', kind: 'number' },
    { key: 'contact.firstName', title: 'first name' },
    { key: 'contact.lastName', title: 'last name' },
    { key: 'senderIdentityName', title: 'sender' },
    { key: 'channel', title: 'channel' },
    { key: 'status', title: 'status' },
    { key: 'unreadCount', title: 'new', kind: 'number' },
    { key: 'lastMessage.message', title: 'last message' },
    { key: 'lastMessageAt', title: 'when', kind: 'time' },
    { key: 'tags.name', title: 'tags' },
  ],
};

export const messageView: View = {
  noun: 'message',
  plural: 'messages',
  columns: [
    { key: 'at', title: 'at', kind: 'time' },
    { key: 'direction', title: 'direction' },
    { key: 'channel', title: 'channel' },
    { key: 'status', title: 'status' },
    { key: 'senderIdentityId', title: 'sender', kind: 'number' },
    { key: 'subject', title: 'subject' },
    { key: 'message', title: 'message' },
  ],
};

export const tagView: View = {
  noun: 'tag',
  plural: 'tags',
  columns: [
    { key: 'id', title: 'id', kind: 'number' },
    { key: 'name', title: 'name' },
    { key: 'color', title: 'colour' },
    { key: 'createdAt', title: 'created', kind: 'time' },
  ],
};

export const taggedView: View = {
  noun: 'contact',
  plural: 'contacts',
  id: 'contactId',
  columns: [
    { key: 'contactId', title: 'contact', kind: 'number' },
    { key: 'tagIds', title: 'tags' },
    { key: 'success', title: 'done' },
    { key: 'error', title: 'why not' },
  ],
};

export const linkView: View = {
  noun: 'link',
  plural: 'links',
  id: 'url',
  columns: [{ key: 'url', title: 'link' }],
};
