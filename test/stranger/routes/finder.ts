// Finder previews, and enrichment runs, whose path the interface leaves out.

import { type Call, type Json, notFound, page, type Route, refuse } from '../route.ts';

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

const preview = (call: Call) => call.store.previews.find(({ previewId }) => previewId === call.params['previewId']);

function results(call: Call) {
  const found = preview(call);
  if (found === undefined) return notFound('Preview');
  const [at, size] = [Number(call.query['page'] ?? 1), Number(call.query['pageSize'] ?? 10)];
  if (!(at >= 1 && at <= 50) || !(size >= 1 && size <= 25)) return refuse(400, 'page is 1-50, pageSize is 1-25');
  const records = Array.from({ length: 12 }, (_, index) => ({
    id: `r${index}`,
    name: `Person ${index}`,
    title: 'CTO',
    networkUrl: `https://network.example/in/person-${index}`,
  }));
  const { previewId, entity, resolvedProvider, result, userInput } = found;
  return {
    previewId,
    page: at,
    pageSize: size,
    hasNextPage: at * size < records.length,
    records: records.slice((at - 1) * size, at * size),
    entity,
    resolvedProvider,
    result,
    userInput,
  };
}

export const FINDER_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/ai-finder/previews',
    shown: true,
    body: null,
    unshownBody: { text: 'query', provider: 'source', savedFilterId: 'savedFilterId', identityId: 'identityId' },
    run: (call) => {
      // The names of its fields are not shown; a strict service knows its own alone.
      const name = call.switches.mode === 'strict' || call.switches.mode === 'renamed' ? 'query' : 'text';
      const text = call.body[name];
      return typeof text === 'string' ? openPreview(call, text) : refuse(400, `${name} is required`);
    },
  },
  {
    method: 'POST',
    path: '/v1/ai-finder/previews/{previewId}/iterate',
    shown: true,
    body: { feedback: 'string' },
    required: ['feedback'],
    run: (call) => {
      const found = preview(call);
      if (found === undefined) return notFound('Preview');
      return openPreview(call, `${found['userInput']}; ${call.body['feedback']}`, found['previewId']);
    },
  },
  {
    method: 'GET',
    path: '/v1/ai-finder/previews/{previewId}/results',
    shown: true,
    query: ['page', 'pageSize'],
    run: results,
  },
  {
    method: 'POST',
    path: '/v1/ai-finder/previews/{previewId}/import',
    elsewhere: '/v1/ai-finder/previews/{previewId}/imports',
    shown: false,
    body: null,
    unshownBody: { listId: 'leadsGroupId', maxCount: 'maxRecords' },
    run: (call) => (preview(call) === undefined ? notFound('Preview') : startAction(call)),
  },
  {
    method: 'GET',
    path: '/v1/saved-filters',
    shown: true,
    query: ['page', 'pageSize'],
    unshownQuery: { type: 'kind' },
    run: () => page('savedFilters', [{ id: 41, name: 'CTOs', type: 'LEAD' }]),
  },
];

function startAction(call: Call): Json {
  const actionsId = call.store.nextId('actions');
  call.store.actions.push({ actionsId, polls: 0 });
  return call.switches.mode === 'minimal' ? { actionsId } : { actionsId, createdAt: call.store.now() };
}

export const ACTION_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/actions',
    elsewhere: '/v1/enrichments',
    shown: false,
    body: {
      actions: 'array',
      contactIds: 'array',
      companyIds: 'array',
      contactGroupIds: 'array',
      companyGroupIds: 'array',
    },
    required: ['actions'],
    run: startAction,
  },
  {
    method: 'GET',
    path: '/v1/actions/{actionsId}/status',
    elsewhere: '/v1/enrichments/{actionsId}/status',
    shown: false,
    run: (call) => {
      const found = call.store.actions.find(({ actionsId }) => String(actionsId) === call.params['actionsId']);
      if (found === undefined) return notFound('Enrichment');
      found['polls'] = Number(found['polls']) + 1;
      const overallStatus =
        Number(found['polls']) > 1 ? 'COMPLETED' : call.switches.richer ? 'WARMING_UP' : 'PROCESSING';
      return { actionsId: found['actionsId'], overallStatus };
    },
  },
  {
    method: 'GET',
    path: '/v1/actions/{actionsId}/records',
    elsewhere: '/v1/enrichments/{actionsId}/records',
    shown: false,
    unshownQuery: { status: 'state', cursor: 'after', limit: 'count' },
    run: (call) => {
      const found = call.store.actions.some(({ actionsId }) => String(actionsId) === call.params['actionsId']);
      return found ? page('records', [{ id: 10, status: 'FAILED' }, { id: 11 }]) : notFound('Enrichment');
    },
  },
];
