import type { LoggedRequest } from '../core/operator.ts';
import { listRequests } from '../resources/local/status.ts';
import { addressWith, filters, pager } from './forms.ts';
import { html } from './html.ts';
import { type PageView, pageOf, textIn } from './page.ts';
import { fullTime, table } from './parts.ts';

const PER_PAGE = 100;
const STATUSES = [
  ['2', 'answered (2xx)'],
  ['4', 'refused (4xx)'],
  ['5', 'failed (5xx)'],
  ['0', 'dropped'],
  ['fault', 'changed by a fault'],
] as const;

function toneOfStatus(status: number): string {
  if (status === 0 || status >= 500) return 'bad';
  return status >= 400 ? 'busy' : 'good';
}

export const log: PageView = async (page) => {
  const filter = { endpoint: textIn(page, 'search'), status: textIn(page, 'status'), key: textIn(page, 'key') };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const found = await listRequests(page.operator, pageOf(page, PER_PAGE), isFiltered ? filter : undefined);
  const keys = [...new Set(found.requests.flatMap(({ key }) => key ?? []))].map((key): [string, string] => [key, key]);
  const body = html`<h1>Request log</h1>${filters(page, {
    search: 'Endpoint, path or request ID',
    choices: [
      { name: 'status', label: 'Status', options: STATUSES },
      { name: 'key', label: 'Key', options: keys },
    ],
  })}${table<LoggedRequest>(
    found.requests,
    [
      {
        key: 'status',
        cell: ({ status, fault }) =>
          html`<span class="badge ${toneOfStatus(status)}">${status === 0 ? 'dropped' : status}</span>${fault === true && html` <span class="badge busy">fault</span>`}`,
      },
      { key: 'at', cell: ({ at }) => fullTime(at, page.clock) },
      {
        key: 'request',
        title: 'Request',
        cell: ({ method, path, endpoint }) =>
          html`<code>${method} ${path}</code>${endpoint && html` <span class="soft">${endpoint}</span>`}`,
      },
      { key: 'key', cell: ({ key }) => key },
      { key: 'ms', cell: ({ ms }) => Math.round(ms * 10) / 10, isNumber: true },
      {
        key: 'bodies',
        title: 'Bodies',
        cell: ({ request, response, requestId }) => {
          if (request === undefined) return null;
          // Those of a page of requests are too much to read, and to send.
          if (filter.endpoint !== requestId)
            return html`<a href="${addressWith(page, { search: requestId })}">show</a>`;
          return html`<pre>${request}

${response}</pre>`;
        },
      },
      { key: 'requestId', title: 'Request ID', cell: ({ requestId }) => html`<code>${requestId}</code>` },
    ],
    {
      empty: html`No request matches. <code>reach serve --keep-bodies</code> keeps bodies as well.`,
      idOf: ({ requestId }) => requestId,
    },
  )}${pager(page, found)}`;
  return { title: 'Request log', body };
};
