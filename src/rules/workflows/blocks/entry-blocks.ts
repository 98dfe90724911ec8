// Blocks that a plan can begin with: selectors, and imports that repeat the search of a preview on each run.

import type { WorkflowEntity } from '../../../contract/workflows/enums.ts';
import { type BlockInput, type BlockRow, blocksOf, COMPANY, LEAD, needs, takes } from './block-row.ts';

const contacts = blocksOf('selector', LEAD);
const companies = blocksOf('selector', COMPANY, 'companies');

export const SELECTORS: readonly BlockRow[] = [
  contacts('SELECT_LEADS_FROM_LIST', 'Contacts of a list', 'Begins with every contact of a list.', [
    needs('leadsGroupId', 'leadsGroupId', 'The list, or "__MANUAL_INPUT": the run names it.'),
  ]),
  contacts('SELECT_LEADS', 'Contacts by id', 'Begins with the contacts that are named.', [
    needs('leadIds', 'leadIds', 'The contacts, or "__MANUAL_INPUT": run, webhook or signal names them.'),
  ]),
  companies('SELECT_COMPANIES_FROM_LIST', 'Companies of a list', 'Begins with every company of a list.', [
    needs('companyGroupId', 'companyGroupId', 'The list, or "__MANUAL_INPUT": the run names it.'),
  ]),
  companies('SELECT_COMPANIES', 'Companies by id', 'Begins with the companies that are named.', [
    needs('companyIds', 'companyIds', 'The companies, or "__MANUAL_INPUT": run, webhook or signal names them.'),
  ]),
];

const SEARCH = needs('search', 'object', 'The search itself, as the preview resolved it; repeated on each run.');
const SEARCHED = [SEARCH, takes('maxCount', 'integer', 'At most this many records a run.')];
const ON_NETWORK = [...SEARCHED, takes('identityId', 'identityId', 'Whose account searches.')];
const BY_TECHSTACK = [...SEARCHED, takes('techstackImportType', 'string', 'What the search is about.')];
const CRM_PROVIDER = takes('crmProvider', 'string', 'Which CRM.');

/** Each provider and entity of a preview → the block that repeats its search. */
export const IMPORTS: readonly (readonly [
  provider: string,
  blockId: string,
  label: string,
  entity: WorkflowEntity,
  own?: readonly BlockInput[],
])[] = [
  ['NETWORK', 'IMPORT_LEADS_FROM_NETWORK', 'Contacts found on the network', 'LEAD', ON_NETWORK],
  ['NETWORK', 'IMPORT_COMPANIES_FROM_NETWORK', 'Companies found on the network', 'COMPANY', ON_NETWORK],
  ['FUNDRAISING_COMPANIES', 'IMPORT_COMPANIES_FROM_FUNDRAISING', 'Companies that raised funds', 'COMPANY'],
  ['FUNDRAISING_CONTACTS', 'IMPORT_LEADS_FROM_FUNDRAISING', 'Contacts at companies that raised funds', 'LEAD'],
  ['FUNDRAISING_INVESTORS', 'IMPORT_COMPANIES_FROM_FUNDRAISING_INVESTORS', 'Investors', 'COMPANY'],
  ['ECOMMERCE_DATA', 'IMPORT_COMPANIES_FROM_ECOMMERCE_DATA', 'Online stores', 'COMPANY'],
  ['CRM_CONTACTS', 'IMPORT_LEADS_FROM_CRM', 'Contacts of the CRM', 'LEAD', [...SEARCHED, CRM_PROVIDER]],
  // This one cannot enforce a maximum a run (a warning says so).
  ['CRM_COMPANIES', 'IMPORT_COMPANIES_FROM_CRM', 'Companies of the CRM', 'COMPANY', [SEARCH, CRM_PROVIDER]],
  ['GOOGLE_MAPS', 'IMPORT_COMPANIES_FROM_GOOGLE_MAPS', 'Places on the map', 'COMPANY'],
  ['TECHSTACK_TECHNOLOGY', 'IMPORT_COMPANIES_FROM_TECHSTACK', 'Companies by technology', 'COMPANY', BY_TECHSTACK],
  ['TECHSTACK_JOBS', 'IMPORT_COMPANIES_FROM_TECHSTACK_JOBS', 'Companies by job openings', 'COMPANY', BY_TECHSTACK],
];

export const IMPORT_BLOCKS: readonly BlockRow[] = [
  blocksOf('import', COMPANY)(
    'IMPORT_COMPANY_FROM_PAYLOAD',
    'Company from a webhook payload',
    'Begins with the company that a webhook delivery describes; it is created or merged.',
    [needs('companyPayload', 'companyPayload', 'The declared webhook input that describes the company.')],
  ),
  ...IMPORTS.map(([provider, blockId, label, entity, inputs = SEARCHED]) =>
    blocksOf('import', [entity], 'import')(
      blockId,
      label,
      `Begins with what a ${provider} search finds, imported on each run.`,
      inputs,
      { credits: provider.startsWith('CRM') ? 0 : 1 },
    ),
  ),
];
