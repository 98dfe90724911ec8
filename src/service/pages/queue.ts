// The queue: work that is due, waits, or was given up, with its error.

import { JOB_STATES, listJobs, type QueuedJob } from '../resources/local/overview.ts';
import { filters, pager } from './forms.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { type PageView, pageOf, wordIn } from './page.ts';
import { excerpt, fullTime, link, table } from './parts.ts';

const WORDS: Readonly<Record<QueuedJob['state'], readonly [text: string, tone: string]>> = {
  failed: ['given up', 'bad'],
  due: ['due', 'busy'],
  waiting: ['waiting', 'idle'],
};

function jobState({ state }: QueuedJob): Html {
  const [text, tone] = WORDS[state];
  return html`<span class="badge ${tone}">${text}</span>`;
}

/** What each kind of job does, and the page of the record that its key begins with. */
const KINDS = new Map<string, readonly [text: string, page?: Parameters<typeof link>[1]]>([
  ['action-purge', ['Remove old action runs']],
  ['action-run', ['Perform action run', 'actions']],
  ['campaign-end', ['End campaign', 'campaigns']],
  ['campaign-enrol', ['Add a list to campaign', 'campaigns']],
  ['campaign-run', ['Perform the due steps of campaign', 'campaigns']],
  ['crm-export', ['Export to the CRM']],
  ['field-values.clear', ['Remove the values of a deleted AI variable']],
  ['finder-purge', ['Remove old AI-finder previews']],
  ['playbook-refresh', ['Refresh the recommendations of the playbook']],
  ['signal', ['Start workflows that wait for a signal']],
  ['social-react', ['React to post', 'social-selling/posts']],
  ['social-refresh', ['Refresh the metrics of posts']],
  ['workflow.run', ['Perform workflow run', 'workflow-runs']],
  ['workflow.schedule', ['Start scheduled workflow', 'workflows']],
  ['workflow.sweep', ['Remove the positions of ended workflow run', 'workflow-runs']],
]);

export function jobWork({ kind, key }: QueuedJob): HtmlPart {
  const [text, page] = KINDS.get(kind) ?? [kind];
  const id = /^\d+/.exec(key ?? '')?.[0];
  return page === undefined || id === undefined ? text : link(`${text} ${id}`, page, id);
}

export const queue: PageView = async (page) => {
  const query = { ...pageOf(page), state: wordIn(page, 'state', JOB_STATES) };
  const found = await page.read((context) => listJobs(context, query));
  const options = JOB_STATES.map((state): [string, string] => [state, WORDS[state][0]]);
  const body = html`<h1>Queue</h1><p class="soft">Background work. What fails is tried again after 1 s, 10 s, 1 min and 10 min of the clock, and then given up.</p>${filters(
    page,
    { choices: [{ name: 'state', label: 'State', options }] },
  )}${table(
    found.jobs,
    [
      { key: 'id', cell: ({ id }) => id, isNumber: true },
      { key: 'kind', title: 'Work', cell: jobWork },
      { key: 'state', cell: jobState },
      { key: 'dueAt', title: 'Due', cell: ({ dueAt }) => fullTime(dueAt, page.clock) },
      { key: 'attempts', title: 'Failures', cell: ({ attempts }) => attempts > 0 && attempts, isNumber: true },
      { key: 'error', cell: ({ error }) => excerpt(error, 200) },
      {
        key: 'payload',
        title: 'Payload',
        cell: ({ payload }) =>
          payload !== '{}' && html`<details><summary>show</summary><pre>${payload.slice(0, 2000)}</pre></details>`,
      },
    ],
    { empty: 'Nothing waits.', idOf: ({ id }) => id },
  )}${pager(page, found)}`;
  return { title: 'Queue', body };
};
