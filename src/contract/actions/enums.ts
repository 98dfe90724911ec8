// The words of enrichment runs. Free of zod: rules and CLI read them.

import type { EntityName } from '../entities.ts';

export const ACTION_TYPES = [
  'SCRAPE_LEAD_FROM_NETWORK',
  'ENRICH_WITH_EMAIL',
  'ENRICH_WITH_PHONE',
  'VERIFY_LEAD_EMAIL',
  'VERIFY_LEAD_PHONE',
  'SEARCH_LEADS_FROM_NETWORK_COMPANY',
  'COMPANY_NETWORK_FROM_NAME',
  'EXPORT_TO_CRM',
  'SYNC_LEAD_WITH_CRM',
  'SYNC_COMPANY_WITH_CRM',
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

export const ACTION_ENTITIES: Readonly<Record<ActionType, readonly EntityName[]>> = {
  SCRAPE_LEAD_FROM_NETWORK: ['CONTACT'],
  ENRICH_WITH_EMAIL: ['CONTACT'],
  ENRICH_WITH_PHONE: ['CONTACT'],
  VERIFY_LEAD_EMAIL: ['CONTACT'],
  VERIFY_LEAD_PHONE: ['CONTACT'],
  SEARCH_LEADS_FROM_NETWORK_COMPANY: ['COMPANY'],
  COMPANY_NETWORK_FROM_NAME: ['COMPANY'],
  EXPORT_TO_CRM: ['CONTACT', 'COMPANY'],
  SYNC_LEAD_WITH_CRM: ['CONTACT'],
  SYNC_COMPANY_WITH_CRM: ['COMPANY'],
};

/** Actions that need a CRM connected to the workspace. */
export const CRM_ACTIONS: readonly ActionType[] = ['EXPORT_TO_CRM', 'SYNC_LEAD_WITH_CRM', 'SYNC_COMPANY_WITH_CRM'];

/** A run has exactly one of these, and holds records of that kind. */
export const RUN_TARGETS = {
  contactIds: 'CONTACT',
  companyIds: 'COMPANY',
  contactGroupIds: 'CONTACT',
  companyGroupIds: 'COMPANY',
} as const satisfies Readonly<Record<string, EntityName>>;
export type RunTarget = keyof typeof RUN_TARGETS;
export const RUN_TARGET_KEYS = ['contactIds', 'companyIds', 'contactGroupIds', 'companyGroupIds'] as const;

export const STOP_TYPES = ['NONE', 'VERIFIED_EMAIL', 'PHONE'] as const;
export const SPEEDS = ['SLOW', 'FAST'] as const;
export type Speed = (typeof SPEEDS)[number];

/** What a whole run can be. PENDING: what it will work on is not known yet; PARTIAL: some of it failed. */
export const RUN_STATUSES = ['PENDING', 'QUEUED', 'PROCESSING', 'COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED'] as const;
export type ActionRunStatus = (typeof RUN_STATUSES)[number];
/** After one of these nothing changes any more. */
export const FINAL_STATUSES: readonly ActionRunStatus[] = ['COMPLETED', 'PARTIAL', 'FAILED', 'CANCELLED'];

/** What one action on one record can be (undocumented). CANCELLED: the record was gone before its turn. */
export const ITEM_STATUSES = ['PENDING', 'COMPLETED', 'FAILED', 'SKIPPED', 'CANCELLED'] as const;
export type ItemStatus = (typeof ITEM_STATUSES)[number];

/** What a run of an imported finder preview calls its one action (undocumented). */
export const IMPORT_ACTION = 'IMPORT_FROM_FINDER';

/** Why one action failed on a record, or was skipped (undocumented), as a person reads it. */
export const REASONS = {
  RECORD_GONE: 'the record no longer exists',
  MISSING_DATA: 'the record needs a name and a company domain',
  HAS_EMAIL: 'the record already has an email address',
  HAS_PHONE: 'the record already has a phone number',
  NOT_FOUND: 'nothing was found',
  NO_EMAIL: 'there is no email address to verify',
  NO_PHONE: 'there is no phone number to verify',
  NO_ANSWER: 'the provider did not answer',
  NO_PROFILE: 'there is no network profile',
  PROFILE_UNAVAILABLE: 'the profile is private or no longer exists',
  NOBODY_FOUND: 'no one at the company matches the search',
  NOBODY_NEW: 'everyone found is already in the workspace',
  NO_NETWORK_PAGE: 'the company has no network page to compare with',
  UNKNOWN_FILTER: 'the saved filter no longer exists',
  HAS_NETWORK_PAGE: 'the company already has a network page',
  NO_NAME: 'the record has no name',
  NO_DOMAIN: 'the company has no domain or website to compare with',
  NOT_IN_CRM: 'the CRM does not know the record',
  CRM_NOT_CONNECTED: 'no CRM is connected to the workspace',
  REFUSED: 'the workspace has no room for it: one custom field too many',
  WRONG_ENTITY: 'the action does not work on this kind of record',
} as const satisfies Readonly<Record<string, string>>;
export type Reason = keyof typeof REASONS;
