import { type Golden, golden, success } from './golden.ts';

// The body is the interface's; the paths of run and status, and the answers, are undocumented.

const started = (actionsId: number) => success({ actionsId, createdAt: '2026-01-05T10:00:00.000Z' });

export const actions: readonly Golden[] = [
  golden(
    'actions in order over contacts by id',
    'actions.run',
    {
      body: {
        actions: [
          { type: 'SCRAPE_LEAD_FROM_NETWORK', options: { skipCompanyScrape: true, skipContactMerge: true } },
          {
            type: 'ENRICH_WITH_EMAIL',
            options: {
              sortedApis: ['first', 'second'],
              stopType: 'VERIFIED_EMAIL',
              speed: 'SLOW',
              maxTimeToWait: 30000,
            },
          },
          { type: 'ENRICH_WITH_PHONE', options: { stopType: 'PHONE', speed: 'FAST' } },
          { type: 'VERIFY_LEAD_EMAIL' },
          { type: 'VERIFY_LEAD_PHONE' },
        ],
        contactIds: [1, 2],
      },
    },
    'POST /v1/actions',
    started(1),
  ),
  golden(
    'over companies: who works there, and the page of the company',
    'actions.run',
    {
      body: {
        actions: [
          {
            type: 'SEARCH_LEADS_FROM_NETWORK_COMPANY',
            options: {
              savedFilterId: 1,
              keyword: ['energy', 'power'],
              maxLeadsToImport: 10,
              destinationContactGroupId: 1,
              onlyIncludeIfCompanyUrnMatch: true,
              importOnlyNewContacts: false,
            },
          },
          {
            type: 'COMPANY_NETWORK_FROM_NAME',
            options: { matchOnlyExactDomain: false, matchOnlyExactName: true, matchOnlySimilarName: false },
          },
          { type: 'SYNC_COMPANY_WITH_CRM', options: { fullResync: false } },
        ],
        companyIds: [1, 2],
      },
    },
    'POST /v1/actions',
    started(2),
  ),
  golden(
    'a list to the CRM, and back',
    'actions.run',
    {
      body: {
        actions: [
          {
            type: 'EXPORT_TO_CRM',
            options: {
              CRMOwnerId: { value: 'owner-7', override: true },
              promptLeadFieldsCRMMapping: { jobTitle: { value: 'Title', override: false } },
              promptCompanyFieldsCRMMapping: { industry: { value: 'Industry', override: true } },
              overwriteFields: { jobTitle: true },
              associationType: 'CONTACT',
              exportAssociatedObject: true,
            },
          },
          { type: 'SYNC_LEAD_WITH_CRM', options: { fullResync: true } },
        ],
        contactGroupIds: [1],
      },
    },
    'POST /v1/actions',
    started(3),
  ),
  golden(
    'company lists',
    'actions.run',
    { body: { actions: [{ type: 'EXPORT_TO_CRM' }], companyGroupIds: [3] } },
    'POST /v1/actions',
    started(4),
  ),
  golden(
    'how far it is',
    'actions.status',
    { params: { actionsId: 1 } },
    'GET /v1/actions/1/status',
    success({
      ...{ actionsId: 1, entity: 'CONTACT', overallStatus: 'PARTIAL', totalActions: 10 },
      ...{ statusCounts: { COMPLETED: 1 }, progress: 100, createdAt: '2026-01-05T10:00:00.000Z' },
      finishedAt: '2026-01-05T10:00:09.000Z',
      actions: [
        { type: 'SCRAPE_LEAD_FROM_NETWORK', statusCounts: {}, reasons: {}, creditsUsed: 2 },
        { type: 'ENRICH_WITH_EMAIL', statusCounts: {}, reasons: {}, creditsUsed: 0 },
      ],
      imported: 0,
      creditsUsed: 12,
    }),
  ),
  golden(
    'what came of each action on each record',
    'actions.records',
    { params: { actionsId: 1 }, query: { status: 'SKIPPED', limit: 1 } },
    'GET /v1/actions/1/records',
    success({
      records: [
        {
          ...{ id: 1, entity: 'CONTACT', name: 'Ada Lovelace', action: 'ENRICH_WITH_EMAIL' },
          ...{ status: 'SKIPPED', reason: 'HAS_EMAIL', creditsUsed: 0 },
        },
      ],
      nextCursor: '1-1',
    }),
    { query: { status: 'SKIPPED', limit: '1' } },
  ),
];
