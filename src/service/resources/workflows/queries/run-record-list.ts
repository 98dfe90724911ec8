// The records of a run with their names, page by page.

import type { StepStatus, WorkflowEntity, WorkflowRunStatus } from '../../../../contract/workflows/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { allOf, FALSE, type Fragment } from '../../../db/fragment.ts';

export interface RunRecordRow {
  readonly id: number;
  readonly step: number;
  readonly state: 'PENDING' | 'WAITING' | 'DONE';
  readonly dueAt: number | null;
  readonly outcome: 'FAILED' | 'SKIPPED' | 'CANCELLED' | null;
  readonly reason: string | null;
  readonly reasonStep: number | null;
  /** Null where it was deleted. */
  readonly name: string | null;
}

export interface RunRecordFilter {
  readonly status: StepStatus | null;
  readonly step: number | null;
}

const NAME: Readonly<Record<WorkflowEntity, { readonly table: string; readonly sql: string }>> = {
  LEAD: { table: 'contacts', sql: "trim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, ''))" },
  COMPANY: { table: 'companies', sql: 'r.name' },
};

/** What is unfinished when a run ends is cancelled. */
function hasStatus(status: StepStatus, isRunning: boolean): Fragment {
  const sql = (text: string): Fragment => ({ sql: text, values: [] });
  switch (status) {
    case 'PENDING':
    case 'WAITING':
      return isRunning ? { sql: 'e.state = ?', values: [status] } : FALSE;
    case 'SUCCEEDED':
      return sql("e.state = 'DONE' and e.outcome is null");
    case 'CANCELLED':
      return sql(isRunning ? "e.outcome = 'CANCELLED'" : "(e.state <> 'DONE' or e.outcome = 'CANCELLED')");
    case 'FAILED':
    case 'SKIPPED':
      return { sql: "e.state = 'DONE' and e.outcome = ?", values: [status] };
  }
}

/** Records after the id `after`, lowest first. */
export async function runRecordsAfter(
  tx: Tx,
  run: { readonly id: number; readonly entity: WorkflowEntity; readonly status: WorkflowRunStatus },
  { status, step }: RunRecordFilter,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<RunRecordRow[]> {
  const name = NAME[run.entity];
  const where = allOf([
    { sql: 'e.run_id = ? and e.entity_id > ?', values: [run.id, after] },
    ...(status === null ? [] : [hasStatus(status, run.status === 'RUNNING')]),
    ...(step === null ? [] : [{ sql: 'e.step = ?', values: [step] }]),
  ]);
  return tx.all<RunRecordRow>(
    `select e.entity_id as id, e.step, e.state, e.due_at as dueAt, e.outcome, e.reason, e.reason_step as reasonStep,
       ${name.sql} as name
     from workflow_run_entities e left join ${name.table} r on r.id = e.entity_id
     where ${where.sql} order by e.entity_id limit ?`,
    ...where.values,
    limit,
  );
}
