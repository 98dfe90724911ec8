import { type View, viewOf } from '../../terminal/formats/cells.ts';

export const threadView = viewOf(
  'conversation',
  'conversations',
  `contactId:number contact.firstName contact.lastName senderIdentityName channel status
    unreadCount:number lastMessage.message:excerpt lastMessageAt:time tags.name`,
  { id: 'contactId' },
);

export const messageView = viewOf(
  'message',
  'messages',
  'at:time direction channel status senderIdentityId:number subject message',
);

export const tagView = viewOf('tag', 'tags', 'id:number name color createdAt:time');

export const taggedView = viewOf('contact', 'contacts', 'contactId:number tagIds success error', { id: 'contactId' });

export const linkView = viewOf('link', 'links', 'url', { id: 'url' });

/** Of one reply the message; of many, a row each. */
export const replyView: View = { ...messageView, alsoHas: ['name', 'sender', 'outcome', 'reason', 'messageId'] };

export const bulkReplyView = viewOf(
  'reply',
  'replies',
  'contactId:number name sender channel outcome reason message:excerpt',
  { id: 'contactId', alsoHas: 'senderIdentityId messageId undo', titles: { contactId: 'id', name: 'contact' } },
);

export const identityView = viewOf(
  'identity',
  'identities',
  'id:number name email:address jobTitle emails:extra timezone:extra',
);

export const mailboxView = viewOf(
  'mailbox',
  'mailboxes',
  'id:number email:address provider isPrimary healthStatus emailCredentialsExpired warmup.enabled',
);
