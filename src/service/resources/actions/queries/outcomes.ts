// What came of the actions of a run, record by record.

import type { ItemStatus } from '../../../../contract/actions/enums.ts';
import type { Tx } from '../../../db/connection.ts';
import { jsonList } from '../../../db/rowset.ts';
import type { ActionRun } from './runs.ts';

export interface ActionRecordRow {
  readonly id: number;
  readonly action: number;
  readonly status: ItemStatus;
  readonly reason: string | null;
  readonly credits: number;
  /** Null where it was deleted. */
  readonly name: string | null;
}

const NAME = {
  CONTACT: { table: 'contacts', sql: "trim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, ''))" },
  COMPANY: { table: 'companies', sql: 'r.name' },
} as const;

/** The place after which a page begins: a record, and which of the actions. */
export interface OutcomePlace {
  readonly id: number;
  readonly action: number;
}

/** By record and action. An action that a finished run never came to is CANCELLED. */
export async function outcomesAfter(
  tx: Tx,
  run: ActionRun,
  status: ItemStatus | null,
  after: OutcomePlace,
  limit: number,
): Promise<ActionRecordRow[]> {
  const { table, sql } = NAME[run.entity];
  const unsettled: ItemStatus = run.finishedAt === null ? 'PENDING' : 'CANCELLED';
  const filter = status === null ? '' : 'and coalesce(o.status, cast(? as text)) = ?';
  return tx.all<ActionRecordRow>(
    `select t.record_id as id, n.action, coalesce(o.status, cast(? as text)) as status, o.reason,
       coalesce(o.credits, 0.0) as credits, ${sql} as name
     from action_records t
       cross join (select cast(value as bigint) as action from json_each(?)) n on true
       left join action_outcomes o on o.run_id = t.run_id and o.record_id = t.record_id and o.action_index = n.action
       left join ${table} r on r.id = t.record_id
     where t.run_id = ? and t.entity = ? and t.role = ? and t.record_id >= ?
       and (t.record_id > ? or n.action > ?) ${filter}
     order by t.record_id, n.action limit ?`,
    unsettled,
    jsonList(run.actions.keys()),
    run.id,
    run.entity,
    run.importSource === null ? 'TARGET' : 'IMPORTED',
    after.id,
    after.id,
    after.action,
    ...(status === null ? [] : [unsettled, status]),
    limit,
  );
}
