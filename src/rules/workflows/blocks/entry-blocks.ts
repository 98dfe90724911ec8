// Blocks that a plan can begin with: selectors, and imports that repeat the search of a preview on each run.

import type { WorkflowEntity } from '../../../contract/workflows/enums.ts';
import { type BlockInput, type BlockRow, block, COMPANY, LEAD, needs, takes } from './block-row.ts';

export const SELECTORS: readonly BlockRow[] = [
  block('SELECT_LEADS_FROM_LIST', 'Contacts of a list', 'Begins with every contact of a list.', {
    entities: LEAD,
    group: 'selector',
    inputs: [needs('leadsGroupId', 'leadsGroupId', 'The list, or "__MANUAL_INPUT": the run names it.')],
  }),
  block('SELECT_LEADS', 'Contacts by id', 'Begins with the contacts that are named.', {
    entities: LEAD,
    group: 'selector',
    inputs: [needs('leadIds', 'leadIds', 'The contacts, or "__MANUAL_INPUT": run, webhook or signal names them.')],
  }),
  block('SELECT_COMPANIES_FROM_LIST', 'Companies of a list', 'Begins with every company of a list.', {
    entities: COMPANY,
    group: 'selector',
    inputs: [needs('companyGroupId', 'companyGroupId', 'The list, or "__MANUAL_INPUT": the run names it.')],
    undocumented: 'companies',
  }),
  block('SELECT_COMPANIES', 'Companies by id', 'Begins with the companies that are named.', {
    entities: COMPANY,
    group: 'selector',
    inputs: [
      needs('companyIds', 'companyIds', 'The companies, or "__MANUAL_INPUT": run, webhook or signal names them.'),
    ],
    undocumented: 'companies',
  }),
];

const SEARCH = needs('search', 'object', 'The search itself, as the preview resolved it; repeated on each run.');
const MAX_COUNT = takes('maxCount', 'integer', 'At most this many records a run.');

/** Each provider and entity of a preview → the block that repeats its search. */
export const IMPORTS: readonly (readonly [
  provider: string,
  blockId: string,
  label: string,
  entity: WorkflowEntity,
  own: readonly BlockInput[],
])[] = [
  [
    'NETWORK',
    'IMPORT_LEADS_FROM_NETWORK',
    'Contacts found on the network',
    'LEAD',
    [SEARCH, MAX_COUNT, takes('identityId', 'identityId', 'Whose account searches.')],
  ],
  [
    'NETWORK',
    'IMPORT_COMPANIES_FROM_NETWORK',
    'Companies found on the network',
    'COMPANY',
    [SEARCH, MAX_COUNT, takes('identityId', 'identityId', 'Whose account searches.')],
  ],
  [
    'FUNDRAISING_COMPANIES',
    'IMPORT_COMPANIES_FROM_FUNDRAISING',
    'Companies that raised funds',
    'COMPANY',
    [SEARCH, MAX_COUNT],
  ],
  [
    'FUNDRAISING_CONTACTS',
    'IMPORT_LEADS_FROM_FUNDRAISING',
    'Contacts at companies that raised funds',
    'LEAD',
    [SEARCH, MAX_COUNT],
  ],
  ['FUNDRAISING_INVESTORS', 'IMPORT_COMPANIES_FROM_FUNDRAISING_INVESTORS', 'Investors', 'COMPANY', [SEARCH, MAX_COUNT]],
  ['ECOMMERCE_DATA', 'IMPORT_COMPANIES_FROM_ECOMMERCE_DATA', 'Online stores', 'COMPANY', [SEARCH, MAX_COUNT]],
  [
    'CRM_CONTACTS',
    'IMPORT_LEADS_FROM_CRM',
    'Contacts of the CRM',
    'LEAD',
    [SEARCH, MAX_COUNT, takes('crmProvider', 'string', 'Which CRM.')],
  ],
  [
    'CRM_COMPANIES',
    'IMPORT_COMPANIES_FROM_CRM',
    'Companies of the CRM',
    'COMPANY',
    // This one cannot enforce a maximum a run (a warning says so).
    [SEARCH, takes('crmProvider', 'string', 'Which CRM.')],
  ],
  ['GOOGLE_MAPS', 'IMPORT_COMPANIES_FROM_GOOGLE_MAPS', 'Places on the map', 'COMPANY', [SEARCH, MAX_COUNT]],
  [
    'TECHSTACK_TECHNOLOGY',
    'IMPORT_COMPANIES_FROM_TECHSTACK',
    'Companies by technology',
    'COMPANY',
    [SEARCH, MAX_COUNT, takes('techstackImportType', 'string', 'What the search is about.')],
  ],
  [
    'TECHSTACK_JOBS',
    'IMPORT_COMPANIES_FROM_TECHSTACK_JOBS',
    'Companies by job openings',
    'COMPANY',
    [SEARCH, MAX_COUNT, takes('techstackImportType', 'string', 'What the search is about.')],
  ],
];

export const IMPORT_BLOCKS: readonly BlockRow[] = [
  block(
    'IMPORT_COMPANY_FROM_PAYLOAD',
    'Company from a webhook payload',
    'Begins with the company that a webhook delivery describes; it is created or merged.',
    {
      entities: COMPANY,
      group: 'import',
      inputs: [needs('companyPayload', 'companyPayload', 'The declared webhook input that describes the company.')],
    },
  ),
  ...IMPORTS.map(
    ([provider, blockId, label, entity, inputs]): BlockRow => ({
      blockId,
      label,
      description: `Begins with what a ${provider} search finds, imported on each run.`,
      entities: [entity],
      group: 'import',
      credits: provider.startsWith('CRM') ? 0 : 1,
      inputs,
      undocumented: 'import',
    }),
  ),
];
