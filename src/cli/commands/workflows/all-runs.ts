// Runs over all workflows: the interface lists those of one.

import { listPages } from '../../../client/answers/pages.ts';
import type { RequestOf } from '../../../contract/endpoint.ts';
import type { Table } from '../../../contract/table.ts';
import type { Session } from '../../session/session.ts';

type RunQuery = NonNullable<RequestOf<Table['workflows']['runs']>['query']>;

/** Of each workflow that the key may see its newest runs, at most `each` of one (null = all). */
export async function* allRuns(session: Session, query: RunQuery, each: number | null) {
  const { call } = await session.client();
  const { interrupt: signal } = session.io;
  for await (const { id: workflowId, name } of listPages(call, 'workflows', 'list', {}, { signal })) {
    if (workflowId === undefined) continue;
    const input = { params: { workflowId }, query };
    for await (const run of listPages(call, 'workflows', 'runs', input, { limit: each, signal })) {
      yield { workflowId, workflow: name ?? null, ...run };
    }
  }
}
