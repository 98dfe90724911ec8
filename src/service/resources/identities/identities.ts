// Identities: who writes (SERVICE-API, Identities and Identity).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { IdentityPatch, MailboxInput } from '../../../contract/identities/endpoints.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  type IdentityProfile,
  type IdentityRow,
  identityById,
  identityPage,
  insertMailbox,
  type MailboxRow,
  mailboxByEmail,
  mailboxesOf,
  updateIdentity as writeIdentity,
} from './queries/identities.ts';

type Rows = Table['identities'];
type IdentityRecord = ReplyOf<Rows['update']>;
type MailboxRecord = ReplyOf<Rows['addMailbox']>;

/** Throws Refusal `not_found`: absent from the key's workspace, or deleted (SERVICE-API, Errors). */
export async function identityOf({ tx, principal }: Context, id: number): Promise<IdentityRow> {
  const identity = await identityById(tx, principal.workspaceId, id);
  if (!identity) throw new Refusal('not_found', `There is no identity ${id}`);
  return identity;
}

/** What the identity is called; null where its name was cleared. */
export function nameOf({ madeAs, profile }: Pick<IdentityRow, 'madeAs' | 'profile'>): string | null {
  return textOf({ name: madeAs, ...profile }, 'name');
}

function textOf(profile: IdentityProfile, name: string): string | null {
  const value = profile[name];
  return typeof value === 'string' ? value : null;
}

function textsOf(profile: IdentityProfile, name: string): string[] | null {
  const value = profile[name];
  return Array.isArray(value) ? [...value] : null;
}

function showIdentity({ appUrl }: Context, row: IdentityRow, mailboxes: readonly MailboxRow[]): IdentityRecord {
  const profile = { name: row.madeAs, ...row.profile };
  const text = (name: string) => textOf(profile, name);
  return {
    id: row.id,
    appUrl: appUrl('identities', row.id),
    email: row.email,
    emails: mailboxes.filter(({ health }) => health !== 'DISCONNECTED').map(({ email }) => email),
    signature: row.signature,
    name: text('name'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    jobTitle: text('jobTitle'),
    phoneNumber: text('phoneNumber'),
    networkUrl: text('networkUrl'),
    scheduleMeetingUrl: text('scheduleMeetingUrl'),
    timezone: text('timezone'),
    profileOverview: text('profileOverview'),
    keyResponsibilities: text('keyResponsibilities'),
    interests: textsOf(profile, 'interests'),
    languages: textsOf(profile, 'languages'),
    gender: text('gender'),
    seniorityLevel: text('seniorityLevel'),
    educations: text('educations'),
    previousPositions: text('previousPositions'),
    countryCode: text('countryCode'),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
  };
}

/** Identities, oldest first. */
export async function findIdentities(
  context: Context,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<Rows['list']>> {
  const { tx, principal } = context;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await identityPage(tx, principal.workspaceId, window);
  const mailboxes = await mailboxesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const identities = rows.map((row) =>
    showIdentity(
      context,
      row,
      mailboxes.filter(({ identityId }) => identityId === row.id),
    ),
  );
  return { identities, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** SERVICE-API, Errors: 400 where no field is supplied. */
function assertSomething(patch: IdentityPatch): void {
  if (Object.values(patch).some((value) => value !== undefined)) return;
  const message = 'give at least one field to change';
  throw new Refusal('invalid', message, { issues: [{ path: '', code: 'required', message }] });
}

/** Changes the fields that were sent; null clears. The signature is stored as sent. Throws Refusal `invalid` or `not_found`. */
export async function updateIdentity(context: Context, id: number, patch: IdentityPatch): Promise<IdentityRecord> {
  assertSomething(patch);
  const row = await identityOf(context, id);
  const { email = row.email, signature = row.signature, ...sent } = patch;
  const profile: Record<string, IdentityProfile[string]> = { ...row.profile };
  for (const [name, value] of Object.entries(sent)) if (value !== undefined) profile[name] = value;
  const changed = { ...row, email, signature, profile };
  const isSame = JSON.stringify(changed) === JSON.stringify(row);
  const updated = isSame ? row : { ...changed, updatedAt: context.now };
  if (!isSame) await writeIdentity(context.tx, id, updated);
  return showIdentity(context, updated, await mailboxesOf(context.tx, [id]));
}

function showMailbox(row: MailboxRow): MailboxRecord {
  return {
    id: row.id,
    identityId: row.identityId,
    email: row.email,
    provider: row.provider,
    isPrimary: row.isPrimary,
    emailCredentialsExpired: row.credentialsExpired,
    healthStatus: row.health,
    warmup: { enabled: row.warmupEnabled, mailboxId: row.warmupMailboxId },
  };
}

/** Throws Refusal `not_found`. */
export async function listMailboxes(context: Context, identityId: number): Promise<ReplyOf<Rows['mailboxes']>> {
  await identityOf(context, identityId);
  return { identityId, mailboxes: (await mailboxesOf(context.tx, [identityId])).map(showMailbox) };
}

/**
 * An IMAP mailbox; the first of an identity is its primary one. Its address becomes the identity's where it is primary
 * (chosen). The password is sealed before it is stored. Throws Refusal `not_found`; `conflict` for an address that some
 * identity has, and for too many mailboxes.
 */
export async function addMailbox(context: Context, identityId: number, input: MailboxInput): Promise<MailboxRecord> {
  const { tx, principal, now, encryptSecret } = context;
  const identity = await identityOf(context, identityId);
  const known = await mailboxesOf(tx, [identityId]);
  await assertFree(context, input.email, known.length);
  if (!encryptSecret) throw new Error('no key to encrypt the password with');
  const { password, ...servers } = input.credentials;
  const email = input.email.trim();
  const isPrimary = input.makePrimary || known.length === 0;
  const encryptedPassword = await encryptSecret(password);
  const { workspaceId } = principal;
  const id = await insertMailbox(tx, {
    ...{ workspaceId, identityId, email, provider: input.provider, isPrimary, servers, encryptedPassword, now },
  });
  if (isPrimary && identity.email !== email)
    await writeIdentity(tx, identityId, { ...identity, email, updatedAt: now });
  const added = (await mailboxesOf(tx, [identityId])).find((mailbox) => mailbox.id === id);
  if (!added) throw new Error(`mailbox ${id} was not written`);
  return showMailbox(added);
}

async function assertFree({ tx, principal }: Context, email: string, count: number): Promise<void> {
  const taken = await mailboxByEmail(tx, principal.workspaceId, email);
  if (taken) {
    const message = `${taken.email} is a mailbox of identity ${taken.identityId} already: ${taken.id}`;
    throw new Refusal('conflict', message, { mailboxId: taken.id, identityId: taken.identityId });
  }
  if (count >= INBOX_LIMITS.mailboxesPerIdentity) {
    throw new Refusal('conflict', `An identity has at most ${INBOX_LIMITS.mailboxesPerIdentity} mailboxes`);
  }
}
