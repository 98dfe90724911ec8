import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import { isoTime } from '../../core/clock.ts';
import type { Context } from '../../core/context.ts';
import { NO_COUNTS, type PostCounts, type PostRow, postCounts } from './queries/posts.ts';

export type PostView = ReplyOf<Table['social']['post']>;

export async function postViews(context: Context, rows: readonly PostRow[]): Promise<PostView[]> {
  const { tx, principal } = context;
  const ids = rows.map(({ id }) => id);
  const counts = ids.length === 0 ? new Map<number, PostCounts>() : await postCounts(tx, principal.workspaceId, ids);
  return rows.map((row) => postView(context, row, counts.get(row.id) ?? NO_COUNTS));
}

function postView({ appUrl }: Context, post: PostRow, counts: PostCounts): PostView {
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
