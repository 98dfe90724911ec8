import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { checkedRun } from './check.ts';
import { armRunPurge } from './purge.ts';
import { type ActionProgress, addRunLists, addRunRecords, insertActionRun, updateActionRun } from './queries/runs.ts';
import { NO_TALLY } from './tally.ts';

type Started = ReplyOf<Table['actions']['run']>;

/** Works on the current members of a list. Throws Refusal as `checkedRun` does; then nothing is started. */
export async function startActions(context: Context, body: unknown): Promise<Started> {
  const { input, target, ids } = await checkedRun(context, body);
  const { tx, principal, now } = context;
  const entity = target === 'contactIds' || target === 'contactGroupIds' ? 'CONTACT' : 'COMPANY';
  const { actions } = input;
  const tally = actions.map(() => NO_TALLY);
  const id = await insertActionRun(tx, principal.workspaceId, {
    entity,
    actions,
    importSource: null,
    tally,
    createdAt: now,
  });
  const isLists = target === 'contactGroupIds' || target === 'companyGroupIds';
  const records = isLists ? await addRunLists(tx, id, entity, ids) : await addRunRecords(tx, id, entity, 'TARGET', ids);
  const pending = actions.map((): ActionProgress => ({ ...NO_TALLY, statusCounts: { PENDING: records } }));
  // A run over an empty list is finished at once.
  const finishedAt = records === 0 ? now : null;
  await updateActionRun(tx, {
    id,
    records,
    position: 0,
    tally: pending,
    imported: 0,
    createdAt: now,
    finishedAt,
    entity,
  });
  if (finishedAt === null) await queueRun(context, id);
  return { actionsId: id, createdAt: isoTime(now) };
}

/** Executes a run, slice by slice. */
const ACTION_RUN_JOB = 'action-run';

/** Executes the run once the open transaction commits. */
export async function queueRun(context: Context, runId: number): Promise<void> {
  const { tx, principal, now } = context;
  const key = String(runId);
  await enqueueJob(tx, {
    workspaceId: principal.workspaceId,
    kind: ACTION_RUN_JOB,
    key,
    dueAt: now,
    payload: { runId },
  });
  await armRunPurge(context);
}
