// Enrichment runs and imports: how far each is, and why what failed did.

import { ITEM_STATUSES } from '../../contract/actions/enums.ts';
import { NOUNS } from '../../contract/entities.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { getStatus, listActionRecords, listActionRuns, listActionTimes } from '../resources/actions/status.ts';
import { addressWith, cursorPager, filters, hidden, optionsOf, pager } from './forms.ts';
import { type Html, html } from './html.ts';
import { daySpan, idIn, type PageView, pageOf, ROWS_PER_PAGE, textIn, wordIn } from './page.ts';
import { badge, bars, columns, command, fullTime, grouped, groupedCount, link, table, time } from './parts.ts';
import { runStrip } from './strip.ts';

export const actions: PageView = async (page) => {
  const found = await page.read((context) => listActionRuns(context, pageOf(page)));
  const body = html`<h1>Action runs</h1>${table(
    found.runs,
    [
      { key: 'actionsId', title: 'Run', cell: ({ actionsId }) => link(`Run ${actionsId}`, 'actions', actionsId) },
      { key: 'overallStatus', cell: ({ overallStatus }) => badge(overallStatus) },
      { key: 'entity', cell: ({ entity }) => badge(entity) },
      { key: 'actions', title: 'Actions', cell: (run) => (run.actions ?? []).map(({ type }) => html`${badge(type)} `) },
      { key: 'progress', cell: ({ progress }) => `${progress} %`, isNumber: true },
      { key: 'totalActions', cell: ({ totalActions }) => grouped(totalActions), isNumber: true },
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.clock) },
      { key: 'finishedAt', cell: ({ finishedAt }) => time(finishedAt ?? null, page.clock) },
    ],
    { empty: html`Nothing was enriched yet. ${command('reach action run FILE')}`, idOf: ({ actionsId }) => actionsId },
  )}${pager(page, found)}`;
  return { title: 'Action runs', body };
};

const PURGED = 'The records of a run are deleted 90 days after it has finished; its figures stay.';

type ActionRecord = Awaited<ReturnType<typeof listActionRecords>>['records'][number];

const recordLink = ({ id, entity, name }: ActionRecord): Html =>
  link(name ?? `${valueLabel(entity)} ${id}`, NOUNS[entity], Number(id));

export const action: PageView = async (page, id) => {
  const cursor = textIn(page, 'cursor');
  const action = idIn(page, 'action');
  const query = {
    limit: ROWS_PER_PAGE,
    status: wordIn(page, 'status', ITEM_STATUSES),
    ...(action !== undefined && { place: action - 1 }),
    ...daySpan(page),
    ...(cursor !== undefined && /^\d{1,15}-\d{1,9}$/.test(cursor) && { cursor }),
  };
  const [status, times, found] = await page.read(async (context) => [
    await getStatus(context, id),
    await listActionTimes(context, id),
    await listActionRecords(context, id, query),
  ]);
  const steps = (status.actions ?? []).map(({ type, statusCounts, reasons, creditsUsed }, index) => {
    const counts = ITEM_STATUSES.flatMap((word) => {
      const n = statusCounts[word] ?? 0;
      return n === 0
        ? []
        : [
            [
              html`<a href="${addressWith(page, { status: word, action: index + 1, day: null, record: null })}">${valueLabel(word)}</a>`,
              n,
            ] as const,
          ];
    });
    const why = Object.entries(reasons).map(([reason, n]) => [valueLabel(reason), n] as const);
    return html`<h3>${valueLabel(type)}</h3>${bars(counts)}${why.length > 0 && html`<p class="soft">Why not</p>${bars(why)}`}<p class="soft">${groupedCount(creditsUsed, 'credit')}</p>`;
  });
  const isPurged = found.keptUntil !== null && Date.parse(found.keptUntil) <= page.clock.now;
  const rows = table(
    found.records,
    [
      {
        key: 'name',
        title: 'Record',
        cell: ({ id: record, entity, name }) =>
          html`<a href="${addressWith(page, { record: Number(record) })}#message">${name ?? `${valueLabel(entity)} ${record}`}</a>`,
      },
      { key: 'action', title: 'Action', cell: ({ action: type }) => valueLabel(type) },
      { key: 'status', cell: ({ status: word }) => badge(word) },
      { key: 'reason', title: 'Why', cell: ({ reason }) => reason && valueLabel(reason) },
      { key: 'creditsUsed', cell: ({ creditsUsed }) => creditsUsed, isNumber: true },
    ],
    { empty: isPurged ? PURGED : 'No record matches.', idOf: ({ id: record, action: type }) => `${record}-${type}` },
  );
  const choices = [
    { name: 'status', label: 'Status', options: optionsOf(ITEM_STATUSES) },
    {
      name: 'action',
      label: 'Action',
      options: (status.actions ?? []).map(({ type }, index): [string, string] => [String(index + 1), valueLabel(type)]),
    },
    hidden('day', 'Day'),
  ];
  const chosen = found.records.find(({ id: one }) => one === idIn(page, 'record')) ?? found.records[0];
  const ofChosen = found.records.filter(({ id: one }) => one === chosen?.id);
  const body = html`<h1>Action run ${id}</h1><p class="figures">${badge(status.overallStatus)} <span>${status.progress} % of ${grouped(status.totalActions)} actions</span>${status.imported > 0 && html` <span>${grouped(status.imported)} imported</span>`} <span>${groupedCount(status.creditsUsed, 'credit')}</span> <span>created ${fullTime(status.createdAt, page.clock)}</span>${status.finishedAt != null && html` <span>finished ${fullTime(status.finishedAt, page.clock)}</span>`}</p>${runStrip(page, times, { done: 'COMPLETED', failed: 'FAILED' })}${columns(
    [
      ['steps', 'Actions', steps],
      ['who', 'Records', html`${filters(page, { choices })}${rows}${cursorPager(page, 'cursor', found.nextCursor)}`],
      [
        'message',
        'What was done with one of them',
        chosen === undefined
          ? html`<p class="empty">${isPurged ? PURGED : 'A record that is chosen is shown here.'}</p>`
          : html`<p>${recordLink(chosen)}</p>${ofChosen.map(({ action: type, status: word, reason, creditsUsed }) => html`<article class="message"><p><strong>${valueLabel(type)}</strong> ${badge(word)} ${reason && valueLabel(reason)} <span class="soft">${groupedCount(creditsUsed, 'credit')}</span></p></article>`)}`,
      ],
    ],
  )}`;
  return { title: `Action run ${id}`, body };
};
