import type { ItemStatus } from '../../../../contract/actions/enums.ts';
import { type EntityName, NOUNS } from '../../../../contract/entities.ts';
import { allOf, type Fragment, inList, jsonList, type PageRequest, raw, sql, type Tx } from '../../../core/sql.ts';
import { spanSql, type TimeSpan } from '../../../core/time-span.ts';
import { realOf } from '../../../db/rowset.ts';
import { NAME_OF } from '../../records/queries/records.ts';

export interface ActionProgress {
  readonly statusCounts: Readonly<Partial<Record<ItemStatus, number>>>;
  readonly reasons: Readonly<Record<string, number>>;
  readonly credits: number;
  /** How many ended with which status in which quarter of an hour since the epoch. */
  readonly times?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

export interface ActionRun {
  readonly id: number;
  readonly entity: EntityName;
  /** As sent; each has a type. */
  readonly actions: readonly unknown[];
  /** Of an import; null for a run over records. */
  readonly importSource: unknown;
  /** Null while unknown. */
  readonly records: number | null;
  /** Id of the last settled record; of an import, the number of results read. */
  readonly position: number;
  /** One per action. */
  readonly tally: readonly ActionProgress[];
  readonly imported: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

const runsOf = (workspaceId: number): Fragment =>
  sql`select id, entity, actions as "actions{}", import_source as "importSource{}", records, position, tally as "tally{}",
    imported, created_at as createdAt, finished_at as finishedAt from action_runs where workspace_id = ${workspaceId}`;

export async function actionRunById(tx: Tx, workspaceId: number, id: number): Promise<ActionRun | undefined> {
  return tx.one<ActionRun>(sql`${runsOf(workspaceId)} and id = ${id}`);
}

type NewActionRun = Pick<ActionRun, 'entity' | 'actions' | 'importSource' | 'tally' | 'createdAt'>;

export async function insertActionRun(tx: Tx, workspaceId: number, run: NewActionRun): Promise<number> {
  return tx.insert('action_runs', { ...run, workspaceId });
}

export async function updateActionRun(
  tx: Tx,
  {
    id,
    records,
    position,
    tally,
    imported,
    finishedAt,
  }: Omit<ActionRun, keyof NewActionRun> & Pick<ActionRun, 'tally'>,
): Promise<void> {
  await tx.update('action_runs', id, { records, position, tally, imported, finishedAt });
}

/** Adds records that the run does not have yet; returns their number. */
export async function addRunRecords(
  tx: Tx,
  runId: number,
  entity: EntityName,
  role: 'TARGET' | 'IMPORTED',
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { changes } = await tx.run(sql`insert into action_records (run_id, entity, record_id, role)
    select ${runId}, ${entity}, cast(value as bigint), ${role} from json_each(${jsonList(ids)}) where true
    on conflict do nothing`);
  return changes;
}

export async function addRunLists(tx: Tx, runId: number, entity: EntityName, listIds: readonly number[]) {
  const { changes } = await tx.run(sql`insert into action_records (run_id, entity, record_id, role)
    select distinct cast(${runId} as bigint), cast(${entity} as text), member_id, 'TARGET' from list_members
    where list_id ${inList(listIds)} on conflict do nothing`);
  return changes;
}

export async function nextTargets(
  tx: Tx,
  { id, entity, position }: Pick<ActionRun, 'id' | 'entity' | 'position'>,
  limit: number,
): Promise<number[]> {
  return tx.values(sql`select record_id from action_records
    where run_id = ${id} and entity = ${entity} and role = 'TARGET' and record_id > ${position}
    order by record_id limit ${limit}`);
}

export interface OutcomeRow {
  readonly recordId: number;
  readonly status: Exclude<ItemStatus, 'PENDING'>;
  readonly reason: string | null;
  readonly credits: number;
}

export async function insertOutcomes(
  { tx, now }: { readonly tx: Tx; readonly now: number },
  runId: number,
  actionIndex: number,
  outcomes: readonly OutcomeRow[],
) {
  if (outcomes.length === 0) return;
  await tx.run(sql`insert into action_outcomes (run_id, record_id, action_index, status, reason, credits, at)
    select ${runId}, cast(value ->> 0 as bigint), ${actionIndex}, value ->> 1, value ->> 2,
    ${raw(realOf('value ->> 3'))}, ${now}
    from json_each(${JSON.stringify(outcomes.map(({ recordId, status, reason, credits }) => [recordId, status, reason, credits]))}) where true on conflict do nothing`);
}

export async function actionRunPage(tx: Tx, workspaceId: number, page: PageRequest) {
  return tx.page<ActionRun>(runsOf(workspaceId), 'id desc', page);
}

/** The first run, from this id on, that finished by then and still has records or outcomes; null for none. */
export async function runWithRecords(
  tx: Tx,
  workspaceId: number,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<number | null> {
  const found = sql`select r.id from action_runs r
    where r.workspace_id = ${workspaceId} and r.id >= ${from} and r.finished_at <= ${until}
    and (exists (select 1 from action_records t where t.run_id = r.id)
    or exists (select 1 from action_outcomes o where o.run_id = r.id))
    order by r.id limit 1`;
  return tx.value(found);
}

/** The earliest end of the runs that had not finished by then; one that goes on counts as finished now. Null for none. */
export async function firstFinishedAfter(
  tx: Tx,
  workspaceId: number,
  { until, now }: { readonly until: number; readonly now: number },
): Promise<number | null> {
  const unfinished = sql`workspace_id = ${workspaceId} and (finished_at is null or finished_at > ${until})`;
  return tx.value(sql`select min(coalesce(finished_at, ${now})) from action_runs where ${unfinished}`);
}

/** At most `limit` rows: the records first, since one without its outcome would be listed as cancelled. */
export async function deleteRunRecords(tx: Tx, runId: number, limit: number): Promise<void> {
  const { changes } = await tx.run(
    `delete from action_records where run_id = ?1 and (entity, record_id) in (
       select entity, record_id from action_records where run_id = ?1 order by entity, record_id limit ?2)`,
    runId,
    limit,
  );
  if (changes >= limit) return;
  await tx.run(
    `delete from action_outcomes where run_id = ?1 and (record_id, action_index) in (
       select record_id, action_index from action_outcomes where run_id = ?1 order by record_id, action_index limit ?2)`,
    runId,
    limit - changes,
  );
}

interface ActionRecordRow {
  readonly id: number;
  readonly action: number;
  readonly status: ItemStatus;
  readonly reason: string | null;
  readonly credits: number;
  /** Null where it was deleted. */
  readonly name: string | null;
}

/** By record and action, those after this record and this place among the actions. An action that a finished run never came to is CANCELLED. */
export async function outcomesAfter(
  tx: Tx,
  run: ActionRun,
  { status, place, from, to }: TimeSpan & { status?: ItemStatus | undefined; place?: number | undefined },
  after: { readonly id: number; readonly action: number },
  limit: number,
): Promise<ActionRecordRow[]> {
  const unsettled: ItemStatus = run.finishedAt === null ? 'PENDING' : 'CANCELLED';
  const current = sql`coalesce(o.status, cast(${unsettled} as text))`;
  const role = run.importSource === null ? 'TARGET' : 'IMPORTED';
  const where = allOf([
    sql`t.run_id = ${run.id} and t.entity = ${run.entity} and t.role = ${role} and t.record_id >= ${after.id}
      and (t.record_id > ${after.id} or n.action > ${after.action})`,
    ...(status === undefined ? [] : [sql`${current} = ${status}`]),
    ...(place === undefined ? [] : [sql`n.action = ${place}`]),
    ...spanSql('o.at', { from, to }),
  ]);
  return tx.all<ActionRecordRow>(sql`
    select t.record_id as id, n.action, ${current} as status, o.reason,
      coalesce(o.credits, 0.0) as credits, ${raw(NAME_OF[run.entity])} as name
    from action_records t
      cross join (select cast(value as bigint) as action from json_each(${jsonList(run.actions.keys())})) n on true
      left join action_outcomes o on o.run_id = t.run_id and o.record_id = t.record_id and o.action_index = n.action
      left join ${raw(NOUNS[run.entity])} r on r.id = t.record_id
    where ${where}
    order by t.record_id, n.action limit ${limit}`);
}
