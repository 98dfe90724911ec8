import { raw, sql, type Tx } from '../sql.ts';

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly workspaceId: number;
  readonly workspaceName: string;
  readonly userId: number;
  readonly userName: string;
  readonly role: 'ADMIN' | 'MEMBER';
  /** The identities the user is restricted to; empty for all. */
  readonly identityIds: readonly number[];
}

const SELECT = `select k.id, k.name, k.scopes as "scopes{}", k.created_at as createdAt, k.revoked_at as revokedAt,
    w.id as workspaceId, w.name as workspaceName, u.id as userId, u.name as userName, u.role,
    (select json_group_array(identity_id) from user_identities where user_id = u.id) as "identityIds{}"
  from keys k join workspaces w on w.id = k.workspace_id join users u on u.id = k.user_id`;

/** Keys are stored as the SHA-256 of their value, in hex. Includes revoked keys. */
export async function keyByHash(tx: Tx, hash: string): Promise<KeyRow | undefined> {
  return tx.one<KeyRow>(sql`${raw(SELECT)} where k.hash = ${hash}`);
}

export async function keyById(tx: Tx, id: number): Promise<KeyRow | undefined> {
  return tx.one<KeyRow>(sql`${raw(SELECT)} where k.id = ${id}`);
}

/** The first key of the store: used by the built-in profile. */
export async function firstKey(tx: Tx): Promise<KeyRow | undefined> {
  return tx.one<KeyRow>(sql`${raw(SELECT)} order by k.id limit 1`);
}

export async function allKeys(tx: Tx): Promise<KeyRow[]> {
  return tx.all<KeyRow>(sql`${raw(SELECT)} order by k.id`);
}

type NewKey = Pick<KeyRow, 'workspaceId' | 'userId' | 'name' | 'scopes' | 'createdAt'> & { readonly hash: string };

export async function insertKey(tx: Tx, key: NewKey): Promise<number> {
  return tx.insert('keys', key);
}

/** The time of the first revocation is kept. */
export async function markRevoked(tx: Tx, id: number, now: number): Promise<void> {
  await tx.run(sql`update keys set revoked_at = ${now} where id = ${id} and revoked_at is null`);
}

interface WorkspaceAdmin {
  readonly workspaceId: number;
  readonly userId: number;
}

const ADMIN = `select w.id as workspaceId, min(u.id) as userId from workspaces w
  join users u on u.workspace_id = w.id and u.role = 'ADMIN'`;

export async function firstWorkspaceAdmin(tx: Tx): Promise<WorkspaceAdmin | undefined> {
  return tx.one<WorkspaceAdmin>(sql`${raw(ADMIN)} group by w.id order by w.id limit 1`);
}

export async function workspaceAdminByName(tx: Tx, name: string): Promise<WorkspaceAdmin | undefined> {
  return tx.one<WorkspaceAdmin>(sql`${raw(ADMIN)} where w.name = ${name} group by w.id`);
}

export async function adminOfWorkspace(tx: Tx, workspaceId: number): Promise<WorkspaceAdmin | undefined> {
  return tx.one<WorkspaceAdmin>(sql`${raw(ADMIN)} where w.id = ${workspaceId} group by w.id`);
}

/** A workspace with one user, its admin, and one identity. */
export async function insertWorkspace(tx: Tx, name: string, now: number): Promise<WorkspaceAdmin> {
  const workspaceId = await tx.insert('workspaces', { name, createdAt: now });
  const admin = { workspaceId, name: 'Admin', createdAt: now };
  const userId = await tx.insert('users', { ...admin, role: 'ADMIN' });
  await tx.insert('identities', admin);
  return { workspaceId, userId };
}

/** A user who is not an admin; restricted to `identityIds` unless empty. */
export async function insertMember(
  tx: Tx,
  user: Pick<KeyRow, 'workspaceId' | 'name' | 'createdAt'>,
  identityIds: readonly number[],
): Promise<number> {
  const userId = await tx.insert('users', { ...user, role: 'MEMBER' });
  for (const identityId of identityIds) await tx.insert('user_identities', { userId, identityId });
  return userId;
}

/** The workspace's first admin: background jobs run as this user. */
export async function adminOf(tx: Tx, workspaceId: number): Promise<number> {
  const admins = sql`select id from users where workspace_id = ${workspaceId} and role = 'ADMIN'`;
  return (await tx.value<number>(sql`${admins} order by id limit 1`)) ?? 0;
}

/** The first of that name. */
export async function userByName(tx: Tx, workspaceId: number, name: string): Promise<number | null> {
  return tx.value(sql`select id from users where workspace_id = ${workspaceId} and name = ${name} order by id limit 1`);
}
