import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { type IdentityRow, identityById } from './queries/identities.ts';

/** Throws Refusal `not_found`: not in the key's workspace, or deleted. */
export async function requireIdentity({ tx, principal }: Context, id: number): Promise<IdentityRow> {
  const identity = await identityById(tx, principal.workspaceId, id);
  if (!identity) throw new Refusal('not_found', `There is no identity ${id}`);
  return identity;
}

/** The identity to send as or to change. Throws Refusal `not_found`; `forbidden` for a user restricted to others. */
export async function requireOwnIdentity(context: Context, id: number): Promise<IdentityRow> {
  const identity = await requireIdentity(context, id);
  const { identityIds } = context.principal;
  if (identityIds === undefined || identityIds.includes(id)) return identity;
  throw new Refusal('forbidden', `The user of this key may act for the identities ${identityIds.join(', ')} only`);
}
