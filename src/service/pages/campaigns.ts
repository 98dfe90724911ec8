import { CAMPAIGN_STATUSES } from '../../contract/campaigns/enums.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { campaignFigures } from '../resources/campaigns/report.ts';
import { filters, optionsOf, pager } from './forms.ts';
import { html } from './html.ts';
import { type PageView, pageOf, wordIn } from './page.ts';
import { badge, command, grouped, link, percent, table, time } from './parts.ts';

export const campaigns: PageView = async (page) => {
  const query = { ...pageOf(page), status: wordIn(page, 'status', CAMPAIGN_STATUSES) };
  const [found, figures] = await page.read(async (context) => {
    const list = await listCampaigns(context, query);
    return [
      list,
      await campaignFigures(
        context,
        list.campaigns.map(({ id }) => Number(id)),
      ),
    ] as const;
  });
  const of = (id: unknown) => figures.get(Number(id));
  const body = html`<h1>Campaigns</h1>${filters(page, {
    choices: [{ name: 'status', label: 'Status', options: optionsOf(CAMPAIGN_STATUSES) }],
  })}${table(
    found.campaigns,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'campaigns', String(id)) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'stepCount', cell: ({ stepCount }) => stepCount, isNumber: true },
      { key: 'contacts', title: 'Contacts', cell: ({ id }) => grouped(of(id)?.contacts ?? 0), isNumber: true },
      { key: 'sent', title: 'Sent', cell: ({ id }) => of(id)?.sent, isNumber: true },
      {
        key: 'opened',
        title: 'Emails opened',
        cell: ({ id }) => percent(of(id)?.opened, of(id)?.emails),
        isNumber: true,
      },
      {
        key: 'clicked',
        title: 'Emails clicked',
        cell: ({ id }) => percent(of(id)?.clicked, of(id)?.emails),
        isNumber: true,
      },
      {
        key: 'replied',
        title: 'Contacts replied',
        cell: ({ id }) => percent(of(id)?.replied, of(id)?.sent && of(id)?.contacts),
        isNumber: true,
      },
      { key: 'updatedAt', cell: ({ updatedAt }) => time(updatedAt, page.clock) },
    ],
    {
      empty: html`There is no campaign. ${command('reach campaign create FILE')} makes one.`,
      idOf: ({ id }) => String(id),
    },
  )}${pager(page, found)}`;
  return { title: 'Campaigns', body };
};
