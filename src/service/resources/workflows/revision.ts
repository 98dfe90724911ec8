// The revision of a workflow is its `updatedAt`; every change gives it a new one.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { changesSince, insertChange } from './queries/changes.ts';
import type { WorkflowHead } from './queries/workflows.ts';

/** Changes named in one reply. */
const CHANGES_MAX = 20;

/** Always later than the last one, even within the same millisecond or while the clock is frozen. */
export function nextRevision({ now }: Context, { updatedAt }: Pick<WorkflowHead, 'updatedAt'>): number {
  return Math.max(now, updatedAt + 1);
}

/** Records the change that led to a revision. */
export async function noteChange({ tx, principal }: Context, workflowId: number, revision: number, summary: string) {
  await insertChange(tx, workflowId, { revision, keyName: principal.keyName, summary });
}

/** Throws Refusal `conflict` with the changes since, for an outdated revision; `invalid` for one that is not a time. */
export async function assertRevision(
  { tx }: Context,
  { id, updatedAt }: Pick<WorkflowHead, 'id' | 'updatedAt'>,
  revision: string | undefined,
): Promise<void> {
  if (revision === undefined) return;
  const sent = Date.parse(revision);
  if (Number.isNaN(sent)) {
    const message = `revision must be the updatedAt of the workflow as you read it, such as ${isoTime(updatedAt)}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'revision', code: 'invalid_format', message }] });
  }
  if (sent === updatedAt) return;
  const rows = await changesSince(tx, id, sent, CHANGES_MAX);
  const changes = rows.map((row) => ({ revision: isoTime(row.revision), by: row.keyName, change: row.summary }));
  const summary = changes.map(({ change, by, revision: at }) => `${change} (${by}, ${at})`).join('; ');
  const since = summary === '' ? '' : `: ${summary}`;
  const message = `Workflow ${id} has changed since revision ${revision}${since}. Read it again: its revision is ${isoTime(updatedAt)}`;
  throw new Refusal('conflict', message, { revision: isoTime(updatedAt), changes });
}
