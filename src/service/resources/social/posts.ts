import type { Parsed, ReplyData } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import { type Context, Refusal } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { identityNames } from '../identities/queries/identities.ts';
import {
  NO_COUNTS,
  type PostCounts,
  type PostFilter,
  type PostRow,
  postById,
  postCounts,
  postPage,
  scheduleById,
  scheduledReactions,
} from './queries/posts.ts';

const DAY_MS = 86_400_000;

type PostQuery = Parsed<'social', 'posts'>['query'];

/**
 * Posts, newest first. Days are UTC days, both inclusive; posts of identities the caller may not see are left out.
 * Throws Refusal `forbidden`; `invalid` if `dateFrom` is after `dateTo`.
 */
export async function listPosts(context: Context, query: PostQuery): Promise<ReplyData<'social', 'posts'>> {
  await assertSocialSelling(context);
  const filter = filterOf(context, query);
  const { rows, paging } = await postPage(context.tx, context.principal.workspaceId, filter, query);
  return { posts: await postViews(context, rows), ...paging };
}

function filterOf(context: Context, { identityIds, dateFrom, dateTo, includeReposts }: PostQuery): PostFilter {
  const from = dateFrom === undefined ? null : Date.parse(dateFrom);
  const before = dateTo === undefined ? null : Date.parse(dateTo) + DAY_MS;
  if (from !== null && before !== null && from >= before) {
    const message = `dateFrom ${dateFrom} is after dateTo ${dateTo}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'dateFrom', code: 'invalid_value', message }] });
  }
  return { identityIds: visibleIdentities(context, identityIds ?? null), from, before, withReposts: includeReposts };
}

/** Throws Refusal as `requirePost` does. */
export async function showPost(context: Context, id: number): Promise<PostView> {
  const [post] = await postViews(context, [await requirePost(context, id)]);
  if (post === undefined) throw new Error(`post ${id} was not returned`);
  return post;
}

export type PostView = ReplyData<'social', 'post'>;

async function postViews(context: Context, rows: readonly PostRow[]): Promise<PostView[]> {
  const { tx, principal } = context;
  const ids = rows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<number, PostCounts>() : await postCounts(tx, principal.workspaceId, ids);
  return rows.map((row) => postView(context, row, counts.get(row.id) ?? NO_COUNTS));
}

function postView({ appUrl }: Context, post: PostRow, counts: PostCounts): PostView {
  const { id, identityId, identityName, text, isRepost, topics, targetRoles, impressions, refreshedAt } = post;
  return {
    ...{ id, appUrl: appUrl('social-selling/posts', id), identityId, identityName, text },
    ...{ postUrl: `https://network.example/posts/${id}`, isRepost, postedAt: isoTime(post.postedAt) },
    metrics: { impressions, ...counts, refreshedAt: refreshedAt === null ? null : isoTime(refreshedAt) },
    ...{ topics: [...topics], targetRoles: [...targetRoles] },
  };
}

/** Throws Refusal `forbidden` if social selling is not enabled. */
async function assertSocialSelling({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'social-selling')) return;
  throw new Refusal('forbidden', 'Social selling is not enabled for this workspace', { feature: 'social-selling' });
}

/** Those of the identities that the caller may see; null means all. */
export function visibleIdentities({ principal }: Context, requested: readonly number[] | null) {
  const { identityIds: own } = principal;
  if (own === undefined) return requested;
  return requested === null ? own : requested.filter((id) => own.includes(id));
}

/** Throws Refusal `forbidden`; `not_found` also for a post of an identity the caller may not see. */
export async function requirePost(context: Context, id: number): Promise<PostRow> {
  await assertSocialSelling(context);
  const post = await postById(context.tx, context.principal.workspaceId, id);
  const isVisible = post !== undefined && visibleIdentities(context, [post.identityId])?.length === 1;
  if (!isVisible) throw new Refusal('not_found', `There is no post ${id}`);
  return post;
}

// A request for reactions, and what became of it: for the pages of the local service.

/** Throws Refusal `not_found`, or `forbidden` where social selling is switched off. */
export async function showSchedule(context: Context, id: number) {
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
