import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { assertSocialSelling, visibleIdentities } from './access.ts';
import { type PostFilter, postPage } from './queries/posts.ts';
import { postViews } from './view.ts';

const DAY_MS = 86_400_000;

interface PostQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly identityIds?: readonly number[] | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  readonly includeReposts: boolean;
}

/**
 * Posts, newest first. Days are UTC days, both inclusive; posts of identities the caller may not see are left out.
 * Throws Refusal `forbidden`; `invalid` if `dateFrom` is after `dateTo`.
 */
export async function listPosts(context: Context, query: PostQuery): Promise<ReplyOf<Table['social']['posts']>> {
  await assertSocialSelling(context);
  const { page, pageSize } = query;
  const window = { limit: pageSize, offset: (page - 1) * pageSize };
  const filter = filterOf(context, query);
  const { rows, total } = await postPage(context.tx, context.principal.workspaceId, filter, window);
  return { posts: await postViews(context, rows), page, pageSize, total, hasNextPage: page * pageSize < total };
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
