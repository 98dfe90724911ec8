import { CAMPAIGN_STATUSES } from '../../contract/campaigns/enums.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { campaignFigures } from '../resources/campaigns/report.ts';
import { pager, statusFilter } from './forms.ts';
import { html } from './html.ts';
import { type PageView, pageOf, wordIn } from './page.ts';
import { badge, command, link, table, time } from './parts.ts';
import { figureColumns } from './variants.ts';

export const campaigns: PageView = async (page) => {
  const query = { ...pageOf(page), status: wordIn(page, 'status', CAMPAIGN_STATUSES) };
  const [found, figures] = await page.read(async (context) => {
    const list = await listCampaigns(context, query);
    const ids = list.campaigns.map(({ id }) => Number(id));
    return [list, await campaignFigures(context, ids)] as const;
  });
  const body = html`<h1>Campaigns</h1>${statusFilter(page, CAMPAIGN_STATUSES)}${table(
    found.campaigns,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'campaigns', String(id)) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'stepCount', cell: ({ stepCount }) => stepCount, isNumber: true },
      ...figureColumns(figures),
      { key: 'updatedAt', cell: ({ updatedAt }) => time(updatedAt, page.clock) },
    ],
    {
      empty: html`There is no campaign. ${command('reach campaign create FILE')} makes one.`,
      idOf: ({ id }) => String(id),
    },
  )}${pager(page, found)}`;
  return { title: 'Campaigns', body };
};
