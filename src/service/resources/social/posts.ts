// Social selling: tracked posts with their metrics (SERVICE-API, Social selling).

import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { isSwitchedOn } from '../../core/features.ts';
import { Refusal } from '../../core/refusals.ts';
import {
  NOTHING,
  type PostCounts,
  type PostFilter,
  type PostRow,
  postById,
  postCounts,
  postPage,
} from './queries/posts.ts';

type PostRecord = ReplyOf<Table['social']['post']>;

const DAY_MS = 86_400_000;

/** Throws Refusal `forbidden` where social selling is not enabled (SERVICE-API, Errors: 403). */
export async function assertSocialSelling({ tx }: Context): Promise<void> {
  if (await isSwitchedOn(tx, 'social-selling')) return;
  throw new Refusal('forbidden', 'Social selling is not enabled for this workspace', { feature: 'social-selling' });
}

/** Of these identities, those the caller may see; null = all there are. */
export function visibleOf({ principal }: Context, asked: readonly number[] | null): readonly number[] | null {
  const { identityIds: own } = principal;
  if (own === undefined) return asked;
  return asked === null ? own : asked.filter((id) => own.includes(id));
}

interface Asked {
  readonly page: number;
  readonly pageSize: number;
  readonly identityIds?: readonly number[] | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly includeReposts: boolean;
}

/**
 * Posts, newest first. Days are UTC days, both inclusive; an identity the caller may not see has no posts. Throws
 * Refusal `forbidden`; `invalid` for days the wrong way round.
 */
export async function findPosts(context: Context, asked: Asked): Promise<ReplyOf<Table['social']['posts']>> {
  await assertSocialSelling(context);
  const { page, pageSize } = asked;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = filterOf(context, asked);
  const { rows, total } = await postPage(context.tx, context.principal.workspaceId, filter, window);
  return { posts: await showPosts(context, rows), page, pageSize, total, hasNextPage: page * pageSize < total };
}

function filterOf(context: Context, { identityIds, dateFrom, dateTo, includeReposts }: Asked): PostFilter {
  const from = dateFrom === undefined ? null : Date.parse(dateFrom);
  const before = dateTo === undefined ? null : Date.parse(dateTo) + DAY_MS;
  if (from !== null && before !== null && from >= before) {
    const message = `dateFrom ${dateFrom} is after dateTo ${dateTo}`;
    throw new Refusal('invalid', message, { issues: [{ path: 'dateFrom', code: 'invalid_value', message }] });
  }
  return { identityIds: visibleOf(context, identityIds ?? null), from, before, withReposts: includeReposts };
}

/** Throws Refusal `forbidden`; `not_found` also for a post of an identity the caller may not see. */
export async function getPost(context: Context, id: number): Promise<PostRecord> {
  const [post] = await showPosts(context, [await postOf(context, id)]);
  if (post === undefined) throw new Error(`post ${id} is not shown`);
  return post;
}

/** Throws Refusal as `getPost` does. */
export async function postOf(context: Context, id: number): Promise<PostRow> {
  await assertSocialSelling(context);
  const post = await postById(context.tx, context.principal.workspaceId, id);
  const isVisible = post !== undefined && visibleOf(context, [post.identityId])?.length === 1;
  if (!isVisible) throw new Refusal('not_found', `There is no post ${id}`);
  return post;
}

async function showPosts(context: Context, rows: readonly PostRow[]): Promise<PostRecord[]> {
  const { tx, principal } = context;
  const ids = rows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<number, PostCounts>() : await postCounts(tx, principal.workspaceId, ids);
  return rows.map((row) => showPost(context, row, counts.get(row.id) ?? NOTHING));
}

function showPost({ appUrl }: Context, post: PostRow, counts: PostCounts): PostRecord {
  const { id, identityId, identityName, text, isRepost, topics, targetRoles, postedAt, impressions, refreshedAt } =
    post;
  return {
    id,
    appUrl: appUrl('social-selling/posts', id),
    identityId,
    identityName,
    text,
    postUrl: `https://network.example/posts/${id}`,
    isRepost,
    postedAt: isoTime(postedAt),
    metrics: { impressions, ...counts, refreshedAt: refreshedAt === null ? null : isoTime(refreshedAt) },
    topics: [...topics],
    targetRoles: [...targetRoles],
  };
}
