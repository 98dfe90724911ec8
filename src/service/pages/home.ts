// The first page: what runs now, what comes next, what needs a person, and what the last move of the clock did.

import { isoTime } from '../core/clock.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listCompanies, listContacts } from '../resources/contacts/read.ts';
import { countUnread } from '../resources/inbox/threads.ts';
import { listNames } from '../resources/lists/lists.ts';
import { type Fault, listFaults } from '../resources/local/faults.ts';
import { listJobs, overviewOf } from '../resources/local/overview.ts';
import { describeStatus } from '../resources/local/status.ts';
import { listRunning } from '../resources/workflows/runs/read.ts';
import type { PageClock } from './clock.ts';
import { type Html, html } from './html.ts';
import type { PageView } from './page.ts';
import {
  badge,
  command,
  excerpt,
  facts,
  fullName,
  fullTime,
  grouped,
  groupedCount,
  link,
  table,
  unlessBefore,
} from './parts.ts';
import { jobWork } from './queue.ts';

const NONE_OF_THEM = { page: 1, pageSize: 1 };
const PARKED = 5;

type Overview = Awaited<ReturnType<typeof overviewOf>>;

export const home: PageView = async ({ operator, clock, read, workspace, workspaces }) => {
  const status = await describeStatus(operator);
  const { faults } = await listFaults(operator);
  const [counts, overview, runs, unread, parked] = await read(async (context) => [
    {
      contacts: (await listContacts(context, NONE_OF_THEM)).total,
      companies: (await listCompanies(context, NONE_OF_THEM)).total,
      lists: (await listNames(context, null, 1)).total,
      campaigns: (await listCampaigns(context, NONE_OF_THEM)).total,
    },
    await overviewOf(context),
    await listRunning(context),
    await countUnread(context),
    (await listJobs(context, { page: 1, pageSize: PARKED, state: 'failed' })).jobs,
  ]);
  const { features } = status;
  const off = Object.entries(features).flatMap(([name, isOn]) => (isOn ? [] : [name]));
  const others = workspaces
    .filter(({ id }) => id !== workspace.id)
    .map(({ id, name }) => html`<li><a href="/app/w/${id}">${name}</a></li>`);
  const running = runs.map(
    ({ runId, workflowId, workflowName }) =>
      html`<li>${link(`Run ${runId}`, 'workflow-runs', runId)} of ${link(workflowName, 'workflows', workflowId)}</li>`,
  );
  const needs = needsOf(overview, unread, parked);
  const body = html`<h1>${workspace.name}</h1>
<div class="cards">
<section class="card" id="now"><h2>Now</h2>${facts([
    ['Clock', fullTime(isoTime(clock.now), clock)],
    ['Move it', command('reach local clock --advance 1d')],
    ['Contacts', link(grouped(counts.contacts), 'contacts')],
    ['Companies', link(grouped(counts.companies), 'companies')],
    ['Lists', link(grouped(counts.lists), 'lists')],
    ['Campaigns', link(grouped(counts.campaigns), 'campaigns')],
    ['Running', running.length > 0 && html`<ul class="plain">${running}</ul>`],
    ['Switched off', off.join(', ').replaceAll('-', ' ')],
    ['Store', html`${status.data} <span class="soft">version ${status.version}</span>`],
    ['Servers', status.servers.length > 1 && status.servers.length],
    ['Other workspaces', others.length > 0 && html`<ul class="plain">${others}</ul>`],
  ])}<h3>Faults in force</h3>${faultList(faults)}</section>
<section class="card" id="needs"><h2>Needs you</h2>${needs.length === 0 ? html`<p class="soft">Nothing: approvals, open tasks, unread replies, failed runs and background work that was given up are listed here.</p>` : html`<ul class="plain">${needs}</ul>`}</section>
<section class="card" id="moved"><h2>What the last move of the clock did</h2>${lastMove(overview, clock)}</section>
</div>
<section id="next"><h2>Next</h2>${table(
    overview.next,
    [
      { key: 'at', title: 'When', cell: ({ at }) => fullTime(isoTime(at), clock) },
      {
        key: 'what',
        title: 'What',
        cell: (due) => {
          if (due.kind === 'schedule') return 'Starts by its schedule';
          if (due.kind === 'run') return `${groupedCount(due.n, 'record')} at ${due.stepId}`;
          const of = `/app/campaigns/${due.campaignId}`;
          const title = html`<a href="${of}?contact=${due.contactId}#message">${due.title}</a> for`;
          const first = link(fullName(due), 'contacts', due.contactId);
          if (due.n === 1) return html`${title} ${first}${unlessBefore(due.awaits)}`;
          const span = `since=${isoTime(due.span.from)}&until=${isoTime(due.span.to)}`;
          return html`${title} <a href="${of}?show=waiting&step=${due.stepId}&${span}">${groupedCount(due.n, 'contact')}</a>, the first ${first}${unlessBefore(due.awaits)}`;
        },
      },
      {
        key: 'where',
        title: 'Where',
        cell: (due) => {
          if (due.kind === 'step') return link(due.campaign, 'campaigns', due.campaignId);
          if (due.kind === 'run')
            return html`${link(`Run ${due.runId}`, 'workflow-runs', due.runId)} of ${due.workflow}`;
          return link(due.workflow, 'workflows', due.workflowId);
        },
      },
    ],
    {
      empty: html`Nothing is due: active campaigns, runs and schedules are listed here. ${command('reach campaign status CAMPAIGN active')} starts one.`,
    },
  )}</section>`;
  return { title: workspace.name, body };
};

function needsOf(
  { approvals, tasks, failedRuns }: Overview,
  unread: number,
  parked: Awaited<ReturnType<typeof listJobs>>['jobs'],
): Html[] {
  return [
    ...approvals.map(
      ({ runId, workflow, stepId, n }) =>
        html`<li>${groupedCount(n, 'record')} ${n === 1 ? 'waits' : 'wait'} for approval in <a href="/app/workflow-runs/${runId}?status=WAITING&amp;stepId=${stepId}">run ${runId}</a> of ${workflow}: ${command(`reach workflow approve ${runId} ${stepId}`)}</li>`,
    ),
    ...(unread > 0
      ? [
          html`<li><a href="/app/inbox?folder=unread">${groupedCount(unread, 'conversation')}</a> with unread replies</li>`,
        ]
      : []),
    ...tasks.map(
      ({ id, name, n }) =>
        html`<li><a href="/app/campaigns/${id}?show=open">${groupedCount(n, 'open task')}</a> of ${link(name, 'campaigns', id)}</li>`,
    ),
    ...failedRuns.map(
      ({ runId, workflow, reason }) =>
        html`<li>${badge('FAILED')} ${link(`Run ${runId}`, 'workflow-runs', runId)} of ${workflow}: ${reason ?? 'see its records'}</li>`,
    ),
    ...parked.map(
      (job) =>
        html`<li><span class="badge bad">given up</span> ${jobWork(job)}: ${excerpt(job.error)} <a href="/app/queue?state=failed">Queue</a></li>`,
    ),
  ];
}

function lastMove({ move }: Overview, clock: PageClock): Html {
  if (move === null)
    return html`<p class="soft">It has not been moved. ${command('reach local clock --advance 3d')} shows what three days do.</p>`;
  const [from, to] = [isoTime(move.from), isoTime(move.to)];
  // The move begins after the first moment and takes in the last one.
  const [since, until] = [isoTime(move.from + 1), isoTime(move.to + 1)];
  // Of very many, only the newest are counted.
  const most = move.isMore && 'at least ';
  const replied =
    move.replied > 0 &&
    html`<li>${most}<a href="/app/inbox?repliedSince=${since}&amp;repliedUntil=${until}">${groupedCount(move.replied, 'conversation')}</a> with a reply</li>`;
  const sent = move.sent.map(
    ({ campaignId, campaign, sent: n }) =>
      html`<li>${most}<a href="/app/outbox?since=${since}&amp;until=${until}${campaignId !== null && `&campaignId=${campaignId}`}">${groupedCount(n, 'message')}</a> sent ${campaign === null ? 'by hand' : html`by ${link(campaign, 'campaigns', campaignId ?? 0)}`}</li>`,
  );
  const runs = move.runs.map(
    ({ runId, workflow, status, reason }) =>
      html`<li>${link(`Run ${runId}`, 'workflow-runs', runId)} of ${workflow} ended ${badge(status)} ${reason}</li>`,
  );
  const nothing = !replied && sent.length + runs.length === 0 && html`<p>Nothing was sent, answered or finished.</p>`;
  return html`<p>${fullTime(from, clock)}<br>to ${fullTime(to, clock)}</p>${nothing}<ul class="plain">${replied}${sent}${runs}</ul>`;
}

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
