// Key scopes. Free of zod: the client and the help read it.

/** The scopes the interface shows, then those we had to choose for reads it does not name. */
export const SCOPES = [
  'ALL',
  'IDENTITIES_READ',
  'CAMPAIGNS_WRITE',
  'OWNERS_READ',
  'CONTACTS_READ',
  'CONTACTS_WRITE',
  'COMPANIES_WRITE',
  'WORKSPACE_READ',
  'WORKSPACE_WRITE',
  'ACTIONS_WRITE',
  'MESSAGING_WRITE',
  'AI_VARIABLES_READ',
  'AI_VARIABLES_WRITE',
  'WORKFLOWS_READ',
  'WORKFLOWS_WRITE',
  'SOCIAL_SELLING_READ',
  'SOCIAL_SELLING_WRITE',
  'CAMPAIGNS_READ',
  'COMPANIES_READ',
  'LISTS_READ',
  'LISTS_WRITE',
  'ACTIONS_READ',
  'MESSAGING_READ',
] as const;

export type Scope = (typeof SCOPES)[number];

/**
 * Who may call a row: a key with this scope; `ADMIN` = the operator of the local service; `WEBHOOK` = any caller that knows the
 * address that `webhookId` names; `null` = anybody.
 */
export type Access = Scope | 'ADMIN' | 'WEBHOOK' | null;

/** ALL allows everything; every X_WRITE allows X_READ (the interface says so for workflows; undocumented for the rest). */
export function allows(held: readonly string[], needed: Scope): boolean {
  if (held.includes('ALL') || held.includes(needed)) return true;
  return needed.endsWith('_READ') && held.includes(needed.replace(/_READ$/, '_WRITE'));
}
