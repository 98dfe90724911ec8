// A contact: what it is, where it is in campaigns and workflows, and what happened to it.

import { groupBy } from '../../contract/group-by.ts';
import { allSteps, graphOf } from '../../presentation/graph/model.ts';
import { valueLabel } from '../../presentation/labels.ts';
import { readForm, type StoredStep } from '../../rules/campaigns/stored.ts';
import { everyStep, readSteps } from '../../rules/campaigns/tree.ts';
import { Problems } from '../../rules/problem.ts';
import { isoTime } from '../core/clock.ts';
import { listsOfRecord, showContact } from '../resources/contacts/read.ts';
import {
  type ContactCampaign,
  type ContactEventLine,
  type ContactRun,
  participationOf,
  timelineOf,
} from '../resources/contacts/timeline.ts';
import type { PageClock } from './clock.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import type { PageView } from './page.ts';
import { badge, command, excerpt, fields, fullName, fullTime, link, positionText, table } from './parts.ts';
import { listNamesOf } from './records.ts';

const SHOWN_ELSEWHERE = ['id', 'appUrl', 'firstName', 'lastName', 'company', 'companyId', 'createdAt', 'updatedAt'];

export const contact: PageView = async ({ read, clock }, id) => {
  const [record, lists, { campaigns, runs }, events] = await read(async (context) => [
    await showContact(context, id),
    await listsOfRecord(context, 'CONTACT', id),
    await participationOf(context, id),
    await timelineOf(context, id),
  ]);
  const { company } = record;
  const name = fullName(record);
  const body = html`<h1>${name}</h1><p>${record.jobTitle}${
    company && html` at ${link(company.name ?? company.domain ?? `Company ${company.id}`, 'companies', company.id)}`
  } <span class="soft">contact ${id}</span> · <a href="/app/inbox?leadId=${id}">Conversations</a> · <a href="/app/outbox?contactId=${id}">Messages sent</a></p>
<div class="cards"><div><section class="card"><h2>Campaigns</h2>${campaignLines(campaigns, id, clock)}</section>
<section class="card"><h2>Lists</h2>${listNamesOf(lists)}</section></div>
<section class="card"><h2>Workflows</h2>${runLines(runs, clock)}</section>
<section class="card"><h2>Fields</h2>${fields(record, clock, SHOWN_ELSEWHERE)}<p class="soft">Created ${fullTime(record.createdAt, clock)}<br>Updated ${fullTime(record.updatedAt, clock)}</p></section></div>
<h2>Timeline</h2>${timeline(events, clock)}`;
  return { title: name, body };
};

function nextStepOf({ steps: json, place }: ContactCampaign): string {
  const stored: readonly StoredStep[] = JSON.parse(json);
  const steps = readForm(stored);
  const nodes = [...everyStep(readSteps(Problems.none(), steps))];
  const at = place === null ? 0 : nodes.findIndex(({ fields: { connectionId } }) => connectionId === place);
  return [...allSteps(graphOf({ steps }).steps)][at]?.title ?? 'a step that no longer exists';
}

function campaignLines(campaigns: readonly ContactCampaign[], id: number, clock: PageClock): Html {
  if (campaigns.length === 0) {
    return html`<p class="soft">In no campaign. ${command(`reach campaign add-contact CAMPAIGN ${id}`)}</p>`;
  }
  const lines = campaigns.map((one) => {
    const next = html`<a href="/app/campaigns/${one.id}?contact=${id}">${nextStepOf(one)}</a>`;
    return html`<li>${link(one.name, 'campaigns', one.id)}: ${positionText(one, next, clock)} · <a href="/app/campaigns/${one.id}?contact=${id}#message">What it reads</a></li>`;
  });
  return html`<ul class="plain">${lines}</ul>`;
}

function runLines(rows: readonly ContactRun[], clock: PageClock): Html {
  if (rows.length === 0) return html`<p class="soft">In no run of a workflow whose records are still kept.</p>`;
  const runs = [...groupBy(rows, ({ runId }) => runId)].map(([runId, steps]) => {
    const [first] = steps;
    const lines = steps.map((step) => html`<li>${step.stepId}: ${stepText(step, clock)}</li>`);
    return html`<li>${link(`Run ${runId}`, 'workflow-runs', runId)} of ${link(first?.workflow, 'workflows', first?.workflowId)} ${badge(first?.runStatus)}<ul class="inner">${lines}</ul></li>`;
  });
  return html`<ul class="plain">${runs}</ul>`;
}

function stepText({ runId, runStatus, stepId, status, dueAt, reason }: ContactRun, clock: PageClock): HtmlPart {
  const isOver = runStatus !== 'RUNNING' && (status === 'PENDING' || status === 'WAITING');
  if (status === 'WAITING' && dueAt === null && !isOver) {
    return html`<span class="badge busy">waits for approval</span> ${command(`reach workflow approve ${runId} ${stepId}`)}`;
  }
  const until =
    status === 'WAITING' && dueAt !== null && !isOver ? html` until ${fullTime(isoTime(dueAt), clock)}` : '';
  return html`${badge(isOver ? 'CANCELLED' : status)}${until} <span class="soft">${reason}</span>`;
}

const EXCERPT = 200;

function timeline(events: readonly ContactEventLine[], clock: PageClock): Html {
  return table(
    events,
    [
      { key: 'at', title: 'When', cell: ({ at }) => fullTime(at, clock) },
      {
        key: 'what',
        title: 'What',
        cell: ({ what, tone }) => (tone === 'plain' ? what : html`<span class="badge ${tone}">${what}</span>`),
      },
      {
        key: 'detail',
        title: 'Detail',
        cell: ({ detail, messageId }) =>
          messageId === null
            ? excerpt(detail, EXCERPT)
            : link(excerpt(detail, EXCERPT) || valueLabel('message'), 'outbox', messageId),
      },
      {
        key: 'campaign',
        title: 'Campaign',
        cell: ({ campaign }) => campaign && link(campaign.name, 'campaigns', campaign.id),
      },
    ],
    { empty: 'Nothing has happened yet: messages, replies and steps of campaigns are listed here.' },
  );
}
