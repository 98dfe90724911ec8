// A request for reactions, and what became of it: for the pages of the local service.

import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { identityNames } from '../identities/queries/senders.ts';
import { assertSocialSelling } from './access.ts';
import { scheduleById, scheduledReactions } from './queries/posts.ts';

export interface Schedule {
  readonly id: number;
  readonly postId: number;
  readonly createdAt: string;
  readonly reactions: readonly {
    readonly identityId: number;
    readonly identityName: string;
    readonly reactionType: string;
    readonly scheduledAt: string;
    readonly doneAt: string | null;
  }[];
}

/** Throws Refusal `not_found`, or `forbidden` where social selling is switched off. */
export async function showSchedule(context: Context, id: number): Promise<Schedule> {
  await assertSocialSelling(context);
  const { tx, principal } = context;
  const row = await scheduleById(tx, principal.workspaceId, id);
  if (!row) throw new Refusal('not_found', `There is no request ${id} for reactions`);
  const names = await identityNames(tx, principal.workspaceId);
  const reactions = await scheduledReactions(tx, id);
  return {
    id,
    postId: row.postId,
    createdAt: isoTime(row.createdAt),
    reactions: reactions.map(({ identityId, reactionType, dueAt, doneAt }) => ({
      identityId,
      identityName: names.get(identityId) ?? `identity ${identityId}`,
      reactionType,
      scheduledAt: isoTime(dueAt),
      doneAt: doneAt === null ? null : isoTime(doneAt),
    })),
  };
}
