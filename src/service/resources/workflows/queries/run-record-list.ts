// The records of a run at each step that they have reached, with their names, page by page.

import type { StepStatus, WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import { allOf, FALSE, type Fragment, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

export interface RunRecordRow {
  readonly id: number;
  readonly step: number;
  readonly status: StepStatus;
  readonly dueAt: number | null;
  readonly reason: string | null;
  /** Null where it was deleted. */
  readonly name: string | null;
}

export interface RunRecordFilter {
  readonly status: StepStatus | null;
  readonly step: number | null;
}

const NAME: Readonly<Record<WorkflowEntity, { readonly table: string; readonly name: string }>> = {
  LEAD: { table: 'contacts', name: "trim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, ''))" },
  COMPANY: { table: 'companies', name: 'r.name' },
};

/** What is unfinished when a run ends is cancelled. */
function hasStatus(status: StepStatus, isRunning: boolean): Fragment {
  if (isRunning || (status !== 'CANCELLED' && !isUnfinished(status))) return sql`e.status = ${status}`;
  return status === 'CANCELLED' ? sql`e.status in ('PENDING', 'WAITING', 'CANCELLED')` : FALSE;
}

export function isUnfinished(status: StepStatus): boolean {
  return status === 'PENDING' || status === 'WAITING';
}

/** A record at a step. */
export interface RunRecordPlace {
  readonly id: number;
  readonly step: number;
}

/** Those after the place `after`: by record, lowest id first, then by step. */
export async function runRecordsAfter(
  tx: Tx,
  run: { readonly id: number; readonly entity: WorkflowEntity; readonly status: WorkflowRunStatus },
  { status, step }: RunRecordFilter,
  { after, limit }: { readonly after: RunRecordPlace; readonly limit: number },
): Promise<RunRecordRow[]> {
  const { name, table } = NAME[run.entity];
  const where = allOf([
    sql`e.run_id = ${run.id} and (e.entity_id, e.step) > (${after.id}, ${after.step})`,
    ...(status === null ? [] : [hasStatus(status, run.status === 'RUNNING')]),
    ...(step === null ? [] : [sql`e.step = ${step}`]),
  ]);
  return tx.all<RunRecordRow>(sql`select e.entity_id as id, e.step, e.status, e.due_at as dueAt, e.reason,
    ${raw(name)} as name
    from workflow_run_entities e left join ${raw(table)} r on r.id = e.entity_id
    where ${where} order by e.entity_id, e.step limit ${limit}`);
}
