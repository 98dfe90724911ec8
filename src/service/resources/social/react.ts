import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Reaction } from '../../../contract/social/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { chanceOf } from '../../stand-ins/chance.ts';
import { spreadMoments } from '../../stand-ins/social-network.ts';
import { identityNames } from '../identities/queries/senders.ts';
import { requirePost } from './access.ts';
import { chooseIdentities, type ReactionInput } from './choose-identities.ts';
import { insertReaction, insertSchedule, type PlannedReaction } from './queries/reactions.ts';

type ReactRow = Table['social']['react'];

/** The job of a planned reaction. */
const REACTION_JOB = 'social-react';

const DEFAULT_REACTIONS: readonly Reaction[] = ['LIKE'];

/**
 * Schedules reactions, spread over hours: of `amount` identities picked at random from those the caller may use, or of
 * exactly `identityIds`. Identities that already react are not picked, nor is the author. Throws Refusal `forbidden`,
 * `not_found`; `invalid` for both or neither of the two, unknown identities, or an amount that is too large.
 */
export async function scheduleReactions(
  context: Context,
  postId: number,
  input: ReactionInput,
): Promise<ReplyOf<ReactRow>> {
  const post = await requirePost(context, postId);
  const { tx, principal, now } = context;
  const names = await identityNames(tx, principal.workspaceId);
  const { reacting, skipped } = await chooseIdentities(context, post, input, names);
  const scheduleId = await insertSchedule(tx, principal.workspaceId, postId, now);
  const moments = spreadMoments(scheduleId, reacting.length, now);
  const types = [...new Set(input.reactionTypes ?? DEFAULT_REACTIONS)];
  const planned = reacting.map((identityId, nth): PlannedReaction => {
    const type = types[Math.floor(chanceOf('type', scheduleId, identityId) * types.length)];
    return { identityId, reactionType: type ?? 'LIKE', dueAt: moments[nth] ?? now };
  });
  for (const reaction of planned) {
    await insertReaction(tx, { postId, scheduleId }, reaction);
    const { workspaceId } = principal;
    const payload = { postId, identityId: reaction.identityId };
    const key = `${postId}/${reaction.identityId}`;
    await enqueueJob(tx, { workspaceId, kind: REACTION_JOB, key, dueAt: reaction.dueAt, payload });
  }
  return {
    publishingPostId: scheduleId,
    appUrl: context.appUrl('social-selling/publishing', scheduleId),
    reactions: planned.map(({ identityId, reactionType, dueAt }) => ({
      identityId,
      identityName: names.get(identityId) ?? '',
      reactionType,
      scheduledAt: isoTime(dueAt),
    })),
    skipped,
  };
}
