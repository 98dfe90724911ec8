import { inList, jsonList, raw, sql, type Tx } from '../../../core/sql.ts';

export interface TagRow {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly createdAt: number;
}

const SELECT = 'select id, name, color, created_at as createdAt from inbox_tags';

/** The tags of the workspace by name; with `name`, only the one of exactly this name. */
export async function tagsOf(tx: Tx, workspaceId: number, name: string | null = null): Promise<TagRow[]> {
  const sql = `${SELECT} where workspace_id = ?1 and (name = ?2 or ?2 is null) order by lower(name), id`;
  return tx.all<TagRow>(sql, workspaceId, name);
}

export async function tagById(tx: Tx, workspaceId: number, id: number): Promise<TagRow | undefined> {
  return tx.one<TagRow>(sql`${raw(SELECT)} where workspace_id = ${workspaceId} and id = ${id}`);
}

export async function insertTag(tx: Tx, tag: Omit<TagRow, 'id'> & { readonly workspaceId: number }): Promise<number> {
  return tx.insert('inbox_tags', tag);
}

export async function knownTags(tx: Tx, workspaceId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const known = sql`select id from inbox_tags where workspace_id = ${workspaceId} and id ${inList(ids)}`;
  return new Set(await tx.values<number>(known));
}

/** What is tagged: the contact or, with a sender, its conversations with that sender. */
export interface TagTarget {
  readonly contactId: number;
  readonly identityId: number | null;
}

const ownerOf = ({ identityId }: TagTarget): number => identityId ?? 0;

export async function addTags(tx: Tx, on: TagTarget, tagIds: readonly number[], now: number): Promise<void> {
  for (const tagId of tagIds) {
    await tx.run(sql`insert into contact_tags (contact_id, identity_id, tag_id, added_at)
      values (${on.contactId}, ${ownerOf(on)}, ${tagId}, ${now})
      on conflict do nothing`);
  }
}

/**
 * Without a sender: from the contact and all its conversations. With one: from its conversations with that sender; a tag
 * of the contact itself stays on its conversations with other senders.
 */
export async function removeTags(tx: Tx, on: TagTarget, tagIds: readonly number[]): Promise<void> {
  const sender = ownerOf(on);
  const ids = jsonList(tagIds);
  if (sender !== 0) {
    await tx.run(
      `insert into contact_tags (contact_id, identity_id, tag_id, added_at)
       select distinct a.contact_id, t.identity_id, a.tag_id, a.added_at
       from contact_tags as a join threads as t on t.contact_id = a.contact_id
       where a.contact_id = ?1 and a.identity_id = 0 and a.tag_id in (select value from json_each(?3))
         and t.identity_id <> ?2 and t.deleted_at is null
       on conflict do nothing`,
      on.contactId,
      sender,
      ids,
    );
  }
  await tx.run(
    `delete from contact_tags where contact_id = ?1 and (?2 = 0 or identity_id in (0, ?2))
       and tag_id in (select value from json_each(?3))`,
    on.contactId,
    sender,
    ids,
  );
}

export interface AssignedTag extends TagRow {
  readonly contactId: number;
  /** 0: the contact itself. */
  readonly identityId: number;
}

export async function tagsOfContacts(tx: Tx, contactIds: readonly number[]): Promise<AssignedTag[]> {
  return tx.all<AssignedTag>(sql`select a.contact_id as contactId, a.identity_id as identityId, g.id, g.name,
    g.color, g.created_at as createdAt
    from contact_tags as a join inbox_tags as g on g.id = a.tag_id where a.contact_id ${inList(contactIds)}
    order by lower(g.name), g.id`);
}

export async function deleteContactTags(tx: Tx, contactId: number): Promise<void> {
  await tx.run(sql`delete from contact_tags where contact_id = ${contactId}`);
}
