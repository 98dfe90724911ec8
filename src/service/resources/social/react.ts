import type { Reaction, SKIP_REASONS } from '../../../contract/social/enums.ts';
import type { Parsed } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { enqueueJob } from '../../jobs/queries/jobs.ts';
import { chanceOf } from '../../stand-ins/draw.ts';
import { spreadMoments } from '../../stand-ins/social-network.ts';
import { identityNames } from '../identities/queries/identities.ts';
import { requirePost, visibleIdentities } from './posts.ts';
import {
  insertReaction,
  insertSchedule,
  type PlannedReaction,
  type PostRow,
  reactingIdentities,
} from './queries/posts.ts';

type ReactionInput = Parsed<'social', 'react'>['body'];
type SkippedIdentity = { identityId: number; reason: (typeof SKIP_REASONS)[number] };

/** The identities that react, in order, and those of `identityIds` that do not. */
async function chooseIdentities(
  context: Context,
  post: PostRow,
  { amount, identityIds, skipAuthor }: ReactionInput,
  names: ReadonlyMap<number, string>,
): Promise<{ reacting: number[]; skipped: SkippedIdentity[] }> {
  if ((amount === undefined) === (identityIds === undefined)) {
    const problem = amount === undefined ? 'neither is set' : 'both are set';
    throw invalid('amount', 'invalid_value', `set either amount or identityIds: ${problem}`);
  }
  const allowed = visibleIdentities(context, [...names.keys()]) ?? [];
  const already = await reactingIdentities(context.tx, post.id);
  const reasonOf = (id: number): SkippedIdentity['reason'] | null => {
    if (skipAuthor && id === post.identityId) return 'AUTHOR';
    return already.has(id) ? 'ALREADY_REACTS' : null;
  };
  if (identityIds !== undefined) return exactly([...new Set(identityIds)], allowed, reasonOf);
  const pool = allowed.filter((id) => reasonOf(id) === null);
  if (amount !== undefined && amount > pool.length) {
    const without = allowed.length - pool.length;
    const why = without === 0 ? '' : `; ${without} excluded: the author, or already reacting`;
    const message = `amount ${amount} is more than the ${pool.length} that can react to post ${post.id}${why}`;
    const issues = [{ path: 'amount', code: 'too_big', message }];
    throw new Refusal('invalid', message, { issues, available: pool.length });
  }
  const drawn = pool.toSorted((a, b) => chanceOf('draw', post.id, a) - chanceOf('draw', post.id, b));
  return { reacting: drawn.slice(0, amount), skipped: [] };
}

function exactly(
  requested: readonly number[],
  allowed: readonly number[],
  reasonOf: (id: number) => SkippedIdentity['reason'] | null,
): { reacting: number[]; skipped: SkippedIdentity[] } {
  const unknown = requested.filter((id) => !allowed.includes(id));
  if (unknown.length > 0)
    throw invalid('identityIds', 'unknown_identity', `there is no identity ${unknown.join(', ')}`);
  const skipped = requested.flatMap((identityId) => {
    const reason = reasonOf(identityId);
    return reason === null ? [] : [{ identityId, reason }];
  });
  const reacting = requested.filter((id) => reasonOf(id) === null);
  if (reacting.length > 0) return { reacting, skipped };
  const why = skipped.map(({ identityId, reason }) => `${identityId} ${REASON_TEXT[reason]}`).join(', ');
  throw invalid('identityIds', 'nobody_left', `no identity is left to react: ${why}`);
}

const REASON_TEXT: Readonly<Record<SkippedIdentity['reason'], string>> = {
  AUTHOR: 'is the author (skipAuthor: false lets it react)',
  ALREADY_REACTS: 'already reacts',
};

function invalid(path: string, code: string, message: string): Refusal {
  return new Refusal('invalid', message, { issues: [{ path, code, message }] });
}

const REACTION_JOB = 'social-react';

const DEFAULT_REACTIONS: readonly Reaction[] = ['LIKE'];

/**
 * Schedules reactions, spread over hours: of `amount` identities picked at random from those the caller may use, or of
 * exactly `identityIds`. Identities that already react are not picked, nor is the author. Throws Refusal `forbidden`,
 * `not_found`; `invalid` for both or neither of the two, unknown identities, or an amount that is too large.
 */
export async function scheduleReactions(context: Context, postId: number, input: ReactionInput) {
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
    const payload = { postId, identityId: reaction.identityId };
    const key = `${postId}/${reaction.identityId}`;
    await enqueueJob(context, { kind: REACTION_JOB, key, dueAt: reaction.dueAt, payload });
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
