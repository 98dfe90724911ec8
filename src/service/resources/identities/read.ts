import { getOwn } from '../../../contract/dictionary.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { requireIdentity } from './lookup.ts';
import {
  type IdentityProfile,
  type IdentityRow,
  identityPage,
  type MailboxRow,
  mailboxesOf,
} from './queries/identities.ts';

/** Identities, oldest first. */
export async function listIdentities(
  context: Context,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<Table['identities']['list']>> {
  const { tx, principal } = context;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await identityPage(tx, principal.workspaceId, window);
  const mailboxes = await mailboxesOf(
    tx,
    rows.map(({ id }) => id),
  );
  const identities = rows.map((row) =>
    identityView(
      context,
      row,
      mailboxes.filter(({ identityId }) => identityId === row.id),
    ),
  );
  return { identities, page, pageSize, total, hasNextPage: page * pageSize < total };
}

/** Throws Refusal `not_found`. */
export async function showIdentity(
  context: Context,
  id: number,
): Promise<{ readonly identity: IdentityView; readonly mailboxes: readonly MailboxView[] }> {
  const row = await requireIdentity(context, id);
  const mailboxes = await mailboxesOf(context.tx, [id]);
  return { identity: identityView(context, row, mailboxes), mailboxes: mailboxes.map(mailboxView) };
}

export type IdentityView = ReplyOf<Table['identities']['update']>;
export type MailboxView = ReplyOf<Table['identities']['addMailbox']>;

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

export function identityView({ appUrl }: Context, row: IdentityRow, mailboxes: readonly MailboxRow[]): IdentityView {
  const profile = { name: row.originalName, ...row.profile };
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

export function mailboxView(row: MailboxRow): MailboxView {
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
