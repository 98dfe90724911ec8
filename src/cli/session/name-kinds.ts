// Kinds of records whose names completion offers, from a cache that lists fill.

/** Completion reads names from the cache and never asks the network. */
export const NAME_KINDS = [
  'profiles',
  'searches',
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
