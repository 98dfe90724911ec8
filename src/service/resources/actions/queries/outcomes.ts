// What came of the actions of a run, record by record.

import type { ItemStatus } from '../../../../contract/actions/enums.ts';
import { jsonList, raw, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';
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
  CONTACT: { table: 'contacts', name: "trim(coalesce(r.first_name, '') || ' ' || coalesce(r.last_name, ''))" },
  COMPANY: { table: 'companies', name: 'r.name' },
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
  const { table, name } = NAME[run.entity];
  const unsettled: ItemStatus = run.finishedAt === null ? 'PENDING' : 'CANCELLED';
  const current = sql`coalesce(o.status, cast(${unsettled} as text))`;
  const role = run.importSource === null ? 'TARGET' : 'IMPORTED';
  return tx.all<ActionRecordRow>(sql`
    select t.record_id as id, n.action, ${current} as status, o.reason,
      coalesce(o.credits, 0.0) as credits, ${raw(name)} as name
    from action_records t
      cross join (select cast(value as bigint) as action from json_each(${jsonList(run.actions.keys())})) n on true
      left join action_outcomes o on o.run_id = t.run_id and o.record_id = t.record_id and o.action_index = n.action
      left join ${raw(table)} r on r.id = t.record_id
    where t.run_id = ${run.id} and t.entity = ${run.entity} and t.role = ${role} and t.record_id >= ${after.id}
      and (t.record_id > ${after.id} or n.action > ${after.action})
      ${status === null ? raw('') : sql`and ${current} = ${status}`}
    order by t.record_id, n.action limit ${limit}`);
}
