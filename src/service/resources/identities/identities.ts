import { groupBy } from '../../../contract/group-by.ts';
import type { IdentityPatch, MailboxInput } from '../../../contract/identities/endpoints.ts';
import { INBOX_LIMITS } from '../../../contract/inbox/enums.ts';
import { dictionary, getOwn } from '../../../contract/json.ts';
import type { ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, found, Refusal } from '../../core/context.ts';
import type { PageRequest } from '../../core/sql.ts';
import {
  type IdentityProfile,
  type IdentityRow,
  identityById,
  identityPage,
  insertMailbox,
  type MailboxRow,
  mailboxByEmail,
  mailboxesOf,
  saveIdentity,
} from './queries/identities.ts';

/** Throws Refusal `not_found`: not in the key's workspace, or deleted. */
export async function requireIdentity({ tx, principal }: Context, id: number): Promise<IdentityRow> {
  return found(await identityById(tx, principal.workspaceId, id), 'identity', id);
}

/** The identity to send as or to change. Throws Refusal `not_found`; `forbidden` for a user restricted to others. */
export async function requireOwnIdentity(context: Context, id: number): Promise<IdentityRow> {
  const identity = await requireIdentity(context, id);
  assertMayActFor(context, id);
  return identity;
}

/** Throws Refusal `forbidden` for a user restricted to other identities. */
export function assertMayActFor({ principal: { identityIds } }: Context, id: number): void {
  if (identityIds === undefined || identityIds.includes(id)) return;
  throw new Refusal('forbidden', `The user of this key may act for the identities ${identityIds.join(', ')} only`);
}

export async function listIdentities(context: Context, query: PageRequest) {
  const { tx, principal } = context;
  const { rows, paging } = await identityPage(tx, principal.workspaceId, query);
  const ids = rows.map(({ id }) => id);
  const mailboxes = groupBy(await mailboxesOf(tx, ids), ({ identityId }) => identityId);
  return { identities: rows.map((row) => identityView(context, row, mailboxes.get(row.id) ?? [])), ...paging };
}

/** Throws Refusal `not_found`. */
export async function showIdentity(context: Context, id: number) {
  const row = await requireIdentity(context, id);
  const mailboxes = await mailboxesOf(context.tx, [id]);
  return { identity: identityView(context, row, mailboxes), mailboxes: mailboxes.map(mailboxView) };
}

type IdentityView = ReplyData<'identities', 'update'>;
type MailboxView = ReplyData<'identities', 'addMailbox'>;

/** The name of the identity; null if it was cleared. */
export function identityName({ originalName, profile }: Pick<IdentityRow, 'originalName' | 'profile'>): string | null {
  return textOf({ name: originalName, ...profile }, 'name');
}

function textOf(profile: IdentityProfile, name: string): string | null {
  const value = getOwn(profile, name);
  return typeof value === 'string' ? value : null;
}

function textsOf(profile: IdentityProfile, name: string): string[] | null {
  const value = getOwn(profile, name);
  return Array.isArray(value) ? [...value] : null;
}

function identityView({ appUrl }: Context, row: IdentityRow, mailboxes: readonly MailboxRow[]): IdentityView {
  const profile = { name: row.originalName, ...row.profile };
  const text = (name: string) => textOf(profile, name);
  const { id, email, signature } = row;
  return {
    ...{ id, appUrl: appUrl('identities', id), email, signature },
    emails: mailboxes.filter(({ health }) => health !== 'DISCONNECTED').map((mailbox) => mailbox.email),
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

function mailboxView(row: MailboxRow): MailboxView {
  const { credentialsExpired, health, warmupEnabled, warmupMailboxId, ...mailbox } = row;
  const warmup = { enabled: warmupEnabled, mailboxId: warmupMailboxId };
  return { ...mailbox, emailCredentialsExpired: credentialsExpired, healthStatus: health, warmup };
}

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

/** Throws Refusal `not_found`. */
export async function listMailboxes(context: Context, identityId: number) {
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
