import type { ReplyOf } from '../../../contract/endpoint.ts';
import { isFundraising } from '../../../contract/finder/enums.ts';
import { LIMITS } from '../../../contract/limits.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { find } from '../../stand-ins/search/search.ts';
import { assertCrm } from '../actions/crm-connected.ts';
import { type FinderRows, previewOf, resultOf, searchOf } from './view.ts';

/**
 * A page of results, searched again on each call; nothing is stored. Throws Refusal `not_found`; `unprocessable` beyond
 * page 10 of a fundraising provider.
 */
export async function readResults(
  context: Context,
  id: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ReplyOf<FinderRows['results']>> {
  const preview = await previewOf(context, id);
  const { resolvedProvider: provider, entity, userInput } = preview;
  if (isFundraising(provider) && page > LIMITS.fundraisingPages) {
    const message = `${provider} returns at most ${LIMITS.fundraisingPages} pages: page ${page} does not exist`;
    throw new Refusal('unprocessable', message, { maxPage: LIMITS.fundraisingPages });
  }
  if (provider.startsWith('CRM_')) await assertCrm(context);
  const { found, hasMore, total } = find(searchOf(preview), { offset: (page - 1) * pageSize, limit: pageSize });
  return {
    previewId: preview.id,
    page,
    pageSize,
    hasNextPage: hasMore,
    records: found.map(({ record }) => ({ ...record, extra: { ...record.extra } })),
    entity,
    ...(total !== null && { totalCount: total }),
    resolvedProvider: provider,
    result: await resultOf(context, preview),
    userInput,
  };
}
