import { type Golden, golden, success } from './golden.ts';

// The interface shows the fields of a preview, iterate and results;
// the body of the create, and path and body of the import, are undocumented.

const FIRST_PREVIEW = '3f2c1d64-5a0b-4c8e-9b1e-0c8f6a7d2e10';
const REFINED = '7d1b9a02-61c4-4f0a-8f56-2b0d9e4c7a33';
const COMPANIES = '9c0e7f15-2d3a-4b68-a7c1-5e9d1f8b4a62';

const preview = {
  previewId: FIRST_PREVIEW,
  createdAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-06T10:00:00.000Z',
  userInput: 'CTOs at software companies in Germany',
  requestedProvider: 'AUTO',
  resolvedProvider: 'NETWORK',
  result: {},
  entity: 'CONTACT',
  droppedFilters: ['technologies'],
};

export const finder: readonly Golden[] = [
  golden(
    'saved filters of a type (undocumented but for path and type)',
    'savedFilters.list',
    { query: { type: 'LEAD' } },
    'GET /v1/saved-filters',
    success({
      savedFilters: [{ id: 1, name: 'Sales leaders', type: 'LEAD', createdAt: '2026-01-05T10:00:00.000Z' }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  ),
  golden(
    'describe an audience',
    'finder.preview',
    { body: { text: 'CTOs at software companies in Germany that use Kubernetes', provider: 'AUTO', identityId: 1 } },
    'POST /v1/ai-finder/previews',
    success({ ...preview, identityId: 1 }),
  ),
  golden(
    'from a saved filter',
    'finder.preview',
    { body: { savedFilterId: 1, provider: 'NETWORK' } },
    'POST /v1/ai-finder/previews',
    success({ ...preview, previewId: COMPANIES, requestedProvider: 'NETWORK' }),
  ),
  golden(
    'from the CRM: crmProvider is set',
    'finder.preview',
    { body: { text: 'contacts in our CRM in logistics' } },
    'POST /v1/ai-finder/previews',
    success({ ...preview, previewId: COMPANIES, resolvedProvider: 'CRM_CONTACTS', crmProvider: 'ANY' }),
  ),
  golden(
    'refine: a new preview of the same provider that names the one before',
    'finder.iterate',
    { params: { previewId: FIRST_PREVIEW }, body: { feedback: 'also in Austria' } },
    `POST /v1/ai-finder/previews/${FIRST_PREVIEW}/iterate`,
    success({ ...preview, previewId: REFINED, previousPreviewId: FIRST_PREVIEW, identityId: 1 }),
  ),
  golden(
    'a page of results',
    'finder.results',
    { params: { previewId: REFINED }, query: { page: 1, pageSize: 2 } },
    `GET /v1/ai-finder/previews/${REFINED}/results`,
    success({
      previewId: REFINED,
      page: 1,
      pageSize: 2,
      hasNextPage: true,
      records: [
        {
          ...{ id: 'p1', name: 'Ada Lovelace', domain: 'analytical.example' },
          ...{ networkUrl: 'https://www.network.example/in/ada-lovelace', title: 'Chief Technology Officer' },
          location: 'Berlin, Germany',
          imageUrl: 'https://www.network.example/pictures/ada-lovelace.jpg',
          extra: {},
        },
      ],
      entity: 'CONTACT',
      totalCount: 31,
      resolvedProvider: 'NETWORK',
      result: {},
      userInput: 'CTOs at software companies in Germany',
    }),
    { query: { page: '1', pageSize: '2' } },
  ),
  golden(
    'import into a list (undocumented)',
    'finder.import',
    { params: { previewId: REFINED }, body: { listId: 1, maxCount: 200 } },
    `POST /v1/ai-finder/previews/${REFINED}/import`,
    success({ actionsId: 5, createdAt: '2026-01-05T10:00:00.000Z' }),
  ),
];
