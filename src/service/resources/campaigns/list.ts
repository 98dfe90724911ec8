import type { CampaignStatus } from '../../../contract/campaigns/enums.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Context } from '../../core/context.ts';
import { type PageRequest, pagingOf, windowOf } from '../../core/paging.ts';
import { campaignPage } from './queries/campaigns.ts';
import { campaignHeadView } from './view.ts';

/** Campaigns, oldest first. `name` matches exactly. */
export async function listCampaigns(
  context: Context,
  query: PageRequest & { readonly status?: CampaignStatus | undefined; readonly name?: string | undefined },
): Promise<ReplyOf<Table['campaigns']['list']>> {
  const { tx, principal } = context;
  const filter = { status: query.status ?? null, name: query.name ?? null };
  const { rows, total } = await campaignPage(tx, principal.workspaceId, filter, windowOf(query));
  const campaigns = rows.map((row) => ({ ...campaignHeadView(context, row), stepCount: row.stepCount }));
  return { campaigns, ...pagingOf(query, total) };
}
