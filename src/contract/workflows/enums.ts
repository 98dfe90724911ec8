// The words of workflows: node kinds, triggers, signals, operators, block ids, bounds. Free of zod: rules and CLI read them.

export const NODE_KINDS = ['BLOCK', 'CONDITIONAL', 'KING'] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** What flows through a workflow: contacts are called leads there. */
export const WORKFLOW_ENTITIES = ['LEAD', 'COMPANY'] as const;
export type WorkflowEntity = (typeof WORKFLOW_ENTITIES)[number];

export const TRIGGER_TYPES = ['MANUAL', 'SCHEDULE', 'WEBHOOK', 'API', 'INTENT'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** What only reading shows of a trigger: accepted and ignored when it is sent back (undocumented, as for campaigns). */
export const TRIGGER_READ_ONLY = ['webhookUrl', 'webhookInputs', 'webhookSecret'] as const;

export const SCHEDULE_DEFINITIONS = ['DAILY', 'WEEKLY', 'BI_WEEKLY', 'MONTHLY', 'QUARTERLY', 'YEARLY'] as const;

export const SIGNAL_KINDS = [
  'CONVERSATION_REPLY',
  'WEBSITE_VISITOR',
  'LEAD_CREATED',
  'COMPANY_CREATED',
  'LEAD_PROPERTY_UPDATED',
  'COMPANY_PROPERTY_UPDATED',
  'LEAD_ADDED_TO_LIST',
  'COMPANY_ADDED_TO_LIST',
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** What a signal may be about (undocumented: the interface names the kinds only; a visitor is a person or a company). */
export const SIGNAL_ENTITIES: Readonly<Record<SignalKind, readonly WorkflowEntity[]>> = {
  CONVERSATION_REPLY: ['LEAD'],
  WEBSITE_VISITOR: ['LEAD', 'COMPANY'],
  LEAD_CREATED: ['LEAD'],
  COMPANY_CREATED: ['COMPANY'],
  LEAD_PROPERTY_UPDATED: ['LEAD'],
  COMPANY_PROPERTY_UPDATED: ['COMPANY'],
  LEAD_ADDED_TO_LIST: ['LEAD'],
  COMPANY_ADDED_TO_LIST: ['COMPANY'],
};

/** Types of declared webhook inputs. The first three are shown; "scalar/array types" are not, their names are undocumented. */
export const WEBHOOK_INPUT_TYPES = [
  'leadIds',
  'companyIds',
  'companyPayload',
  'string',
  'number',
  'boolean',
  'stringArray',
  'numberArray',
] as const;
export type WebhookInputType = (typeof WEBHOOK_INPUT_TYPES)[number];

/** The record stream: ids that only the entry may be given. */
export const ENTITY_INPUTS = [
  'leadId',
  'leadIds',
  'companyId',
  'companyIds',
  'leadsGroupId',
  'companyGroupId',
] as const;
export type EntityInput = (typeof ENTITY_INPUTS)[number];

export const ENTITY_OF_INPUT: Readonly<Record<EntityInput, WorkflowEntity>> = {
  leadId: 'LEAD',
  leadIds: 'LEAD',
  leadsGroupId: 'LEAD',
  companyId: 'COMPANY',
  companyIds: 'COMPANY',
  companyGroupId: 'COMPANY',
};

/** What stands in an entry's entity input that comes with each run. */
export const MANUAL_INPUT = '__MANUAL_INPUT';

/** The public aliases of the list inputs (`companyListId` is undocumented, made like `contactListId`). */
export const LIST_ALIASES = { contactListId: 'leadsGroupId', companyListId: 'companyGroupId' } as const;

/** Types of block inputs (undocumented: the catalogue's words are not shown). */
export const BLOCK_INPUT_TYPES = [
  ...ENTITY_INPUTS,
  'campaignId',
  'identityId',
  'companyPayload',
  'boolean',
  'integer',
  'number',
  'string',
  'stringArray',
  'span',
  'object',
] as const;
export type BlockInputType = (typeof BLOCK_INPUT_TYPES)[number];

/** Whether an input is written into the node, or comes with the records (the interface's "configure or let it flow"). */
export const RESOLUTIONS = ['configure', 'flow'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** What a block is for: `selector` and `import` blocks are the entries (undocumented words). */
export const BLOCK_GROUPS = ['selector', 'import', 'enrichment', 'outreach', 'list', 'crm', 'flow'] as const;
export type BlockGroup = (typeof BLOCK_GROUPS)[number];

/** Operators of conditions (undocumented: `operator` is shown without its values; those of `lead_field` and what ids need). */
export const CONDITION_OPERATORS = [
  'EQUALS',
  'NOT_EQUALS',
  'CONTAINS',
  'NOT_CONTAINS',
  'STARTS_WITH',
  'ENDS_WITH',
  'IS_ANY_OF',
  'IS_NONE_OF',
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN_OR_EQUALS',
  'BETWEEN',
  'WITHIN_LAST_DAYS',
  'NOT_WITHIN_LAST_DAYS',
  'IS_EMPTY',
  'IS_NOT_EMPTY',
] as const;
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number];

export const CONDITION_FIELD_GROUPS = [
  'ENTITY',
  'ENGAGEMENT',
  'NETWORK',
  'CRM',
  'PLATFORM',
  'ACTIVITY',
  'RUN_CONTEXT',
] as const;
export type ConditionFieldGroup = (typeof CONDITION_FIELD_GROUPS)[number];

/** Data types of condition fields: those of records, and lists of ids (undocumented). */
export const CONDITION_DATA_TYPES = ['text', 'number', 'boolean', 'date', 'select', 'url', 'email', 'ids'] as const;
export type ConditionDataType = (typeof CONDITION_DATA_TYPES)[number];

export const CONTRACT_STATUSES = ['EMPTY', 'SUPPORTED', 'UNSUPPORTED'] as const;

export const WAIT_BLOCK_UNITS = ['minutes', 'hours', 'days'] as const;

export const WORKFLOW_STATUSES = ['DRAFT', 'PUBLISHED'] as const;

/** RUNNING, and the three it may end in. */
export const RUN_STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const;
export type WorkflowRunStatus = (typeof RUN_STATUSES)[number];

/** Bounds of workflows. The first five are the interface's. */
export const WORKFLOW_LIMITS = {
  nodes: 60,
  conditions: 20,
  webhookInputs: 20,
  percentMax: 100,
  kingLimitDefault: 1,
  /** Undocumented: characters. */
  nameMax: 200,
  nodeIdMax: 100,
  textMax: 10_000,
  inputKeyMax: 64,
  /** Undocumented: ids in one input, values of one condition. */
  idsMax: 10_000,
  valuesMax: 1000,
  /** Undocumented: every how many periods a schedule fires at most; days of a WAIT. */
  intervalMax: 1000,
  waitDaysMax: 365,
  kingLimitMax: 1_000_000,
  /** Undocumented: records one import takes a run. */
  importMax: 2500,
  /** Undocumented: cycles named in one answer. */
  cyclesNamed: 20,
} as const;

/**
 * What a record is at a step. The interface shows SUCCEEDED and FAILED. PENDING: its turn has not come; WAITING: for a
 * delay or a decision; SKIPPED: the step does not apply to it; CANCELLED: the run or the record went before its turn.
 */
export const STEP_STATUSES = ['PENDING', 'WAITING', 'SUCCEEDED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];

export const DECISIONS = ['APPROVED', 'REJECTED'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Undocumented: operations of one edit. */
export const DRAFT_OPS_MAX = 200;
