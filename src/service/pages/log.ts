// The request log: what was asked of the API, and what it answered.

import type { LoggedRequest } from '../core/operator.ts';
import { listRequests } from '../resources/local/status.ts';
import { pager } from './forms.ts';
import { html } from './html.ts';
import { type PageView, pageOf } from './page.ts';
import { fullTime, table } from './parts.ts';

const PER_PAGE = 100;

function toneOfStatus(status: number): string {
  if (status === 0 || status >= 500) return 'bad';
  return status >= 400 ? 'busy' : 'good';
}

export const log: PageView = async (page) => {
  const found = await listRequests(page.operator, pageOf(page, PER_PAGE));
  const body = html`<h1>Request log</h1>${table<LoggedRequest>(
    found.requests,
    [
      {
        key: 'status',
        cell: ({ status }) =>
          html`<span class="badge ${toneOfStatus(status)}">${status === 0 ? 'dropped' : status}</span>`,
      },
      { key: 'at', cell: ({ at }) => fullTime(at, page.clock) },
      { key: 'method', cell: ({ method }) => method },
      { key: 'path', cell: ({ path }) => html`<code>${path}</code>` },
      { key: 'endpoint', cell: ({ endpoint }) => endpoint },
      { key: 'key', cell: ({ key }) => key },
      { key: 'ms', cell: ({ ms }) => Math.round(ms * 10) / 10, isNumber: true },
      { key: 'requestId', title: 'Request ID', cell: ({ requestId }) => html`<code>${requestId}</code>` },
    ],
    { empty: 'No request yet.', idOf: ({ requestId }) => requestId },
  )}${pager(page, found)}`;
  return { title: 'Request log', body };
};
