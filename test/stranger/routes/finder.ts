// Finder previews, and enrichment runs, whose path the interface leaves out.

import { type Call, type Json, PAGED, page, type Route, refuse, route, withRecord } from '../route.ts';

function openPreview(call: Call, userInput: string, previousPreviewId?: unknown): Json {
  const serial = String(call.store.previews.length + 1).padStart(12, '0');
  const preview: Json = {
    previewId: `0190a000-0000-7000-8000-${serial}`,
    createdAt: call.store.now(),
    expiresAt: '2027-01-01T00:00:00.000Z',
    userInput,
    requestedProvider: 'AUTO',
    resolvedProvider: call.switches.richer ? 'PEOPLE_GRAPH' : 'NETWORK',
    result: { titles: ['CTO'] },
    entity: 'CONTACT',
    droppedFilters: [],
    ...(previousPreviewId !== undefined && { previousPreviewId }),
  };
  call.store.previews.push(preview);
  return preview;
}

const COUNT = 12;

function results({ previewId, entity, resolvedProvider, result, userInput }: Json, { query }: Call) {
  const [at, size] = [Number(query['page'] ?? 1), Number(query['pageSize'] ?? 10)];
  if (!(at >= 1 && at <= 50) || !(size >= 1 && size <= 25)) return refuse(400, 'page is 1-50, pageSize is 1-25');
  const records = Array.from({ length: COUNT }, (_, index) => ({
    id: `r${index}`,
    name: `Person ${index}`,
    title: 'CTO',
    networkUrl: `https://network.example/in/person-${index}`,
  })).slice((at - 1) * size, at * size);
  const paging = { page: at, pageSize: size, hasNextPage: at * size < COUNT };
  return { previewId, ...paging, records, entity, resolvedProvider, result, userInput };
}

export const FINDER_ROUTES: readonly Route[] = [
  route(
    'POST /v1/ai-finder/previews',
    {
      body: null,
      unshownBody: { text: 'query', provider: 'source', savedFilterId: 'savedFilterId', identityId: 'identityId' },
      // The names of its fields are not shown; a strict service knows its own alone.
      hasOwnNames: true,
    },
    (call) => {
      const { text } = call.body;
      return typeof text === 'string' ? openPreview(call, text) : refuse(400, 'the text of the search is required');
    },
  ),
  route(
    'POST /v1/ai-finder/previews/{previewId}/iterate',
    { body: { feedback: 'string' }, required: ['feedback'] },
    withRecord('previews', 'Preview', ({ userInput, previewId }, call) =>
      openPreview(call, `${userInput}; ${call.body['feedback']}`, previewId),
    ),
  ),
  route('GET /v1/ai-finder/previews/{previewId}/results', { query: PAGED }, withRecord('previews', 'Preview', results)),
  route(
    'POST /v1/ai-finder/previews/{previewId}/import',
    {
      elsewhere: '/v1/ai-finder/previews/{previewId}/imports',
      body: null,
      unshownBody: { listId: 'leadsGroupId', maxCount: 'maxRecords' },
    },
    withRecord('previews', 'Preview', (_, call) => startAction(call)),
  ),
  route('GET /v1/saved-filters', { query: PAGED, unshownQuery: { type: 'kind' } }, () =>
    page('savedFilters', [{ id: 41, name: 'CTOs', type: 'LEAD' }]),
  ),
];

function startAction(call: Call): Json {
  const actionsId = call.store.nextId('actions');
  call.store.actions.push({ actionsId, polls: 0 });
  return call.switches.mode === 'minimal' ? { actionsId } : { actionsId, createdAt: call.store.now() };
}

export const ACTION_ROUTES: readonly Route[] = [
  route(
    'POST /v1/actions',
    {
      elsewhere: '/v1/enrichments',
      body: {
        actions: 'array',
        contactIds: 'array',
        companyIds: 'array',
        contactGroupIds: 'array',
        companyGroupIds: 'array',
      },
      required: ['actions'],
    },
    startAction,
  ),
  route(
    'GET /v1/actions/{actionsId}/status',
    { elsewhere: '/v1/enrichments/{actionsId}/status' },
    withRecord('actions', 'Enrichment', (found, { switches }) => {
      found['polls'] = Number(found['polls']) + 1;
      const isDone = Number(found['polls']) > 1;
      return {
        actionsId: found['actionsId'],
        overallStatus: isDone ? 'COMPLETED' : switches.richer ? 'WARMING_UP' : 'PROCESSING',
      };
    }),
  ),
  route(
    'GET /v1/actions/{actionsId}/records',
    {
      elsewhere: '/v1/enrichments/{actionsId}/records',
      unshownQuery: { status: 'state', cursor: 'after', limit: 'count' },
    },
    withRecord('actions', 'Enrichment', () => page('records', [{ id: 10, status: 'FAILED' }, { id: 11 }])),
  ),
];
