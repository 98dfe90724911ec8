// Reactions to a post: who reacts, with what, when (SERVICE-API, Social selling).

import type { ParsedOf, ReplyOf } from '../../../contract/endpoint.ts';
import type { Reaction, SKIP_REASONS } from '../../../contract/social/enums.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { chanceOf } from '../../stand-ins/chance.ts';
import { spreadMoments } from '../../stand-ins/social-network.ts';
import { identityNames } from '../identities/queries/senders.ts';
import { postOf, visibleOf } from './posts.ts';
import type { PostRow } from './queries/posts.ts';
import {
  insertReaction,
  insertSchedule,
  markReacted,
  type PlannedReaction,
  reactingIdentities,
} from './queries/reactions.ts';

type Rows = Table['social'];
type Wish = ParsedOf<Rows['react']>['body'];
type Skipped = { identityId: number; reason: (typeof SKIP_REASONS)[number] };

/** The kind of job a planned reaction waits as. Its payload is `ReactionJob`. */
export const REACTION_JOB = 'social-react';

const USUAL: readonly Reaction[] = ['LIKE'];

/**
 * Schedules reactions, spread over hours: of `amount` identities drawn from those the caller may use, or of exactly
 * `identityIds`. Identities that react already are not drawn, nor is the author. Throws Refusal `forbidden`, `not_found`;
 * `invalid` for both or neither of the two, ids that are no identity of the caller's, and more than there are.
 */
export async function scheduleReactions(context: Context, postId: number, wish: Wish): Promise<ReplyOf<Rows['react']>> {
  const post = await postOf(context, postId);
  const { tx, principal, now } = context;
  const names = await identityNames(tx, principal.workspaceId);
  const { reacting, skipped } = await choose(context, post, wish, names);
  const scheduleId = await insertSchedule(tx, principal.workspaceId, postId, now);
  const moments = spreadMoments(scheduleId, reacting.length, now);
  const types = [...new Set(wish.reactionTypes ?? USUAL)];
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

/** Who reacts, in their order, and who of those named does not. */
async function choose(
  context: Context,
  post: PostRow,
  { amount, identityIds, skipAuthor }: Wish,
  names: ReadonlyMap<number, string>,
): Promise<{ reacting: number[]; skipped: Skipped[] }> {
  if ((amount === undefined) === (identityIds === undefined)) {
    const said = amount === undefined ? 'neither is given' : 'both are';
    throw invalid('amount', 'invalid_value', `give amount or identityIds, one of the two: ${said}`);
  }
  const allowed = visibleOf(context, [...names.keys()]) ?? [];
  const already = await reactingIdentities(context.tx, post.id);
  const reasonOf = (id: number): Skipped['reason'] | null => {
    if (skipAuthor && id === post.identityId) return 'AUTHOR';
    return already.has(id) ? 'ALREADY_REACTS' : null;
  };
  if (identityIds !== undefined) return exactly([...new Set(identityIds)], allowed, reasonOf);
  const pool = allowed.filter((id) => reasonOf(id) === null);
  if (amount !== undefined && amount > pool.length) {
    const without = allowed.length - pool.length;
    const why = without === 0 ? '' : `; ${without} left out: the author, or reacting already`;
    const message = `amount ${amount} is more than the ${pool.length} that can react to post ${post.id}${why}`;
    throw new Refusal('invalid', message, {
      issues: [{ path: 'amount', code: 'too_big', message }],
      available: pool.length,
    });
  }
  const drawn = pool.toSorted((a, b) => chanceOf('draw', post.id, a) - chanceOf('draw', post.id, b));
  return { reacting: drawn.slice(0, amount), skipped: [] };
}

function exactly(
  asked: readonly number[],
  allowed: readonly number[],
  reasonOf: (id: number) => Skipped['reason'] | null,
): { reacting: number[]; skipped: Skipped[] } {
  const unknown = asked.filter((id) => !allowed.includes(id));
  if (unknown.length > 0) throw invalid('identityIds', 'unknown_identity', `no such identity: ${unknown.join(', ')}`);
  const skipped = asked.flatMap((identityId) => {
    const reason = reasonOf(identityId);
    return reason === null ? [] : [{ identityId, reason }];
  });
  const reacting = asked.filter((id) => reasonOf(id) === null);
  if (reacting.length > 0) return { reacting, skipped };
  const why = skipped.map(({ identityId, reason }) => `${identityId} ${SAID[reason]}`).join(', ');
  throw invalid('identityIds', 'nobody_left', `nobody is left to react: ${why}`);
}

const SAID: Readonly<Record<Skipped['reason'], string>> = {
  AUTHOR: 'is the author (skipAuthor: false lets it react)',
  ALREADY_REACTS: 'reacts already',
};

function invalid(path: string, code: string, message: string): Refusal {
  return new Refusal('invalid', message, { issues: [{ path, code, message }] });
}

/** The moment of a planned reaction has come. Twice does no harm. */
export async function react(
  { tx, now }: Context,
  { postId, identityId }: { postId: number; identityId: number },
): Promise<void> {
  await markReacted(tx, postId, identityId, now);
}
