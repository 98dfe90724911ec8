import { listPreviews } from '../resources/finder/previews.ts';
import { previewOf, previewView, readResults } from '../resources/finder/view.ts';
import { pager } from './forms.ts';
import { html } from './html.ts';
import { type PageView, pageOf, textIn } from './page.ts';
import { badge, command, excerpt, fields, table, time } from './parts.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RESULTS_PER_PAGE = 25;
/** Where a provider gives no total, there is a next page or there is none. */
const SHOWN_AT_LEAST = 0;

/** The list, or with `preview` in the query that one: its id is not a number. */
export const finder: PageView = async (page, id) => {
  const wanted = textIn(page, 'preview');
  if (wanted !== undefined && UUID.test(wanted)) return preview(page, id);
  const found = await page.read((context) => listPreviews(context, pageOf(page)));
  const body = html`<h1>Finder</h1>${table(
    found.previews,
    [
      {
        key: 'userInput',
        cell: ({ id: one, userInput }) => html`<a href="/app/finder?preview=${one}">${excerpt(userInput)}</a>`,
      },
      { key: 'feedback', title: 'Refined by', cell: ({ feedback }) => excerpt(feedback) },
      { key: 'resolvedProvider', cell: ({ resolvedProvider }) => badge(resolvedProvider) },
      { key: 'entity', cell: ({ entity }) => badge(entity) },
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.clock) },
      { key: 'expiresAt', title: 'Expires', cell: ({ expiresAt }) => time(expiresAt, page.clock) },
    ],
    { empty: html`Nothing was looked for yet. ${command('reach finder preview TEXT')}`, idOf: ({ id: one }) => one },
  )}${pager(page, found)}`;
  return { title: 'Finder', body };
};

const preview: PageView = async (page) => {
  const id = textIn(page, 'preview') ?? '';
  const [record, results] = await page.read(async (context) => [
    await previewView(context, await previewOf(context, id)),
    await readResults(context, id, pageOf(page, RESULTS_PER_PAGE)),
  ]);
  const rows = results.records;
  const body = html`<h1>${excerpt(record.userInput)}</h1><section class="card">${fields(record, page.clock)}</section><h2>Found</h2>${
    rows.length === 0
      ? html`<p class="empty">Nothing was found.</p>`
      : html`<div class="cards">${rows.map((row) => html`<section class="card">${fields(row, page.clock)}</section>`)}</div>`
  }${pager(page, { ...results, total: results.totalCount ?? SHOWN_AT_LEAST })}`;
  return { title: 'Finder preview', body };
};
