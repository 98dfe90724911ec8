// The words of inbox and identities: folders, channels, statuses, ratings, bounds. Free of zod: rules and CLI read them.

/** Folders of an inbox link; the first is the default. */
export const INBOX_FOLDERS = ['received', 'unread', 'sent', 'scheduled', 'ai_draft', 'tags'] as const;
export type InboxFolder = (typeof INBOX_FOLDERS)[number];

/** What a conversation goes through. */
export const CHANNELS = ['NETWORK', 'EMAIL', 'WHATSAPP', 'TASK'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Channels that carry messages; a task is done by a person. */
export const MESSAGE_CHANNELS = ['NETWORK', 'EMAIL', 'WHATSAPP'] as const satisfies readonly Channel[];
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * How automation stands in a conversation (the interface names the values). Undocumented: ACTIVE while a campaign writes in it,
 * PAUSED once an answer has stopped the campaign, COMPLETED when nothing more comes by itself.
 */
export const CONVERSATION_STATUSES = ['PAUSED', 'ACTIVE', 'COMPLETED'] as const;
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const ICP_RATINGS = ['HIGH', 'MEDIUM', 'LOW', 'DISQUALIFIED', 'MISSING_DATA'] as const;
export type IcpRating = (typeof ICP_RATINGS)[number];

/** Undocumented: the interface shows no message. INBOUND is what the contact wrote. */
export const DIRECTIONS = ['INBOUND', 'OUTBOUND'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Undocumented. */
export const MESSAGE_STATUSES = ['DRAFT', 'SCHEDULED', 'SENT', 'RECEIVED'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What can be made to happen to a contact on the local service, as if a person outside had done it. */
export const EMIT_KINDS = [
  'reply',
  'visit',
  'open',
  'click',
  'view',
  'accept',
  'complete',
  'bounce',
  'unsubscribe',
  'signal',
] as const;
export type EmitKind = (typeof EMIT_KINDS)[number];

/** Who hosts a mailbox; only `imap` can be added through the interface (undocumented). */
export const MAILBOX_PROVIDERS = ['imap', 'google', 'microsoft'] as const;
export const MAILBOX_HEALTH = ['HEALTHY', 'DEGRADED', 'DISCONNECTED'] as const;

/** Writable fields of an identity that hold one text, beside `email`. */
export const IDENTITY_TEXTS = [
  'name',
  'firstName',
  'lastName',
  'jobTitle',
  'phoneNumber',
  'networkUrl',
  'scheduleMeetingUrl',
  'profileOverview',
  'keyResponsibilities',
  'gender',
  'seniorityLevel',
  'educations',
  'previousPositions',
  'countryCode',
] as const;

/** Those that hold several. */
export const IDENTITY_LISTS = ['interests', 'languages'] as const;

/** Every writable field, in the interface's order. */
export const IDENTITY_FIELDS = [
  'name',
  'firstName',
  'lastName',
  'jobTitle',
  'email',
  'phoneNumber',
  'networkUrl',
  'scheduleMeetingUrl',
  'timezone',
  'profileOverview',
  'keyResponsibilities',
  'interests',
  'languages',
  'gender',
  'seniorityLevel',
  'educations',
  'previousPositions',
  'countryCode',
  'signature',
] as const;

/** Undocumented but for the rate of removing tags. */
export const INBOX_LIMITS = {
  removeTagsPerMinute: 30,
  tagNameMax: 50,
  tagsAtOnce: 50,
  tagsInWorkspace: 1000,
  messageMax: 100_000,
  subjectMax: 1000,
  requestIdMax: 100,
  linkIdsMax: 500,
  searchMax: 200,
  signatureMax: 100_000,
  identityListMax: 100,
  mailboxesPerIdentity: 20,
} as const;
