// One identity with its mailboxes: for the pages of the local service.

import type { Context } from '../../core/context.ts';
import { requireIdentity } from './lookup.ts';
import { mailboxesOf } from './queries/identities.ts';
import { type IdentityView, identityView, type MailboxView, mailboxView } from './view.ts';

/** Throws Refusal `not_found`. */
export async function showIdentity(
  context: Context,
  id: number,
): Promise<{ readonly identity: IdentityView; readonly mailboxes: readonly MailboxView[] }> {
  const row = await requireIdentity(context, id);
  const mailboxes = await mailboxesOf(context.tx, [id]);
  return { identity: identityView(context, row, mailboxes), mailboxes: mailboxes.map(mailboxView) };
}
