// Senders, task owners and voices.

import { idsOf, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

export interface NamedEmail {
  readonly name: string;
  readonly email: string;
}

/** Of identities that are not deleted, lowest first: what is drawn from them is the same on every engine. */
export async function identityIds(tx: Tx, workspaceId: number): Promise<ReadonlySet<number>> {
  return new Set(
    await idsOf(
      tx,
      sql`select id from identities
    where workspace_id = ${workspaceId} and deleted_at is null order by id`,
    ),
  );
}

/** The current name of an identity; if it was cleared, the name it was created with. */
export const IDENTITY_NAME = "coalesce(i.profile ->> 'name', i.name)";

/** Names of identities that are not deleted, by id. */
export async function identityNames(tx: Tx, workspaceId: number): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.all<{ id: number; name: string }>(sql`select i.id, ${raw(IDENTITY_NAME)} as name
    from identities as i
    where i.workspace_id = ${workspaceId} and i.deleted_at is null order by i.id`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Creates the identity if there is none of this name. Returns its id. */
export async function ensureIdentity(tx: Tx, workspaceId: number, { name, email }: NamedEmail, now: number) {
  const known = await tx.one<{ id: number }>(sql`select id from identities
    where workspace_id = ${workspaceId} and name = ${name}`);
  if (known !== undefined) return known.id;
  const { lastId } = await tx.run(sql`insert into identities (workspace_id, name, email, created_at)
    values (${workspaceId}, ${name}, ${email}, ${now})`);
  return lastId;
}

export async function taskOwners(tx: Tx, workspaceId: number): Promise<(NamedEmail & { id: number })[]> {
  return tx.all(sql`select id, name, email from task_owners where workspace_id = ${workspaceId} order by id`);
}

export async function ensureTaskOwner(tx: Tx, workspaceId: number, { name, email }: NamedEmail): Promise<void> {
  await tx.run(sql`insert into task_owners (workspace_id, name, email) values (${workspaceId}, ${name}, ${email})
    on conflict (workspace_id, email) do nothing`);
}

export interface IdentityVoice {
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
