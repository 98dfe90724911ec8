// The revision: a token equal to the workflow's `updatedAt`, another one after every change.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { changesSince, insertChange } from './queries/changes.ts';
import type { WorkflowHead } from './queries/workflows.ts';

/** Changes named in one answer. */
const CHANGES_TOLD = 20;

/** Later than the last one, also for two changes within a millisecond or with the clock standing still. */
export function nextRevision({ now }: Context, { updatedAt }: Pick<WorkflowHead, 'updatedAt'>): number {
  return Math.max(now, updatedAt + 1);
}

/** Notes what led to a revision. */
export async function noteChange(
  { tx, principal }: Context,
  workflowId: number,
  revision: number,
  summary: string,
): Promise<void> {
  await insertChange(tx, workflowId, { revision, keyName: principal.keyName, summary });
}

/** Throws Refusal `conflict`, saying what has changed, for a token that is not the workflow's; `invalid` for none at all. */
export async function assertRevision(
  { tx }: Context,
  { id, updatedAt }: Pick<WorkflowHead, 'id' | 'updatedAt'>,
  revision: string | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const asked = Date.parse(revision);
  if (Number.isNaN(asked)) {
    const message = `revision is the updatedAt of the workflow as it was read, such as ${isoTime(updatedAt)}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'revision', code: 'invalid_format', message }] });
  }
  if (asked === updatedAt) return;
  const rows = await changesSince(tx, id, asked, CHANGES_TOLD);
  const changes = rows.map((row) => ({ revision: isoTime(row.revision), by: row.keyName, change: row.summary }));
  const told = changes.map(({ change, by, revision: at }) => `${change} (${by}, ${at})`).join('; ');
  const since = told === '' ? '' : `: ${told}`;
  const message = `Workflow ${id} has changed since revision ${revision}${since}. Read it again; it is at ${isoTime(updatedAt)}`;
  throw new Refusal('conflict', message, { revision: isoTime(updatedAt), changes });
}
