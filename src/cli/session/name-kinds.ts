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
  '/v1/lists/{listId}': 'lists',
  '/v1/campaign/{campaignId}': 'campaigns',
  '/v1/campaign/{campaignId}/clone': 'campaigns',
  '/v1/campaign/{campaignId}/status': 'campaigns',
  '/v1/workflow/{workflowId}': 'workflows',
  '/v1/identities/{identityId}': 'identities',
  '/v1/ai-variables/{aiVariableId}': 'variables',
  '/v1/ai-variables/ai-messages/{aiMessageId}': 'messages',
  '/v1/ai-variables/ai-snippets/{aiSnippetId}': 'snippets',
  '/v1/ai-variables/message-templates/{messageTemplateId}': 'templates',
};
