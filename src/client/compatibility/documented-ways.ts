// What the documented interface can do in place of routes that it does not show: one table, as notes and doctor name it.

import { getOwn } from '../../contract/json.ts';
import type { Route } from '../../contract/routes/route.ts';
import { type DocumentedRead, type DocumentedWrite, requestName } from './fitted-request.ts';

interface DocumentedWay {
  readonly how: string;
  readonly read?: DocumentedRead;
  readonly write?: DocumentedWrite;
}

const mergedUpdate: DocumentedWrite = async (...asked) =>
  (await import('./merging/by-merging.ts')).updateByMerging(...asked);

/** `METHOD /v1/path` that the interface does not show → how the same is done without it. */
const DOCUMENTED_WAYS: Readonly<Record<string, DocumentedWay>> = {
  'GET /v1/lists': {
    how: 'as the condition field platform.listIds offers them; what they hold is not shown',
    read: async (...asked) => (await import('./lists.ts')).offeredLists(...asked),
  },
  'GET /v1/lists/{listId}': {
    how: 'counted by a search; its name is not shown',
    read: async (...asked) => (await import('./lists.ts')).listById(...asked),
  },
  'PATCH /v1/contacts/{contactId}': { how: 'merged by POST /v1/contacts/bulk', write: mergedUpdate },
  'PATCH /v1/companies/{companyId}': { how: 'merged by POST /v1/companies/bulk', write: mergedUpdate },
  'POST /v1/lists/{listId}/members': {
    how: 'merged by the bulk create, with the id of the list',
    write: async (...asked) => (await import('./merging/by-merging.ts')).membersByMerging(...asked),
  },
  'POST /v1/actions': {
    how: 'run as a workflow made for it',
    write: async (...asked) => (await import('./workflow-runs.ts')).actionsAsWorkflow(...asked),
  },
  'GET /v1/actions/{actionsId}/status': {
    how: 'read as the run of a workflow',
    read: async (...asked) => (await import('./workflow-runs.ts')).statusOfRun(...asked),
  },
  'POST /v1/ai-finder/previews/{previewId}/import': {
    how: 'imported by a workflow made for it',
    write: async (...asked) => (await import('./workflow-runs.ts')).importAsWorkflow(...asked),
  },
  'POST /v1/workflows/validate': { how: 'checked here against the blocks and fields of the service' },
};

/** Null for a route that the interface shows, and for what nothing that it shows can do. */
export const documentedWay = (request: string): DocumentedWay | null => getOwn(DOCUMENTED_WAYS, request) ?? null;

/** `this service has no PATCH /v1/contacts/{contactId}: merged by …` */
export function documentedWayText(route: Pick<Route, 'method' | 'path'>): string {
  const request = requestName(route);
  return `with this service, where nothing confirms ${request}: ${getOwn(DOCUMENTED_WAYS, request)?.how}`;
}
