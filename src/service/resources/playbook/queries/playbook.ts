import type { JsonObject } from '../../../../contract/json.ts';
import type { PlaybookSection } from '../../../../contract/playbook/sections.ts';
import { sql, type Tx } from '../../../core/sql.ts';

export interface PlaybookRow {
  readonly company: JsonObject;
  readonly idealCompanies: readonly JsonObject[];
}

export interface PlaybookItemRow {
  readonly id: number;
  readonly section: PlaybookSection;
  readonly itemKey: string;
  readonly fields: JsonObject;
  readonly filters: JsonObject | null;
  readonly removedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Empty if none was written yet; undefined for an unknown workspace. */
export async function playbookOf(tx: Tx, workspaceId: number): Promise<PlaybookRow | undefined> {
  return tx.one<PlaybookRow>(sql`select coalesce(company, '{}') as "company{}",
    coalesce(ideal_companies, '[]') as "idealCompanies{}"
    from workspaces left join playbooks on playbooks.workspace_id = workspaces.id where workspaces.id = ${workspaceId}`);
}

export async function playbookItems(tx: Tx, workspaceId: number): Promise<PlaybookItemRow[]> {
  return tx.all<PlaybookItemRow>(sql`select id, section, item_key as itemKey, fields as "fields{}",
    filters as "filters{}", removed_at as removedAt, created_at as createdAt, updated_at as updatedAt
    from playbook_items where workspace_id = ${workspaceId} order by id`);
}

/** `company`: JSON object, all fields. */
export async function writeCompany(tx: Tx, workspaceId: number, company: string): Promise<void> {
  await tx.run(sql`insert into playbooks (workspace_id, company) values (${workspaceId}, ${company})
    on conflict (workspace_id) do update set company = excluded.company`);
}

export async function insertPlaybookItem(
  tx: Tx,
  workspaceId: number,
  item: Pick<PlaybookItemRow, 'section' | 'itemKey' | 'fields' | 'createdAt'>,
): Promise<void> {
  await tx.insert('playbook_items', { ...item, workspaceId, updatedAt: item.createdAt });
}

type ItemChange = Pick<PlaybookItemRow, 'fields' | 'removedAt' | 'updatedAt'> | Pick<PlaybookItemRow, 'filters'>;

export async function updatePlaybookItem(tx: Tx, id: number, change: ItemChange): Promise<void> {
  await tx.update('playbook_items', id, change);
}

/** What a refresh found. `idealCompanies`: JSON array. */
export async function writeIdealCompanies(tx: Tx, workspaceId: number, idealCompanies: string, now: number) {
  await tx.run(sql`insert into playbooks (workspace_id, ideal_companies, refreshed_at)
    values (${workspaceId}, ${idealCompanies}, ${now})
    on conflict (workspace_id) do update
    set ideal_companies = excluded.ideal_companies, refreshed_at = excluded.refreshed_at`);
}

/**
 * Companies of these industries (any case) and this size, oldest first. Only the oldest `scanned` companies of the
 * workspace are looked at, so that a large store costs a refresh no more than a small one.
 */
export async function companiesFitting(
  tx: Tx,
  workspaceId: number,
  wanted: { industries: readonly string[]; min: number | null; max: number | null; scanned: number; limit: number },
) {
  return tx.all<{ id: number; name: string | null; domain: string | null; industry: string | null }>(
    `select id, name, domain, industry
     from (select * from companies where workspace_id = ?1 order by id limit ?2) as oldest
     where lower(industry) in (select lower(value) from json_each(?3))
       and (number_of_employees >= ?4 or ?4 is null) and (number_of_employees <= ?5 or ?5 is null)
     order by id limit ?6`,
    workspaceId,
    wanted.scanned,
    JSON.stringify(wanted.industries),
    wanted.min,
    wanted.max,
    wanted.limit,
  );
}
