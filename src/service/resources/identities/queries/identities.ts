import type { MAILBOX_HEALTH, MAILBOX_PROVIDERS } from '../../../../contract/inbox/enums.ts';
import { type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';

/** Writable fields; absent if never written. */
export type IdentityProfile = Readonly<Record<string, string | readonly string[] | null>>;

export interface IdentityRow {
  readonly id: number;
  /** The name it was created with. */
  readonly originalName: string;
  readonly email: string | null;
  readonly signature: string | null;
  readonly profile: IdentityProfile;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const SELECT = `select id, name as originalName, email, signature, profile as "profile{}", created_at as createdAt,
  coalesce(updated_at, created_at) as updatedAt from identities`;

export async function identityById(tx: Tx, workspaceId: number, id: number): Promise<IdentityRow | undefined> {
  return tx.one<IdentityRow>(sql`${raw(SELECT)}
    where workspace_id = ${workspaceId} and id = ${id} and deleted_at is null`);
}

export async function identityPage(tx: Tx, workspaceId: number, page: PageRequest) {
  const found = sql`${raw(SELECT)} where workspace_id = ${workspaceId} and deleted_at is null`;
  return tx.page<IdentityRow>(found, 'id', page);
}

export async function saveIdentity(
  tx: Tx,
  id: number,
  { email, signature, profile, updatedAt }: Pick<IdentityRow, 'email' | 'signature' | 'profile' | 'updatedAt'>,
): Promise<void> {
  await tx.update('identities', id, { email, signature, profile, updatedAt });
}

export interface MailboxRow {
  readonly id: number;
  readonly identityId: number;
  readonly email: string;
  readonly provider: (typeof MAILBOX_PROVIDERS)[number];
  readonly isPrimary: boolean;
  readonly credentialsExpired: boolean;
  readonly health: (typeof MAILBOX_HEALTH)[number];
  readonly warmupEnabled: boolean;
  readonly warmupMailboxId: string | null;
}

/** Without the encrypted password. */
const MAILBOX = `select id, identity_id as identityId, email, provider, is_primary as "isPrimary?",
  credentials_expired as "credentialsExpired?", health, warmup_enabled as "warmupEnabled?",
  warmup_mailbox_id as warmupMailboxId from mailboxes`;

/** The primary one first, then in the order of creation. */
export async function mailboxesOf(tx: Tx, identityIds: readonly number[]): Promise<MailboxRow[]> {
  return tx.all<MailboxRow>(sql`${raw(MAILBOX)}
    where identity_id in (select value from json_each(${JSON.stringify(identityIds)}))
    order by identity_id, is_primary desc, id`);
}

const emailKey = (email: string): string => email.trim().toLowerCase();

/** The mailbox with this address, of any identity; not case-sensitive. */
export async function mailboxByEmail(tx: Tx, workspaceId: number, email: string): Promise<MailboxRow | undefined> {
  return tx.one<MailboxRow>(sql`${raw(MAILBOX)}
    where workspace_id = ${workspaceId} and email_key = ${emailKey(email)}`);
}

interface NewMailbox {
  readonly workspaceId: number;
  readonly identityId: number;
  readonly email: string;
  readonly provider: MailboxRow['provider'];
  readonly isPrimary: boolean;
  /** Hosts and ports; null if the provider implies them. */
  readonly servers: object | null;
  readonly encryptedPassword: string | null;
  readonly warmup?: { readonly mailboxId: string };
  readonly now: number;
}

/** Returns its id. A primary mailbox replaces the previous primary one. */
export async function insertMailbox(tx: Tx, mailbox: NewMailbox): Promise<number> {
  const { encryptedPassword: sealedPassword, now: createdAt, warmup, ...row } = mailbox;
  const { identityId, email, isPrimary } = row;
  if (isPrimary) await tx.run(sql`update mailboxes set is_primary = 0 where identity_id = ${identityId}`);
  const warming = { warmupEnabled: warmup !== undefined, warmupMailboxId: warmup?.mailboxId ?? null };
  return tx.insert('mailboxes', { ...row, ...warming, emailKey: emailKey(email), sealedPassword, createdAt });
}

interface NamedEmail {
  readonly name: string;
  readonly email: string;
}

/** Of identities that are not deleted, lowest first: what is drawn from them is the same on every engine. */
export async function identityIds(tx: Tx, workspaceId: number): Promise<ReadonlySet<number>> {
  const found = sql`select id from identities
    where workspace_id = ${workspaceId} and deleted_at is null order by id`;
  return new Set(await tx.values<number>(found));
}

/** The current name of an identity; if it was cleared, the name it was created with. */
export const IDENTITY_NAME = "coalesce(i.profile ->> 'name', i.name)";

export async function identityNames(tx: Tx, workspaceId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.all<{ id: number; name: string }>(sql`select i.id, ${raw(IDENTITY_NAME)} as name
    from identities as i
    where i.workspace_id = ${workspaceId} and i.deleted_at is null order by i.id`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Creates the identity if there is none of this name. Returns its id. */
export async function ensureIdentity(tx: Tx, workspaceId: number, { name, email }: NamedEmail, now: number) {
  const known = sql`select id from identities where workspace_id = ${workspaceId} and name = ${name}`;
  return (await tx.value<number>(known)) ?? tx.insert('identities', { workspaceId, name, email, createdAt: now });
}

export async function taskOwners(tx: Tx, workspaceId: number): Promise<(NamedEmail & { id: number })[]> {
  return tx.all(sql`select id, name, email from task_owners where workspace_id = ${workspaceId} order by id`);
}

export async function ensureTaskOwner(tx: Tx, workspaceId: number, { name, email }: NamedEmail): Promise<void> {
  await tx.run(sql`insert into task_owners (workspace_id, name, email) values (${workspaceId}, ${name}, ${email})
    on conflict (workspace_id, email) do nothing`);
}

interface IdentityVoice {
  readonly id: number;
  readonly identityId: number;
  readonly name: string;
  readonly language: string | null;
}

export async function identityVoices(tx: Tx, workspaceId: number): Promise<IdentityVoice[]> {
  return tx.all(sql`select id, identity_id as identityId, name, language from identity_voices
    where workspace_id = ${workspaceId} order by id`);
}

export async function ensureVoice(
  tx: Tx,
  workspaceId: number,
  { identityId, name, language }: Omit<IdentityVoice, 'id'>,
): Promise<void> {
  await tx.run(sql`insert into identity_voices (workspace_id, identity_id, name, language)
    values (${workspaceId}, ${identityId}, ${name}, ${language})
    on conflict (workspace_id, identity_id, name) do nothing`);
}
