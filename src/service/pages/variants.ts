// What came of campaigns, side by side: of all of them, and of those between which a random split divides contacts.

import type { Context } from '../core/context.ts';
import { campaignFigures } from '../resources/campaigns/report.ts';
import { splitsTo } from '../resources/workflows/read.ts';
import { type HtmlPart, html } from './html.ts';
import { grouped, link, percent, type TableColumn, table } from './parts.ts';

/** Contacts, messages and rates of a row's campaign. */
export function figureColumns<Row extends { readonly id: unknown }>(
  figures: Awaited<ReturnType<typeof campaignFigures>>,
): TableColumn<Row>[] {
  const of = ({ id }: Row) => figures.get(Number(id));
  const number = (title: string, cell: (row: Row) => HtmlPart) => ({ key: title, title, cell, isNumber: true });
  return [
    number('Contacts', (row) => grouped(of(row)?.contacts ?? 0)),
    number('Sent', (row) => of(row)?.sent),
    number('Emails opened', (row) => percent(of(row)?.opened, of(row)?.emails)),
    number('Emails clicked', (row) => percent(of(row)?.clicked, of(row)?.emails)),
    number('Contacts replied', (row) => percent(of(row)?.replied, of(row)?.sent && of(row)?.contacts)),
  ];
}

/** The random splits that lead to a campaign, with the figures of all their campaigns. */
export async function readVariants(context: Context, campaignId: number) {
  const splits = await splitsTo(context, campaignId);
  const ids = splits.flatMap(({ variants }) => variants.map(({ id }) => id));
  return { splits, figures: ids.length === 0 ? new Map() : await campaignFigures(context, [...new Set(ids)]) };
}

/** A table of each split; `id`: the campaign whose page it is. */
export function variantTables(id: number, { splits, figures }: Awaited<ReturnType<typeof readVariants>>): HtmlPart {
  return splits.map(
    ({ name, workflowId, variants }) =>
      html`<h2>Variants of ${link(name, 'workflows', workflowId)}</h2>${table(
        variants.filter((one) => figures.has(one.id)),
        [
          { key: 'variant', title: 'Variant', cell: ({ branch }) => branch },
          {
            key: 'campaign',
            title: 'Campaign',
            cell: (one) =>
              one.id === id
                ? html`<strong>${figures.get(id)?.name}</strong>`
                : link(figures.get(one.id)?.name, 'campaigns', one.id),
          },
          ...figureColumns<(typeof variants)[number]>(figures),
        ],
        { empty: 'None of its campaigns is there any more.', idOf: ({ branch, ...one }) => `${branch}-${one.id}` },
      )}`,
  );
}
