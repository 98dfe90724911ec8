import type { AiKind } from '../../../../contract/ai/enums.ts';
import type { CampaignStatus } from '../../../../contract/campaigns/enums.ts';
import { groupBy } from '../../../../contract/group-by.ts';
import { type Fragment, inTexts, sql, type Tx } from '../../../core/sql.ts';

export interface AiRef {
  readonly kind: AiKind;
  readonly id: number;
}

export async function setReferences(tx: Tx, from: AiRef, targets: readonly AiRef[]): Promise<void> {
  await deleteReferences(tx, from);
  for (const to of targets)
    await tx.run(sql`insert into ai_references (from_kind, from_id, to_kind, to_id)
    values (${from.kind}, ${from.id}, ${to.kind}, ${to.id}) on conflict do nothing`);
}

export async function deleteReferences(tx: Tx, from: AiRef): Promise<void> {
  await tx.run(sql`delete from ai_references where from_kind = ${from.kind} and from_id = ${from.id}`);
}

export async function copyReferences(tx: Tx, from: AiRef, to: AiRef): Promise<void> {
  await tx.run(sql`insert into ai_references (from_kind, from_id, to_kind, to_id)
    select ${to.kind}, ${to.id}, to_kind, to_id from ai_references
    where from_kind = ${from.kind} and from_id = ${from.id} on conflict do nothing`);
}

export async function referencesAmong(tx: Tx, kind: AiKind): Promise<ReadonlyMap<number, readonly number[]>> {
  const rows = await tx.all<{ from: number; to: number }>(sql`select from_id as "from", to_id as "to"
    from ai_references where from_kind = ${kind} and to_kind = ${kind} order by 1, 2`);
  const links = groupBy(rows, ({ from }) => from);
  return new Map([...links].map(([from, targets]) => [from, targets.map(({ to }) => to)]));
}

export interface Referrer extends AiRef {
  readonly name: string;
}

/** Existing entities that refer to the target, without the copies of campaign steps. */
export async function referrersOf(tx: Tx, target: AiRef): Promise<Referrer[]> {
  // A variable that holds the website of others is named there by its key.
  const websites = sql`select 'ai-variable', v.id from ai_variables as v join ai_variables as w on w.id = ${target.id}
    and v.workspace_id = w.workspace_id and v.website_field = '#f' || w.field_id where ${target.kind === 'ai-variable'}`;
  return tx.all<Referrer>(sql`with refs as (select from_kind as kind, from_id as id from ai_references
    where to_kind = ${target.kind} and to_id = ${target.id} union ${websites})
    select r.kind, r.id, f.name from refs as r join ai_variables as v on v.id = r.id
    join custom_fields as f on f.id = v.field_id where r.kind = 'ai-variable'
    union all
    select r.kind, r.id, m.name from refs as r join ai_messages as m on m.id = r.id
    where r.kind = 'ai-message' and m.campaign_id is null and m.deleted_at is null
    union all
    select r.kind, r.id, s.name from refs as r join ai_snippets as s on s.id = r.id
    where r.kind = 'ai-snippet' and s.deleted_at is null
    union all
    select r.kind, r.id, t.name from refs as r join message_templates as t on t.id = r.id
    where r.kind = 'template' and t.deleted_at is null
    order by 1, 2`);
}

/**
 * Copies of campaign steps that refer to the entity or were made from it. A number is cast to an integer first: one of
 * the drivers binds it as a real, whose text is `1.0`.
 */
export async function dependentCopies(tx: Tx, workspaceId: number, { kind, id }: AiRef): Promise<number[]> {
  return tx.values(
    `select m.id from ai_messages as m where m.workspace_id = ?1 and m.campaign_id is not null and (
       (?2 = 'ai-message' and (m.copied_from = cast(cast(?3 as integer) as text) or m.id = ?3))
       or exists (select 1 from ai_references as r
         where r.from_kind = 'ai-message' and r.from_id = m.id and r.to_kind = ?2 and r.to_id = ?3))
     order by m.id`,
    workspaceId,
    kind,
    id,
  );
}

export interface CampaignUse {
  readonly id: number;
  readonly name: string;
  readonly status: CampaignStatus;
}

/** A step that uses one of the AI messages. */
export const usesMessages = (ids: readonly number[]): Fragment =>
  sql`j.key = 'aiMessageId' and cast(j.value as text) ${inTexts(ids)}`;

/** A message or condition that uses the field. */
export const usesField = (id: string): Fragment =>
  sql`(j.key in ('content', 'subject') and instr(j.value, ${`{${id}}`}) > 0) or (j.key = 'field' and j.value = ${id})`;

/** Campaigns with one of the statuses and a step that does this. */
export async function campaignsUsing(tx: Tx, workspaceId: number, statuses: readonly CampaignStatus[], use: Fragment) {
  return tx.all<CampaignUse>(sql`select c.id, c.name, c.status from campaigns as c
    where c.workspace_id = ${workspaceId} and c.status ${inTexts(statuses)}
    and exists (select 1 from json_tree(c.steps) as j where ${use}) order by c.id`);
}
