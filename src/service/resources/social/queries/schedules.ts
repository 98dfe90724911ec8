import type { Tx } from '../../../db/connection.ts';

export function scheduleById(
  tx: Tx,
  workspaceId: number,
  id: number,
): Promise<{ postId: number; createdAt: number } | undefined> {
  return tx.one<{ postId: number; createdAt: number }>(
    'select post_id as postId, created_at as createdAt from social_schedules where workspace_id = ? and id = ?',
    workspaceId,
    id,
  );
}

interface ScheduledReaction {
  readonly identityId: number;
  readonly reactionType: string;
  readonly dueAt: number;
  readonly doneAt: number | null;
}

/** In the order in which they are due. */
export function scheduledReactions(tx: Tx, scheduleId: number): Promise<ScheduledReaction[]> {
  return tx.all<ScheduledReaction>(
    `select identity_id as identityId, reaction_type as reactionType, due_at as dueAt, done_at as doneAt
     from social_reactions where schedule_id = ? order by due_at, identity_id`,
    scheduleId,
  );
}
