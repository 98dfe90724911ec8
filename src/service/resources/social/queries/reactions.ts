// Planned and done reactions to posts.

import type { Reaction } from '../../../../contract/social/enums.ts';
import { idsOf, sql } from '../../../core/sql.ts';
import type { Tx } from '../../../core/store.ts';

/** One request for reactions. Returns its id. */
export async function insertSchedule(tx: Tx, workspaceId: number, postId: number, now: number): Promise<number> {
  const { lastId } = await tx.run(sql`insert into social_schedules (workspace_id, post_id, created_at)
    values (${workspaceId}, ${postId}, ${now})`);
  return lastId;
}

export interface PlannedReaction {
  readonly identityId: number;
  readonly reactionType: Reaction;
  readonly dueAt: number;
}

export async function insertReaction(
  tx: Tx,
  { postId, scheduleId }: { postId: number; scheduleId: number },
  { identityId, reactionType, dueAt }: PlannedReaction,
): Promise<void> {
  await tx.run(sql`insert into social_reactions (post_id, identity_id, schedule_id, reaction_type, due_at)
    values (${postId}, ${identityId}, ${scheduleId}, ${reactionType}, ${dueAt})`);
}

/** Identities that have reacted to the post or will do so. */
export async function reactingIdentities(tx: Tx, postId: number): Promise<ReadonlySet<number>> {
  return new Set(
    await idsOf(
      tx,
      sql`select identity_id as id from social_reactions
    where post_id = ${postId}
    union select identity_id from social_engagements
    where post_id = ${postId} and kind = 'REACTION' and identity_id is not null`,
    ),
  );
}

/** Marks the reaction as done; repeating it keeps the first time. */
export async function markReacted(tx: Tx, postId: number, identityId: number, now: number): Promise<void> {
  await tx.run(sql`update social_reactions set done_at = ${now}
    where post_id = ${postId} and identity_id = ${identityId} and done_at is null`);
}

/** Reactions that are done. */
export async function doneReactions(
  tx: Tx,
  postId: number,
): Promise<{ identityId: number; reactionType: Reaction; doneAt: number }[]> {
  return tx.all(sql`select identity_id as identityId, reaction_type as reactionType, done_at as doneAt
    from social_reactions where post_id = ${postId} and done_at is not null order by identity_id`);
}
