// Paths whose answers have names that completion offers later. By itself: every command asks, and few have anything to keep.

/** Names that a cache knows; no completion ever asks the network. */
export const NAME_KINDS = [
  'profiles',
  'lists',
  'campaigns',
  'workflows',
  'identities',
  'variables',
  'messages',
  'snippets',
  'templates',
  'tags',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** Path of a row → what the records of its answers are. */
export const KIND_OF_PATH: Readonly<Record<string, NameKind>> = {
  '/v1/lists': 'lists',
  '/v1/campaigns': 'campaigns',
  '/v1/workflows': 'workflows',
  '/v1/identities': 'identities',
  '/v1/ai-variables': 'variables',
  '/v1/ai-variables/ai-messages': 'messages',
  '/v1/ai-variables/ai-snippets': 'snippets',
  '/v1/ai-variables/message-templates': 'templates',
  '/v1/inbox/tags': 'tags',
};
