import { type Golden, success } from './golden.ts';

// The interface shows the fields of a preview, iterate and results;
// the body of the create, and path and body of the import, are chosen.

const FIRST_PREVIEW = '3f2c1d64-5a0b-4c8e-9b1e-0c8f6a7d2e10';
const REFINED = '7d1b9a02-61c4-4f0a-8f56-2b0d9e4c7a33';
const COMPANIES = '9c0e7f15-2d3a-4b68-a7c1-5e9d1f8b4a62';
const FUNDED = 'b8a4c2e0-7f19-4d53-8e02-6c1a9d3f5b74';

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
  {
    title: 'saved filters of a type (chosen but for path and type)',
    row: 'savedFilters.list',
    given: { query: { type: 'LEAD' } },
    request: { method: 'GET', path: '/v1/saved-filters', query: { type: 'LEAD' } },
    response: success({
      savedFilters: [{ id: 1, name: 'Sales leaders', type: 'LEAD', createdAt: '2026-01-05T10:00:00.000Z' }],
      page: 1,
      pageSize: 25,
      total: 1,
      hasNextPage: false,
    }),
  },
  {
    title: 'describe an audience',
    row: 'finder.preview',
    given: {
      body: { text: 'CTOs at software companies in Germany that use Kubernetes', provider: 'AUTO', identityId: 1 },
    },
    request: {
      method: 'POST',
      path: '/v1/ai-finder/previews',
      body: { text: 'CTOs at software companies in Germany that use Kubernetes', provider: 'AUTO', identityId: 1 },
    },
    response: success({ ...preview, identityId: 1 }),
  },
  {
    title: 'from a saved filter',
    row: 'finder.preview',
    given: { body: { savedFilterId: 1, provider: 'NETWORK' } },
    request: { method: 'POST', path: '/v1/ai-finder/previews', body: { savedFilterId: 1, provider: 'NETWORK' } },
    response: success({ ...preview, previewId: COMPANIES, requestedProvider: 'NETWORK' }),
  },
  {
    title: 'from the CRM: crmProvider is set',
    row: 'finder.preview',
    given: { body: { text: 'contacts in our CRM in logistics' } },
    request: { method: 'POST', path: '/v1/ai-finder/previews', body: { text: 'contacts in our CRM in logistics' } },
    response: success({ ...preview, previewId: COMPANIES, resolvedProvider: 'CRM_CONTACTS', crmProvider: 'ANY' }),
  },
  {
    title: 'by technology: techstackImportType is set',
    row: 'finder.preview',
    given: { body: { text: 'companies using Kubernetes', provider: 'TECHSTACK_TECHNOLOGY' } },
    request: {
      method: 'POST',
      path: '/v1/ai-finder/previews',
      body: { text: 'companies using Kubernetes', provider: 'TECHSTACK_TECHNOLOGY' },
    },
    response: success({
      ...preview,
      previewId: COMPANIES,
      requestedProvider: 'TECHSTACK_TECHNOLOGY',
      resolvedProvider: 'TECHSTACK_TECHNOLOGY',
      entity: 'COMPANY',
      techstackImportType: 'TECHNOLOGY',
    }),
  },
  {
    title: 'refine: a new preview of the same provider that names the one before',
    row: 'finder.iterate',
    given: { params: { previewId: FIRST_PREVIEW }, body: { feedback: 'also in Austria' } },
    request: {
      method: 'POST',
      path: `/v1/ai-finder/previews/${FIRST_PREVIEW}/iterate`,
      body: { feedback: 'also in Austria' },
    },
    response: success({ ...preview, previewId: REFINED, previousPreviewId: FIRST_PREVIEW, identityId: 1 }),
  },
  {
    title: 'a page of results',
    row: 'finder.results',
    given: { params: { previewId: REFINED }, query: { page: 1, pageSize: 2 } },
    request: {
      method: 'GET',
      path: `/v1/ai-finder/previews/${REFINED}/results`,
      query: { page: '1', pageSize: '2' },
    },
    response: success({
      previewId: REFINED,
      page: 1,
      pageSize: 2,
      hasNextPage: true,
      records: [
        {
          id: 'p1',
          name: 'Ada Lovelace',
          domain: 'analytical.example',
          networkUrl: 'https://www.network.example/in/ada-lovelace',
          title: 'Chief Technology Officer',
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
  },
  {
    title: 'page and pageSize have defaults',
    row: 'finder.results',
    given: { params: { previewId: FIRST_PREVIEW } },
    request: { method: 'GET', path: `/v1/ai-finder/previews/${FIRST_PREVIEW}/results` },
    response: success({
      previewId: FIRST_PREVIEW,
      page: 1,
      pageSize: 10,
      hasNextPage: false,
      records: [{ id: 'p1', name: 'Ada Lovelace', title: 'Chief Technology Officer', extra: {} }],
      entity: 'CONTACT',
      resolvedProvider: 'NETWORK',
      result: {},
      userInput: 'CTOs at software companies in Germany',
    }),
  },
  {
    title: 'fundraising: a preview',
    row: 'finder.preview',
    given: { body: { text: 'fintechs that raised a Series A', provider: 'FUNDRAISING_COMPANIES' } },
    request: {
      method: 'POST',
      path: '/v1/ai-finder/previews',
      body: { text: 'fintechs that raised a Series A', provider: 'FUNDRAISING_COMPANIES' },
    },
    response: success({
      ...preview,
      previewId: FUNDED,
      requestedProvider: 'FUNDRAISING_COMPANIES',
      resolvedProvider: 'FUNDRAISING_COMPANIES',
      entity: 'COMPANY',
    }),
  },
  {
    title: 'fundraising: the tenth page is the last',
    row: 'finder.results',
    given: { params: { previewId: FUNDED }, query: { page: 10, pageSize: 1 } },
    request: {
      method: 'GET',
      path: `/v1/ai-finder/previews/${FUNDED}/results`,
      query: { page: '10', pageSize: '1' },
    },
    response: success({
      previewId: FUNDED,
      page: 10,
      pageSize: 1,
      hasNextPage: true,
      records: [{ id: 'c1', name: 'Analytical', domain: 'analytical.example', location: 'London', extra: {} }],
      entity: 'COMPANY',
      resolvedProvider: 'FUNDRAISING_COMPANIES',
      result: {},
      userInput: 'fintechs that raised a Series A',
    }),
  },
  {
    title: 'import into a list (chosen)',
    row: 'finder.import',
    given: { params: { previewId: REFINED }, body: { listId: 1, maxCount: 200 } },
    request: {
      method: 'POST',
      path: `/v1/ai-finder/previews/${REFINED}/import`,
      body: { listId: 1, maxCount: 200 },
    },
    response: success({ actionsId: 5, createdAt: '2026-01-05T10:00:00.000Z' }),
  },
];
