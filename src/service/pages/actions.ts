// Enrichment runs and imports: how far each is, and why what failed did.

import { valueLabel } from '../../presentation/labels.ts';
import { listActionRuns } from '../resources/actions/list.ts';
import { listActionRecords } from '../resources/actions/records.ts';
import { getStatus } from '../resources/actions/status.ts';
import { listCompanies } from '../resources/companies/read.ts';
import { listContacts } from '../resources/contacts/read.ts';
import { html } from './html.ts';
import { type PageView, pageOf } from './page.ts';
import { badge, bars, facts, fullTime, grouped, link, pager, table, time } from './parts.ts';
import { companyTable, contactTable } from './records.ts';

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
      { key: 'createdAt', cell: ({ createdAt }) => time(createdAt, page.now) },
      { key: 'finishedAt', cell: ({ finishedAt }) => time(finishedAt ?? null, page.now) },
    ],
    { empty: 'No run yet.', idOf: ({ actionsId }) => actionsId },
  )}${pager(page, found)}`;
  return { title: 'Action runs', body };
};

const PURGED = 'The records of a run are deleted 90 days after it has finished; its figures stay.';

export const action: PageView = async (page, id) => {
  const { status, records, found } = await page.read(async (context) => {
    const displayed = await getStatus(context, id);
    const query = { ...pageOf(page), actionsId: id };
    const { keptUntil } = await listActionRecords(context, id, { limit: 1 });
    const none = keptUntil !== null && Date.parse(keptUntil) <= page.now ? PURGED : 'No record.';
    if (displayed.entity === 'COMPANY') {
      const companies = await listCompanies(context, query);
      return { status: displayed, records: companyTable(companies.companies, none), found: companies };
    }
    const contacts = await listContacts(context, query);
    return { status: displayed, records: contactTable(contacts.contacts, none), found: contacts };
  });
  const steps = (status.actions ?? []).map(({ type, statusCounts, reasons, creditsUsed }) => {
    const counts = Object.entries(statusCounts).map(([word, n]) => [badge(word), n] as const);
    const why = Object.entries(reasons).map(([reason, n]) => [reason, n] as const);
    return html`<section class="card"><h2>${valueLabel(type)}</h2>${bars(counts)}${why.length > 0 && html`<h2>Why not</h2>${bars(why)}`}<p class="soft">${creditsUsed} credits</p></section>`;
  });
  const body = html`<h1>Action run ${id} ${badge(status.overallStatus)}</h1><section class="card">${facts([
    ['Progress', `${status.progress} %`],
    ['Actions', grouped(status.totalActions)],
    ['Imported', status.imported],
    ['Credits', status.creditsUsed],
    ['Created', fullTime(status.createdAt, page.now)],
    ['Finished', status.finishedAt != null && fullTime(status.finishedAt, page.now)],
  ])}</section><div class="cards">${steps}</div><h2>Records</h2>${records}${pager(page, found)}`;
  return { title: `Action run ${id}`, body };
};
