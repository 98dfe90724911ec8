// The words of the AI finder. Free of zod: rules and CLI read them.

export const PROVIDERS = [
  'NETWORK',
  'FUNDRAISING_COMPANIES',
  'FUNDRAISING_CONTACTS',
  'FUNDRAISING_INVESTORS',
  'ECOMMERCE_DATA',
  'CRM_CONTACTS',
  'CRM_COMPANIES',
  'GOOGLE_MAPS',
  'TECHSTACK_TECHNOLOGY',
  'TECHSTACK_JOBS',
] as const;
export type Provider = (typeof PROVIDERS)[number];

export const ASKED_PROVIDERS = ['AUTO', ...PROVIDERS] as const;
export type AskedProvider = (typeof ASKED_PROVIDERS)[number];

/** Their results walk forward from page 1 and end with the tenth. */
export function isFundraising(provider: string): boolean {
  return provider.startsWith('FUNDRAISING_');
}

/** Which records a saved filter finds. LEAD is the interface's word; COMPANY is undocumented. */
export const SAVED_FILTER_TYPES = ['LEAD', 'COMPANY'] as const;
export type SavedFilterType = (typeof SAVED_FILTER_TYPES)[number];
