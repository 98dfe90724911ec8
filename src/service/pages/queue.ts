// The queue: work that is due, waits, or was given up, with its error.

import { JOB_STATES, listJobs, type QueuedJob } from '../resources/local/overview.ts';
import { filters, pager } from './forms.ts';
import { type Html, html } from './html.ts';
import { type PageView, pageOf, wordIn } from './page.ts';
import { excerpt, fullTime, table } from './parts.ts';

const WORDS: Readonly<Record<QueuedJob['state'], readonly [text: string, tone: string]>> = {
  failed: ['given up', 'bad'],
  due: ['due', 'busy'],
  waiting: ['waiting', 'idle'],
};

export function jobState({ state }: QueuedJob): Html {
  const [text, tone] = WORDS[state];
  return html`<span class="badge ${tone}">${text}</span>`;
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
      { key: 'kind', title: 'Work', cell: ({ kind }) => kind },
      { key: 'key', title: 'Of', cell: ({ key }) => key },
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
