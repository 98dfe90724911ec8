// The first page: what there is, what runs, what is due next, and what is set to misbehave.

import { listCampaigns } from '../resources/campaigns/read.ts';
import { listCompanies } from '../resources/companies/read.ts';
import { listContacts } from '../resources/contacts/read.ts';
import { listNames } from '../resources/lists/lists.ts';
import { type Fault, listFaults } from '../resources/local/faults.ts';
import { listJobs, type QueuedJob } from '../resources/local/queue.ts';
import { describeStatus } from '../resources/local/status.ts';
import { listRunning } from '../resources/workflows/runs/read.ts';
import type { PageClock } from './clock.ts';
import { type Html, html } from './html.ts';
import type { PageView } from './page.ts';
import { badge, facts, grouped, link, table, time } from './parts.ts';
import { jobState } from './queue.ts';

const SHOWN = 8;

const NONE_OF_THEM = { page: 1, pageSize: 1 };

export const home: PageView = async ({ operator, clock, read, workspace, workspaces }) => {
  const status = await describeStatus(operator);
  const { faults } = await listFaults(operator);
  const [counts, campaigns, runs, jobs] = await read(async (context) => [
    {
      contacts: (await listContacts(context, NONE_OF_THEM)).total,
      companies: (await listCompanies(context, NONE_OF_THEM)).total,
      lists: (await listNames(context, null, 1)).total,
      campaigns: (await listCampaigns(context, NONE_OF_THEM)).total,
    },
    (await listCampaigns(context, { page: 1, pageSize: SHOWN, status: 'ACTIVE' })).campaigns,
    await listRunning(context),
    (await listJobs(context, { page: 1, pageSize: SHOWN })).jobs,
  ]);
  const { work, features } = status;
  const off = Object.entries(features).flatMap(([name, isOn]) => (isOn ? [] : [name]));
  const others = workspaces
    .filter(({ id }) => id !== workspace.id)
    .map(({ id, name }) => html`<li><a href="/app/w/${id}">${name}</a></li>`);
  const body = html`<h1>${workspace.name}</h1>
<div class="cards">
<section class="card"><h2>Workspace</h2>${facts([
    ['Contacts', link(grouped(counts.contacts), 'contacts')],
    ['Companies', link(grouped(counts.companies), 'companies')],
    ['Lists', link(grouped(counts.lists), 'lists')],
    ['Campaigns', link(grouped(counts.campaigns), 'campaigns')],
    ['Switched off', off.join(', ')],
    ['Store', status.data],
    ['Version', status.version],
    ['Servers', status.servers.length > 1 && status.servers.length],
    ['Other workspaces', others.length > 0 && html`<ul class="plain">${others}</ul>`],
  ])}</section>
<section class="card"><h2>Background work${others.length > 0 && ' of all workspaces'}</h2>${facts([
    ['Waiting', link(grouped(work.waiting), 'queue')],
    ['Due now', work.due > 0 && grouped(work.due)],
    ['Next due', time(work.nextDueAt, clock)],
    ['Given up', work.failed > 0 && html`<span class="badge bad">${grouped(work.failed)}</span>`],
  ])}</section>
<section class="card"><h2>Faults in force</h2>${faultList(faults)}</section>
</div>
<h2>Active campaigns</h2>${table(
    campaigns,
    [
      { key: 'name', cell: ({ name, id }) => link(name, 'campaigns', id) },
      { key: 'status', cell: ({ status: one }) => badge(one) },
      { key: 'stepCount', cell: ({ stepCount }) => stepCount, isNumber: true },
    ],
    { empty: 'No campaign is active.', idOf: ({ id }) => id },
  )}
<h2>Runs in progress</h2>${table(
    runs,
    [
      {
        key: 'sequenceNumber',
        title: 'Run',
        cell: ({ runId }) => link(`Run ${runId}`, 'workflow-runs', runId),
      },
      {
        key: 'workflowName',
        title: 'Workflow',
        cell: ({ workflowId, workflowName }) => link(workflowName, 'workflows', workflowId),
      },
      { key: 'status', cell: ({ status: one }) => badge(one) },
      { key: 'startedAt', cell: ({ startedAt }) => time(startedAt, clock) },
      { key: 'distinctEntityCount', cell: ({ distinctEntityCount }) => grouped(distinctEntityCount), isNumber: true },
    ],
    { empty: 'No workflow runs now.', idOf: ({ runId }) => runId },
  )}
<h2>Due next</h2>${dueTable(jobs, clock)}`;
  return { title: workspace.name, body };
};

function faultList(faults: readonly Fault[]): Html {
  if (faults.length === 0) return html`<p class="soft">None: every request is answered as it should be.</p>`;
  const lines = faults.map(({ id, endpoint, used, times, ...effect }) => {
    const what = Object.entries(effect).map(
      ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    return html`<li data-key="${id}"><span class="badge bad">${endpoint}</span> ${what.join(', ')} <span class="soft">used ${used}${times !== undefined && ` of ${times}`}</span></li>`;
  });
  return html`<ul class="plain">${lines}</ul>`;
}

function dueTable(jobs: readonly QueuedJob[], clock: PageClock): Html {
  return table(
    jobs,
    [
      { key: 'kind', title: 'Work', cell: ({ kind }) => kind },
      { key: 'key', title: 'Of', cell: ({ key }) => key },
      { key: 'state', cell: jobState },
      { key: 'dueAt', title: 'Due', cell: ({ dueAt }) => time(dueAt, clock) },
    ],
    { empty: 'Nothing waits.', idOf: ({ id }) => id },
  );
}
