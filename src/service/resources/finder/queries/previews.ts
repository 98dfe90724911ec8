import type { EntityName } from '../../../../contract/entities.ts';
import type { AskedProvider, Provider, SavedFilterType } from '../../../../contract/finder/enums.ts';
import type { Criteria } from '../../../../rules/finder/criteria.ts';
import { allOf, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';

export interface PreviewRow {
  /** A uuid. */
  readonly id: string;
  readonly identityId: number | null;
  readonly userInput: string;
  readonly requestedProvider: AskedProvider;
  readonly resolvedProvider: Provider;
  readonly entity: EntityName;
  readonly criteria: Criteria;
  readonly notUnderstood: readonly string[];
  /** What it was refined from, and by what. */
  readonly previousId: string | null;
  readonly feedback: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Also one that expired. */
export async function previewById(tx: Tx, workspaceId: number, id: string): Promise<PreviewRow | undefined> {
  return tx.one<PreviewRow>(sql`select id, identity_id as identityId, user_input as userInput,
    requested_provider as requestedProvider,
    resolved_provider as resolvedProvider, entity, criteria as "criteria{}", not_understood as "notUnderstood{}",
    previous_id as previousId, feedback, created_at as createdAt, expires_at as expiresAt
    from finder_previews where workspace_id = ${workspaceId} and id = ${id.toLowerCase()}`);
}

export async function insertPreview(tx: Tx, workspaceId: number, preview: PreviewRow): Promise<void> {
  await tx.insert('finder_previews', { ...preview, workspaceId });
}

/**
 * How many previews a workspace ever made: what the next one's id is drawn from. Older servers count the rows, and make
 * more of them while they run beside this one.
 */
export async function nextPreviewNumber(tx: Tx, workspaceId: number): Promise<number> {
  const name = `previews of workspace ${workspaceId}`;
  const counted = await tx.count(sql`from finder_previews where workspace_id = ${workspaceId}`);
  const last = await tx.value<number>(sql`select last from counters where name = ${name}`);
  const number = Math.max(counted, last ?? 0);
  await tx.run(sql`insert into counters (name, last)
    values (${name}, ${number + 1}) on conflict (name) do update set last = excluded.last`);
  return number;
}

export async function previewPage(tx: Tx, workspaceId: number, page: PageRequest) {
  return tx.page<Omit<PreviewRow, 'identityId' | 'requestedProvider' | 'criteria' | 'notUnderstood' | 'previousId'>>(
    sql`select id, user_input as userInput, feedback,
    resolved_provider as resolvedProvider, entity, created_at as createdAt, expires_at as expiresAt
    from finder_previews where workspace_id = ${workspaceId}`,
    'created_at desc, id',
    page,
  );
}

/** Deletes the oldest of the previews that were created by then. Returns their number. */
export async function deletePreviews(
  tx: Tx,
  workspaceId: number,
  { until, limit }: { readonly until: number; readonly limit: number },
): Promise<number> {
  const { changes } = await tx.run(sql`delete from finder_previews where id in (
    select id from finder_previews where workspace_id = ${workspaceId} and created_at <= ${until}
    order by created_at limit ${limit})`);
  return changes;
}

export async function firstPreviewAt(tx: Tx, workspaceId: number): Promise<number | null> {
  return tx.value(sql`select min(created_at) from finder_previews where workspace_id = ${workspaceId}`);
}

interface SavedFilterRow {
  readonly id: number;
  readonly name: string;
  readonly type: SavedFilterType;
  /** The sentence it was made of. */
  readonly description: string;
  readonly criteria: Criteria;
  readonly createdAt: number;
}

const SELECT =
  'select id, name, type, description, criteria as "criteria{}", created_at as createdAt from saved_filters';

export async function savedFilterById(tx: Tx, workspaceId: number, id: number): Promise<SavedFilterRow | undefined> {
  return tx.one<SavedFilterRow>(sql`${raw(SELECT)} where workspace_id = ${workspaceId} and id = ${id}`);
}

export async function savedFilterPage(tx: Tx, workspaceId: number, type: SavedFilterType | null, page: PageRequest) {
  const where = allOf([sql`workspace_id = ${workspaceId}`, ...(type === null ? [] : [sql`type = ${type}`])]);
  return tx.page<SavedFilterRow>(sql`${raw(SELECT)} where ${where}`, 'id', page);
}

/** Makes it where none of that name and type is there. */
export async function ensureSavedFilter(
  tx: Tx,
  workspaceId: number,
  { name, type, description, criteria }: Omit<SavedFilterRow, 'id' | 'createdAt'>,
  now: number,
): Promise<void> {
  await tx.run(sql`insert into saved_filters (workspace_id, name, type, description, criteria, created_at)
    values (${workspaceId}, ${name}, ${type}, ${description}, ${JSON.stringify(criteria)}, ${now})
    on conflict (workspace_id, type, name) do nothing`);
}
