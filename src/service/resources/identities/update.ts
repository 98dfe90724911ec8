import { dictionary } from '../../../contract/dictionary.ts';
import type { IdentityPatch } from '../../../contract/identities/endpoints.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { requireOwnIdentity } from './lookup.ts';
import { type IdentityProfile, mailboxesOf, saveIdentity } from './queries/identities.ts';
import { type IdentityView, identityView } from './read.ts';

/** Throws Refusal `invalid` if no field is supplied. */
function assertNotEmpty(patch: IdentityPatch): void {
  if (Object.values(patch).some((value) => value !== undefined)) return;
  const message = 'give at least one field to change';
  throw new Refusal('invalid', message, { issues: [{ path: '', code: 'required', message }] });
}

/** Changes the fields that were sent; null clears. The signature is stored as sent. Throws Refusal `invalid`, `not_found`. */
export async function updateIdentity(context: Context, id: number, patch: IdentityPatch): Promise<IdentityView> {
  assertNotEmpty(patch);
  const row = await requireOwnIdentity(context, id);
  const { email = row.email, signature = row.signature, ...sent } = patch;
  const profile = dictionary<IdentityProfile[string]>(row.profile);
  for (const [name, value] of Object.entries(sent)) if (value !== undefined) profile[name] = value;
  const changed = { ...row, email, signature, profile };
  const isSame = JSON.stringify(changed) === JSON.stringify(row);
  const updated = isSame ? row : { ...changed, updatedAt: context.now };
  if (!isSame) await saveIdentity(context.tx, id, updated);
  return identityView(context, updated, await mailboxesOf(context.tx, [id]));
}
