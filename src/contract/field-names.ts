// The names of the fields of campaigns, AI entities and workflows, in the order people write them. Free of zod: files and
// comparisons need no more. A test compares them with the schemas.

import type { AiKind } from './ai/enums.ts';
import type { StepType } from './campaigns/enums.ts';
import type { NodeKind } from './workflows/enums.ts';

/** What a campaign has beside its steps. */
export const CAMPAIGN_SETTINGS = ['name', 'description', 'identityId', 'trackOpens', 'trackClicks'] as const;
/** What only reading shows of a campaign, and of a step: accepted and ignored. */
export const CAMPAIGN_READ_ONLY = [
  'id',
  'status',
  'appUrl',
  'stepCount',
  'createdAt',
  'updatedAt',
  'progress',
] as const;
export const STEP_READ_ONLY = ['stepId', 'connectionId', 'nextConnectionId'] as const;

/** What each step type has, but its type, its branches and what only reading shows. */
export const STEP_FIELD_NAMES: Readonly<Record<StepType, readonly string[]>> = {
  email: ['subject', 'content', 'delay', 'aiMessageId'],
  network_message: ['content', 'attachment', 'attachmentName', 'contentType', 'delay', 'aiMessageId'],
  network_message_bundle: ['messages', 'delay'],
  network_voice_message: [
    'content',
    'voiceId',
    'voiceSettings',
    'attachment',
    'attachmentName',
    'contentType',
    'delay',
  ],
  network_inmail: ['subject', 'content', 'delay', 'aiMessageId'],
  network_visit_profile: ['delay'],
  network_like_last_post: ['reactionType', 'delay'],
  whatsapp_message: ['content', 'delay'],
  condition: ['condition'],
  network_connection: ['waitForAcceptance', 'content', 'aiMessageId', 'delay'],
  task: ['taskType', 'title', 'note', 'ownerId', 'delay'],
  add_to_another_campaign: ['campaignId', 'delay'],
  end: [],
};

/** What each kind of AI entity has, but what only reading shows. */
export const AI_FIELDS: Readonly<Record<AiKind, readonly string[]>> = {
  'ai-variable': [
    'name',
    'entity',
    'description',
    'folderId',
    'model',
    'search',
    'isPublic',
    'customWebsiteField',
    'outputSchema',
    'prompt',
  ],
  'ai-message': [
    'name',
    'description',
    'folderId',
    'channel',
    'toneId',
    'model',
    'outputLength',
    'splitMessages',
    'prompt',
  ],
  'ai-snippet': ['name', 'description', 'folderId', 'toneId', 'model', 'prompt'],
  template: ['name', 'description', 'folderId', 'channel', 'subject', 'messages'],
};

/** What a workflow has, and what each kind of node has. */
export const WORKFLOW_FIELDS = ['name', 'trigger', 'plan', 'maxCreditsPerRun', 'importSources', 'publish'] as const;
export const NODE_FIELDS: Readonly<Record<NodeKind, readonly string[]>> = {
  BLOCK: ['id', 'kind', 'blockId', 'inputs', 'next'],
  CONDITIONAL: ['id', 'kind', 'conditions', 'fallbackName', 'next'],
  KING: ['id', 'kind', 'groupBy', 'orderBy', 'limit', 'next'],
};
