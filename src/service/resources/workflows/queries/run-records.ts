// What the steps of a run did to each record, and how many records have which status at which step: written together.

import { ENTITY_OF, NOUNS } from '../../../../contract/entities.ts';
import type { JsonObject } from '../../../../contract/json.ts';
import type { StepStatus, WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import { allOf, FALSE, type Fragment, IN_LIST, inList, jsonList, raw, sql, type Tx } from '../../../core/sql.ts';
import { SLOT_MS, slotSql, spanSql, type TimeSpan } from '../../../core/time-span.ts';
import { NAME_OF } from '../../records/queries/records.ts';
import { RUN_COLUMNS, type RunRow } from './runs.ts';

export interface ActiveRun extends RunRow {
  /** `{ seed, payload }` */
  readonly input: JsonObject;
  /** Workflow ids. */
  readonly causedBy: readonly number[];
  /** JSON: `progressText`. */
  readonly progress: string;
}

export async function activeRunById(tx: Tx, runId: number): Promise<ActiveRun | undefined> {
  return tx.one<ActiveRun>(sql`select ${raw(RUN_COLUMNS)}, input as "input{}", caused_by as "causedBy{}", progress
    from workflow_runs where id = ${runId}`);
}

export async function setProgress(tx: Tx, runId: number, progress: string): Promise<void> {
  await tx.run(sql`update workflow_runs set progress = ${progress} where id = ${runId}`);
}

/** At a step that records have reached. */
interface StepState {
  readonly status: StepStatus;
  /** When a WAITING record continues by itself; null: when someone decides. */
  readonly dueAt?: number | null;
  /** Why the step failed, skipped or cancelled them, for people. */
  readonly reason?: string | null;
  /** Null for a record that stays at the step. */
  readonly now: number | null;
}

/** Adds records of the workspace to the run, past its entry; no effect on those that are in it. */
export async function addRunRecords(
  { tx, now }: { readonly tx: Tx; readonly now: number },
  run: Pick<ActiveRun, 'id' | 'workspaceId' | 'entity'>,
  ids: readonly number[],
  entry: number,
): Promise<void> {
  const { changes } = await tx.run(sql`insert into workflow_run_entities (run_id, entity_id, step, status, at)
    select ${run.id}, r.id, ${entry}, 'SUCCEEDED', ${now} from ${raw(NOUNS[ENTITY_OF[run.entity]])} as r
    where r.workspace_id = ${run.workspaceId} and r.id ${inList(ids)} on conflict do nothing`);
  await changeCounts(tx, run.id, [{ step: entry, status: 'SUCCEEDED', by: changes }], now);
  await tx.run(sql`update workflow_runs set distinct_entity_count = distinct_entity_count + ${changes}
    where id = ${run.id}`);
}

/** Records that have been through the step `from` become PENDING at `to`; no effect on those that have reached it. */
export async function sendOn(
  tx: Tx,
  runId: number,
  { from, to }: { readonly from: number; readonly to: number },
  ids: readonly number[],
): Promise<void> {
  const { changes } = await tx.run(sql`insert into workflow_run_entities (run_id, entity_id, step, status)
    select run_id, entity_id, ${to}, 'PENDING' from workflow_run_entities
    where run_id = ${runId} and step = ${from} and entity_id ${inList(ids)} on conflict do nothing`);
  await changeCounts(tx, runId, [{ step: to, status: 'PENDING', by: changes }]);
}

export async function listPageAfter(tx: Tx, listId: number, after: number, limit: number): Promise<number[]> {
  return tx.values<number>(sql`select member_id as id from list_members
    where list_id = ${listId} and member_id > ${after} order by member_id limit ${limit}`);
}

export async function pendingAt(tx: Tx, runId: number, step: number, limit: number, after = 0): Promise<number[]> {
  return tx.values<number>(sql`select entity_id as id from workflow_run_entities
    where run_id = ${runId} and status = 'PENDING' and step = ${step} and entity_id > ${after}
    order by entity_id limit ${limit}`);
}

/** Those of the ids that are still pending at the step, lowest first. */
export async function stillPendingAt(tx: Tx, runId: number, step: number, ids: readonly number[]): Promise<number[]> {
  return tx.values<number>(sql`select entity_id as id from workflow_run_entities
    where run_id = ${runId} and status = 'PENDING' and step = ${step} and entity_id ${inList(ids)} order by entity_id`);
}

/** Waiting records at a step that are due, the earliest first. */
export async function dueAtStep(tx: Tx, runId: number, step: number, now: number, limit: number): Promise<number[]> {
  return tx.values<number>(sql`select entity_id as id from workflow_run_entities
    where run_id = ${runId} and status = 'WAITING' and step = ${step} and due_at <= ${now}
    order by due_at, entity_id limit ${limit}`);
}

/** When the first waiting record at the step is due; null for none. */
export async function firstDueAt(tx: Tx, runId: number, step: number): Promise<number | null> {
  const waiting = sql`run_id = ${runId} and status = 'WAITING' and step = ${step}`;
  return tx.value(sql`select min(due_at) from workflow_run_entities where ${waiting}`);
}

/** Records waiting at a step for a decision: those of `ids`, or the first `limit`; lowest first. */
export async function undecidedAt(
  tx: Tx,
  runId: number,
  step: number,
  which: { readonly ids: readonly number[] } | { readonly limit: number },
): Promise<number[]> {
  const [sql, value] =
    'ids' in which
      ? [`and entity_id ${IN_LIST} order by entity_id`, jsonList(which.ids)]
      : ['order by entity_id limit ?', which.limit];
  return tx.values(
    `select entity_id from workflow_run_entities
     where run_id = ? and status = 'WAITING' and step = ? and due_at is null ${sql}`,
    runId,
    step,
    value,
  );
}

/** Changes what records are at a step; `was`: their status there until now. */
export async function setStatus(
  tx: Tx,
  runId: number,
  { step, was }: { readonly step: number; readonly was: 'PENDING' | 'WAITING' },
  ids: readonly number[],
  { status, dueAt = null, reason = null, now }: StepState,
): Promise<void> {
  if (ids.length === 0) return;
  const { changes } = await tx.run(sql`update workflow_run_entities
    set status = ${status}, due_at = ${dueAt}, reason = ${reason}, at = ${now}
    where run_id = ${runId} and step = ${step} and status = '${raw(was)}' and entity_id ${inList(ids)}`);
  const counts = [
    { step, status: was, by: -changes },
    { step, status, by: changes },
  ];
  await changeCounts(tx, runId, counts, now);
}

interface CountChange {
  readonly step: number;
  readonly status: StepStatus;
  readonly by: number;
}

/** `now`: when the records of the last change left its step. */
async function changeCounts(tx: Tx, runId: number, changes: readonly CountChange[], now: number | null = null) {
  for (const { step, status, by } of changes) {
    if (by === 0) continue;
    await tx.run(sql`insert into workflow_run_counts (run_id, step, status, n)
      values (${runId}, ${step}, ${status}, ${by})
      on conflict (run_id, step, status) do update set n = workflow_run_counts.n + excluded.n`);
  }
  const last = changes.at(-1);
  if (now === null || last === undefined || last.by === 0) return;
  await tx.run(sql`insert into workflow_run_times (run_id, slot, status, n)
    values (${runId}, ${Math.floor(now / SLOT_MS)}, ${last.status}, ${last.by})
    on conflict (run_id, slot, status) do update set n = workflow_run_times.n + excluded.n`);
}

/** Counts everything unfinished as CANCELLED. */
export async function cancelCounts(tx: Tx, runId: number): Promise<void> {
  await tx.run(sql`insert into workflow_run_counts (run_id, step, status, n)
    select run_id, step, 'CANCELLED', sum(n) from workflow_run_counts
    where run_id = ${runId} and status in ('PENDING', 'WAITING') group by run_id, step having sum(n) > 0
    on conflict (run_id, step, status) do update set n = workflow_run_counts.n + excluded.n`);
  await tx.run(sql`update workflow_run_counts set n = 0 where run_id = ${runId} and status in ('PENDING', 'WAITING')`);
}

export async function addCredits(tx: Tx, runId: number, credits: number): Promise<void> {
  if (credits !== 0)
    await tx.run(sql`update workflow_runs set credits_used = credits_used + ${credits} where id = ${runId}`);
}

/** Returns false if the run had already ended. */
export async function endRun(
  tx: Tx,
  runId: number,
  { status, reason, now }: { status: WorkflowRunStatus; reason: string | null; now: number },
): Promise<boolean> {
  const { changes } = await tx.run(sql`update workflow_runs
    set status = ${status}, reason = ${reason}, finished_at = ${now} where id = ${runId} and status = 'RUNNING'`);
  return changes === 1;
}

/** One contact takes the place of another in the runs in progress that it is not in itself. */
export async function replaceInRuns(tx: Tx, workspaceId: number, from: number, to: number): Promise<void> {
  const running = sql`select id from workflow_runs
    where workspace_id = ${workspaceId} and status = 'RUNNING' and entity = 'LEAD'`;
  for (const table of ['workflow_run_ranks', 'workflow_run_entities'])
    await tx.run(sql`update ${raw(table)} set entity_id = ${to} where entity_id = ${from} and run_id in (${running})
      and not exists (select 1 from workflow_run_entities as o where o.run_id = ${raw(table)}.run_id
      and o.entity_id = ${to})`);
}

type UnfinishedPosition = { runId: number; step: number; status: 'PENDING' | 'WAITING' };

export async function unfinishedPositionsOf(tx: Tx, workspaceId: number, entity: WorkflowEntity, entityId: number) {
  return tx.all<UnfinishedPosition>(sql`select e.run_id as runId, e.step, e.status from workflow_runs r
    join workflow_run_entities e on e.run_id = r.id and e.entity_id = ${entityId}
    where r.workspace_id = ${workspaceId} and r.status = 'RUNNING' and r.entity = ${entity}
    and e.status in ('PENDING', 'WAITING') order by e.run_id`);
}

/** Deletes records and ranks of a finished run, `limit` of each; returns whether there may be more. */
export async function sweepRecords(tx: Tx, runId: number, limit: number): Promise<boolean> {
  let swept = 0;
  for (const table of ['workflow_run_entities', 'workflow_run_ranks']) {
    const { changes } = await tx.run(
      `delete from ${table} where run_id = ?1 and entity_id in (
         select entity_id from ${table} where run_id = ?1 order by entity_id limit ?2)`,
      runId,
      limit,
    );
    swept = Math.max(swept, changes);
  }
  return swept >= limit;
}

export interface RunRecordRow {
  readonly id: number;
  readonly step: number;
  readonly status: StepStatus;
  readonly dueAt: number | null;
  readonly reason: string | null;
  /** Null where it was deleted. */
  readonly name: string | null;
}

/** What is unfinished when a run ends is cancelled. */
function hasStatus(status: StepStatus, isRunning: boolean): Fragment {
  if (isRunning || (status !== 'CANCELLED' && !isUnfinished(status))) return sql`e.status = ${status}`;
  return status === 'CANCELLED' ? sql`e.status in ('PENDING', 'WAITING', 'CANCELLED')` : FALSE;
}

export function isUnfinished(status: StepStatus): boolean {
  return status === 'PENDING' || status === 'WAITING';
}

/** Those after the place `after`: by record, lowest id first, then by step. */
export async function runRecordsAfter(
  tx: Tx,
  run: { readonly id: number; readonly entity: WorkflowEntity; readonly status: WorkflowRunStatus },
  { status, step, from, to }: TimeSpan & { readonly status: StepStatus | null; readonly step: number | null },
  { after, limit }: { readonly after: { readonly id: number; readonly step: number }; readonly limit: number },
): Promise<RunRecordRow[]> {
  const entity = ENTITY_OF[run.entity];
  const where = allOf([
    sql`e.run_id = ${run.id} and (e.entity_id, e.step) > (${after.id}, ${after.step})`,
    ...(status === null ? [] : [hasStatus(status, run.status === 'RUNNING')]),
    ...(step === null ? [] : [sql`e.step = ${step}`]),
    ...spanSql('coalesce(e.at, e.due_at)', { from, to }),
  ]);
  return tx.all<RunRecordRow>(sql`select e.entity_id as id, e.step, e.status, e.due_at as dueAt, e.reason,
    ${raw(NAME_OF[entity])} as name
    from workflow_run_entities e left join ${raw(NOUNS[entity])} r on r.id = e.entity_id
    where ${where} order by e.entity_id, e.step limit ${limit}`);
}

/** How many records left a step when, and how many continue by themselves when, by the quarter of an hour. */
export async function runTimes(tx: Tx, runId: number) {
  const rows = await tx.all<{ slot: number; status: StepStatus; n: number }>(sql`select slot, status, n
    from workflow_run_times where run_id = ${runId} union all
    select ${slotSql('due_at')}, 'WAITING', count(*) from workflow_run_entities
    where run_id = ${runId} and status = 'WAITING' and due_at is not null group by ${slotSql('due_at')}`);
  return rows.map(({ slot, status, n }) => ({ at: slot * SLOT_MS, status, n: Number(n) }));
}
