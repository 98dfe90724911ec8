import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { MailboxInput } from '../../../contract/identities/endpoints.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { requireIdentity, requireOwnIdentity } from './lookup.ts';
import { insertMailbox, mailboxByEmail, mailboxesOf, saveIdentity } from './queries/identities.ts';
import { type MailboxView, mailboxView } from './read.ts';

/** Throws Refusal `not_found`. */
export async function listMailboxes(
  context: Context,
  identityId: number,
): Promise<ReplyOf<Table['identities']['mailboxes']>> {
  await requireIdentity(context, identityId);
  return { identityId, mailboxes: (await mailboxesOf(context.tx, [identityId])).map(mailboxView) };
}

/**
 * Adds an IMAP mailbox. The first one of an identity is its primary one, whose address becomes the identity's (our choice).
 * The password is encrypted before it is stored. Throws Refusal `not_found`; `conflict` for an address that an identity
 * already has, and for too many mailboxes.
 */
export async function addMailbox(context: Context, identityId: number, input: MailboxInput): Promise<MailboxView> {
  const { tx, principal, now, encryptSecret } = context;
  const identity = await requireOwnIdentity(context, identityId);
  const known = await mailboxesOf(tx, [identityId]);
  await assertAvailable(context, input.email, known.length);
  if (!encryptSecret) throw new Error('no key to encrypt the password with');
  const { password, ...servers } = input.credentials;
  const email = input.email.trim();
  const isPrimary = input.makePrimary || known.length === 0;
  const encryptedPassword = await encryptSecret(password);
  const { workspaceId } = principal;
  const id = await insertMailbox(tx, {
    ...{ workspaceId, identityId, email, provider: input.provider, isPrimary, servers, encryptedPassword, now },
  });
  if (isPrimary && identity.email !== email) await saveIdentity(tx, identityId, { ...identity, email, updatedAt: now });
  const added = (await mailboxesOf(tx, [identityId])).find((mailbox) => mailbox.id === id);
  if (!added) throw new Error(`mailbox ${id} was not written`);
  return mailboxView(added);
}

async function assertAvailable({ tx, principal }: Context, email: string, count: number): Promise<void> {
  const taken = await mailboxByEmail(tx, principal.workspaceId, email);
  if (taken) {
    const message = `${taken.email} is already a mailbox of identity ${taken.identityId}: ${taken.id}`;
    throw new Refusal('conflict', message, { mailboxId: taken.id, identityId: taken.identityId });
  }
  if (count >= INBOX_LIMITS.mailboxesPerIdentity) {
    throw new Refusal('conflict', `An identity can have at most ${INBOX_LIMITS.mailboxesPerIdentity} mailboxes`);
  }
}
