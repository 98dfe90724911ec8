import { ENTITY_OF, NOUNS } from '../../contract/entities.ts';
import { getOwn, isObject } from '../../contract/json.ts';
import { RUN_STATUSES, STEP_STATUSES, WORKFLOW_STATUSES } from '../../contract/workflows/enums.ts';
import { workflowGraph, workflowPicture } from '../../presentation/graph/workflow-model.ts';
import { valueLabel } from '../../presentation/labels.ts';
import type { Context } from '../core/context.ts';
import { listCampaigns } from '../resources/campaigns/read.ts';
import { listIdentities } from '../resources/identities/identities.ts';
import { listNames } from '../resources/lists/lists.ts';
import { getWorkflow, listVersions, listWorkflows, type WorkflowRecord } from '../resources/workflows/read.ts';
import { getRun, listRunRecords, listRunsWithReasons, listRunTimes } from '../resources/workflows/runs/read.ts';
import type { PageClock } from './clock.ts';
import { addressWith, cursorPager, filters, hidden, optionsOf, pager, statusFilter } from './forms.ts';
import { type Html, html } from './html.ts';
import { daySpan, idIn, type PageContext, type PageView, pageOf, ROWS_PER_PAGE, textIn, wordIn } from './page.ts';
import {
  badge,
  columns,
  command,
  facts,
  fields,
  figure,
  fullTime,
  graphPicture,
  grouped,
  link,
  table,
  time,
} from './parts.ts';
import { runStrip } from './strip.ts';

export const workflows: PageView = async (page) => {
  const query = { ...pageOf(page), search: textIn(page, 'search'), status: wordIn(page, 'status', WORKFLOW_STATUSES) };
  const found = await page.read((context) => listWorkflows(context, query));
  const body = html`<h1>Workflows</h1>${filters(page, {
    search: 'Search',
    choices: [{ name: 'status', label: 'Status', options: optionsOf(WORKFLOW_STATUSES) }],
  })}${table(
    found.workflows,
    [
      { key: 'name', cell: ({ id, name }) => link(name, 'workflows', String(id)) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'triggerType', cell: ({ triggerType }) => badge(triggerType) },
      { key: 'version', cell: ({ version }) => version !== null && `v${version}` },
      { key: 'nodeCount', cell: ({ nodeCount }) => nodeCount, isNumber: true },
      { key: 'nextRunAt', title: 'Next run', cell: ({ nextRunAt }) => time(nextRunAt, page.clock) },
      { key: 'updatedAt', cell: ({ updatedAt }) => time(updatedAt, page.clock) },
    ],
    { empty: html`No workflow matches. ${command('reach workflow create FILE')}`, idOf: ({ id }) => String(id) },
  )}${pager(page, found)}`;
  return { title: 'Workflows', body };
};

type NamedWorkflow = Pick<WorkflowRecord, 'name'> & { readonly trigger: unknown; readonly plan: unknown };

type CountsByNode = Parameters<typeof workflowGraph>[1];

const graphOf = ({ name, trigger, plan }: NamedWorkflow, counts: CountsByNode = null): Html =>
  graphPicture(workflowPicture(workflowGraph({ name, trigger, plan }, counts)), `The nodes of ${name}`);

export const workflow: PageView = async (page, id) => {
  const version = idIn(page, 'version');
  const query = { ...pageOf(page), status: wordIn(page, 'status', RUN_STATUSES) };
  const [record, runs, versions, names] = await page.read(async (context) => [
    await getWorkflow(context, id, version),
    await listRunsWithReasons(context, id, query),
    await listVersions(context, id),
    await readNames(context),
  ]);
  const drawn = { name: record.name, trigger: withNames(record.trigger, names), plan: withNames(record.plan, names) };
  const draft = version === undefined ? html`<strong>Draft</strong>` : html`<a href="/app/workflows/${id}">Draft</a>`;
  const ways = versions.map(({ version: number, publishedAt }) =>
    number === version
      ? html` · <strong>v${number}</strong>`
      : html` · <a href="/app/workflows/${id}?version=${number}" title="${publishedAt}">v${number}</a>`,
  );
  const body = html`<h1>${record.name} ${badge(record.status)}</h1>
<div class="cards"><section class="card"><h2>Workflow ${id}</h2>${facts([
    [
      'Published',
      record.published && html`v${record.published.version} ${fullTime(record.published.publishedAt, page.clock)}`,
    ],
    ['Changed since', record.hasUnpublishedChanges && 'yes'],
    ['Next run', record.nextRunAt !== null && fullTime(record.nextRunAt, page.clock)],
    ['Credits per run', record.maxCreditsPerRun],
    ['Updated', fullTime(record.updatedAt, page.clock)],
  ])}</section><section class="card"><h2>Trigger</h2>${fields(Object(drawn.trigger), page.clock)}</section></div>
<h2>Graph</h2><p>${draft}${ways}</p>${graphOf(drawn)}
<h2>Runs</h2>${runTable(page, runs.runs)}${pager(page, runs)}`;
  return { title: record.name, body };
};

function runTable(page: PageContext, runs: Awaited<ReturnType<typeof listRunsWithReasons>>['runs']): Html {
  return html`${statusFilter(page, RUN_STATUSES)}${table(
    runs,
    [
      { key: 'run', title: 'Run', cell: ({ runId }) => link(`Run ${runId}`, 'workflow-runs', String(runId)) },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'reason', title: 'Why', cell: ({ reason }) => reason },
      { key: 'triggerType', cell: ({ triggerType }) => badge(triggerType) },
      { key: 'version', cell: ({ version }) => `v${version}` },
      { key: 'startedAt', cell: ({ startedAt }) => time(startedAt, page.clock) },
      { key: 'finishedAt', cell: ({ finishedAt }) => time(finishedAt, page.clock) },
      { key: 'distinctEntityCount', cell: ({ distinctEntityCount }) => grouped(distinctEntityCount), isNumber: true },
      { key: 'creditsUsed', cell: ({ creditsUsed }) => creditsUsed, isNumber: true },
    ],
    { empty: html`No run matches. ${command('reach workflow run WORKFLOW')}`, idOf: ({ runId }) => String(runId) },
  )}`;
}

export const run: PageView = async (page, id) => {
  const cursor = textIn(page, 'cursor');
  const query = {
    limit: ROWS_PER_PAGE,
    status: wordIn(page, 'status', STEP_STATUSES),
    stepId: textIn(page, 'stepId'),
    ...daySpan(page),
    ...(cursor !== undefined && /^\d{1,15}(?:-\d{1,15})?$/.test(cursor) && { cursor }),
  };
  const [record, displayed, records, times] = await page.read(async (context) => {
    const one = await getRun(context, id);
    return [
      one,
      await getWorkflow(context, Number(one.workflowId), one.version),
      await listRunRecords(context, id, query),
      await listRunTimes(context, id),
    ] as const;
  });
  const counts = new Map(record.steps.map(({ stepId, statusCounts }) => [stepId, statusCounts]));
  const recordId = idIn(page, 'record') ?? records.records[0]?.id;
  const ofRecord =
    recordId === undefined
      ? []
      : (
          await page.read((context) =>
            listRunRecords(context, id, { limit: ROWS_PER_PAGE, cursor: `${Number(recordId) - 1}` }),
          )
        ).records.filter((one) => one.id === recordId);
  const titles = new Map(workflowGraph(displayed, counts).nodes.map(({ id: node, title }) => [node, title]));
  const nodes = record.steps.map(({ stepId, stepType, statusCounts }) => {
    const figures = Object.entries(statusCounts).map(([status, n]) =>
      figure(
        n,
        valueLabel(status).toLowerCase(),
        addressWith(page, { stepId, status, record: null }),
        status === 'FAILED' ? 'bad' : '',
      ),
    );
    return html`<li data-key="${stepId}"><a href="${addressWith(page, { stepId, status: null, record: null })}">${stepId}</a> <span class="soft">${titles.get(stepId) ?? valueLabel(stepType)}</span><br>${figures}</li>`;
  });
  const approvals = record.steps.map(
    ({ stepId, stepType, statusCounts }) =>
      stepType === 'WAIT_FOR_APPROVAL' &&
      record.status === 'RUNNING' &&
      (statusCounts['WAITING'] ?? 0) > 0 &&
      html` ${grouped(statusCounts['WAITING'] ?? 0)} wait for approval: ${command(`reach workflow approve ${id} ${stepId}`)}`,
  );
  const due = record.status === 'RUNNING' && { due: 'WAITING' };
  const strip = runStrip(page, times, { done: 'SUCCEEDED', failed: 'FAILED', ...due });
  const body = html`<h1>Run ${id} of ${displayed.name}</h1><p>${badge(record.status)} ${record.reason}${approvals}</p><p class="figures"><span>${link(displayed.name, 'workflows', String(record.workflowId))} <a href="/app/workflows/${String(record.workflowId)}?version=${record.version}">v${record.version}</a></span> <span>${grouped(record.distinctEntityCount)} records</span> <span>${record.creditsUsed}${record.maxCreditsPerRun !== null && ` of ${record.maxCreditsPerRun}`} credits</span> <span>started ${fullTime(record.startedAt, page.clock)}</span>${record.finishedAt !== null && html` <span>finished ${fullTime(record.finishedAt, page.clock)}</span>`}</p>${strip}${columns(
    [
      ['steps', 'Steps', html`<ul class="tree">${nodes}</ul>`],
      ['who', 'Records', recordTable(page, record.steps, records)],
      [
        'message',
        'What was done with one of them',
        ofRecord.length === 0
          ? html`<p class="empty">${isGone(page.clock, records.keptUntil) ? GONE : 'A record that is chosen is shown here.'}</p>`
          : html`<p>${recordLink(ofRecord[0])}</p>${ofRecord.map((one) => recordStep(one, id, page.clock))}`,
      ],
    ],
  )}<details><summary>The workflow as a picture</summary>${graphOf(displayed, counts)}</details>`;
  return { title: `Run ${id} of ${displayed.name}`, body };
};

const GONE = 'Records are kept for a while after a run: these are gone.';

const isGone = ({ now }: PageClock, keptUntil: string | null): boolean =>
  keptUntil !== null && Date.parse(keptUntil) <= now;

type RecordAtStep = Awaited<ReturnType<typeof listRunRecords>>['records'][number];

const recordLink = (record: RecordAtStep | undefined): Html | false =>
  record !== undefined &&
  link(record.name ?? `Record ${record.id}`, NOUNS[ENTITY_OF[record.entity]], String(record.id));

/** What a step did with a record, or what it waits for there. */
function recordStep({ stepId, status, dueAt, reason }: RecordAtStep, runId: number, clock: PageClock): Html {
  const isHeld = status === 'WAITING' && dueAt === null;
  const wait = isHeld
    ? html`<span class="badge busy">waits for approval</span> ${command(`reach workflow approve ${runId} ${stepId}`)}`
    : badge(status);
  return html`<article class="message" data-key="${stepId}"><p><strong>${stepId}</strong> ${wait}${dueAt !== null && html` continues ${fullTime(dueAt, clock)}`} ${reason}</p></article>`;
}

function recordTable(
  page: PageContext,
  steps: Awaited<ReturnType<typeof getRun>>['steps'],
  { records, nextCursor, keptUntil }: Awaited<ReturnType<typeof listRunRecords>>,
): Html {
  const stepOptions = steps.map(({ stepId }): [string, string] => [stepId, stepId]);
  return html`${filters(page, {
    choices: [
      { name: 'status', label: 'Status', options: optionsOf(STEP_STATUSES) },
      { name: 'stepId', label: 'Step', options: stepOptions },
      hidden('day', 'Day'),
    ],
  })}${table(
    records,
    [
      {
        key: 'name',
        title: 'Record',
        cell: ({ id, name }) =>
          html`<a href="${addressWith(page, { record: Number(id) })}#message">${name ?? `Record ${id}`}</a>`,
      },
      { key: 'status', cell: ({ status }) => badge(status) },
      { key: 'stepId', title: 'Step', cell: ({ stepId }) => stepId },
      {
        key: 'dueAt',
        title: 'Continues',
        cell: ({ status, dueAt }) =>
          status === 'WAITING' && dueAt === null
            ? html`<span class="badge busy">waits for approval</span>`
            : time(dueAt, page.clock),
      },
      { key: 'reason', cell: ({ reason }) => reason },
    ],
    {
      empty: isGone(page.clock, keptUntil) ? GONE : 'No record matches.',
      idOf: ({ id, stepId }) => `${id}-${stepId}`,
    },
  )}${cursorPager(page, 'cursor', nextCursor)}`;
}

// Names in place of ids: of lists, campaigns and identities in what a workflow is set to.

type Names = Readonly<Record<'list' | 'campaign' | 'identity', ReadonlyMap<number, string>>>;

const NAMED = { page: 1, pageSize: 1_000 };

async function readNames(context: Context): Promise<Names> {
  const byId = (rows: readonly { readonly id: unknown; readonly name?: string | null }[]) =>
    new Map(rows.map(({ id, name }) => [Number(id), name ?? String(id)]));
  return {
    list: byId((await listNames(context, null, NAMED.pageSize)).lists),
    campaign: byId((await listCampaigns(context, NAMED)).campaigns),
    identity: byId((await listIdentities(context, NAMED)).identities),
  };
}

const ID_FIELD = /^(?:\w*(list)|(?:leads|company|contact)(list|group)|(campaign)|(?:sender)?(identity))Ids?$/i;

/** The same value, ids in it replaced by names under the name of what they are: `listId: 4` is `list: Newsletter`. */
function withNames(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => withNames(one, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const found = ID_FIELD.exec(key)?.slice(1).find(Boolean)?.toLowerCase();
      const kind = found === 'group' ? 'list' : found;
      const known = kind === undefined ? undefined : getOwn(names, kind);
      if (kind === undefined || known === undefined) return [key, withNames(inner, names)];
      const nameOf = (id: unknown) => known.get(Number(id)) ?? `${kind} ${String(id)}`;
      return [
        found === 'group' ? 'list' : key.replace(/Ids?$/, ''),
        Array.isArray(inner) ? inner.map(nameOf) : nameOf(inner),
      ];
    }),
  );
}
