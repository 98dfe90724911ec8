// The words of campaigns: step types, condition types, units. Free of zod: rules and CLI read them.

import type { Duration } from '../durations.ts';
import { getOwn, isObject, valueIn } from '../json.ts';

/** Step types in the interface's order. */
export const STEP_TYPES = [
  'email',
  'network_message',
  'network_message_bundle',
  'network_voice_message',
  'network_inmail',
  'network_visit_profile',
  'network_like_last_post',
  'whatsapp_message',
  'condition',
  'network_connection',
  'task',
  'add_to_another_campaign',
  'end',
] as const;
export type StepType = (typeof STEP_TYPES)[number];

/** Conditions that hold or do not hold at the moment they are reached. */
export const INSTANT_CONDITIONS = [
  'has_network_profile',
  'has_professional_email',
  'is_already_connected',
  'has_been_contacted',
  'has_whatsapp_account',
] as const;

/** Conditions that wait for an event, `waitFor` at the longest. */
export const TIMED_CONDITIONS = [
  'email_opened',
  'email_clicked',
  'network_message_viewed',
  'task_completed',
  'connection_accepted',
] as const;

export const CONDITION_TYPES = [...INSTANT_CONDITIONS, ...TIMED_CONDITIONS, 'lead_field'] as const;
export type ConditionType = (typeof CONDITION_TYPES)[number];

/** Operators of `lead_field` that compare with a value. */
export const VALUE_OPERATORS = [
  'EQUALS',
  'NOT_EQUALS',
  'CONTAINS',
  'NOT_CONTAINS',
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN_OR_EQUALS',
] as const;
export const EMPTINESS_OPERATORS = ['IS_EMPTY', 'IS_NOT_EMPTY'] as const;
export const LEAD_OPERATORS = [...VALUE_OPERATORS, ...EMPTINESS_OPERATORS] as const;

/** Operators that need an order: their value is a number or a date. */
export const ORDER_OPERATORS = [
  'GREATER_THAN',
  'LESS_THAN',
  'GREATER_THAN_OR_EQUALS',
  'LESS_THAN_OR_EQUALS',
] as const satisfies readonly (typeof LEAD_OPERATORS)[number][];

/** Units of `delay` (undocumented: the interface does not show its shape). */
export const DELAY_UNITS = ['minutes', 'hours', 'days'] as const;
export const WAIT_UNITS = ['seconds', 'minutes', 'hours', 'days'] as const;
export const ACCEPTANCE_UNITS = ['days'] as const;

export const CONTENT_TYPES = ['AUDIO', 'IMAGE', 'FILE', 'VIDEO'] as const;
/** Undocumented: the interface names `taskType`, not its values. */
export const TASK_TYPES = ['CALL', 'EMAIL', 'NETWORK', 'WHATSAPP', 'TODO'] as const;
/** Undocumented for campaigns: the reactions that social selling names. */
export const REACTION_TYPES = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'] as const;

/** Undocumented but for DRAFT. */
export const CAMPAIGN_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'COMPLETED'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

/** The status of a contact in a campaign: ACTIVE, or how its sequence ended; SKIPPED: it got nothing, or was refused when it was added (undocumented). */
export const ENROLMENT_STATUSES = ['ACTIVE', 'COMPLETED', 'SKIPPED', 'REPLIED', 'FAILED', 'STOPPED'] as const;
export type EnrolmentStatus = (typeof ENROLMENT_STATUSES)[number];

/** Events that campaigns wait for, as `/_local/emit` names them. */
export const ENGAGEMENT_EVENTS = ['open', 'click', 'view', 'accept', 'complete'] as const;
export type EngagementEvent = (typeof ENGAGEMENT_EVENTS)[number];
/** What people do after a step. A reply ends the sequence: nothing waits for it. */
export const CONTACT_REACTIONS = [...ENGAGEMENT_EVENTS, 'reply'] as const;
export type ContactReaction = (typeof CONTACT_REACTIONS)[number];

/** The event each timed condition waits for. */
export const EVENT_OF_CONDITION = {
  email_opened: 'open',
  email_clicked: 'click',
  network_message_viewed: 'view',
  task_completed: 'complete',
  connection_accepted: 'accept',
} as const satisfies Readonly<Record<(typeof TIMED_CONDITIONS)[number], EngagementEvent>>;

/** Channels of an AI message, and the step types each serves. */
export const AI_CHANNELS = ['EMAIL', 'NETWORK', 'NETWORK_INMAIL', 'NETWORK_CONNECTION'] as const;
export type AiChannel = (typeof AI_CHANNELS)[number];
export const CHANNEL_OF = {
  email: 'EMAIL',
  network_message: 'NETWORK',
  network_inmail: 'NETWORK_INMAIL',
  network_connection: 'NETWORK_CONNECTION',
} as const satisfies { readonly [T in StepType]?: AiChannel };

/** The branches of a step type, in reading order: first the event, then its absence. */
export const BRANCHES_OF = {
  condition: ['onTrue', 'onFalse'],
  network_connection: ['onAccepted', 'onNotAccepted'],
} as const satisfies { readonly [T in StepType]?: readonly string[] };
export type BranchKey = (typeof BRANCHES_OF)[keyof typeof BRANCHES_OF][number];

export function branchKeysOf(type: StepType | null): readonly BranchKey[] {
  return type === 'condition' || type === 'network_connection' ? BRANCHES_OF[type] : [];
}

export const DURATION_NAMES = ['delay', 'waitFor', 'waitForAcceptance'] as const;
export type DurationName = (typeof DURATION_NAMES)[number];

/** The duration in a step; null when there is none, or it is not valid. */
export function durationOf(value: unknown): Duration | null {
  if (!isObject(value)) return null;
  const [amount, unit] = [getOwn(value, 'value'), getOwn(value, 'unit')];
  const known = WAIT_UNITS.find((word) => word === unit);
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount <= 0 || known === undefined) return null;
  return { value: amount, unit: known };
}

export const isOneOf = <T extends string>(words: readonly T[], value: unknown): value is T =>
  words.some((word) => word === value);

export function conditionTypeOf(condition: unknown): ConditionType | null {
  const type = valueIn(condition, 'type');
  return isOneOf(CONDITION_TYPES, type) ? type : null;
}

export function isTimed(type: ConditionType | null): boolean {
  return isOneOf(TIMED_CONDITIONS, type);
}
