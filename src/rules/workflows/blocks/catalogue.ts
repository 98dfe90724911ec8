// The catalogue of blocks: what can stand in a plan, what each block takes, and what it costs.

import { type EntityName, WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import type { WorkflowEntity } from '../../../contract/workflows/enums.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { looseName } from '../../nearest.ts';
import { type BlockInput, type BlockRow, blockOfRow, blocksOf, COMPANY, LEAD, needs, takes } from './block-row.ts';
import { CRM, ENRICHMENT, FLOW } from './step-blocks.ts';

const contacts = blocksOf('selector', LEAD);
const companies = blocksOf('selector', COMPANY, 'companies');

const SELECTORS: readonly BlockRow[] = [
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
const IMPORTS: readonly (readonly [
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

const IMPORT_BLOCKS: readonly BlockRow[] = [
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

/** Every block there is: entries first, then in the order they are usually used. */
export const BLOCKS: readonly Block[] = [...SELECTORS, ...IMPORT_BLOCKS, ...ENRICHMENT, ...CRM, ...FLOW].map(
  blockOfRow,
);

const BY_ID: ReadonlyMap<string, Block> = new Map(BLOCKS.map((block) => [block.blockId, block]));

export function blockOf(blockId: unknown): Block | null {
  return typeof blockId === 'string' ? (BY_ID.get(blockId) ?? null) : null;
}

/** The block that repeats the search of a preview: by its resolved provider and entity; null when there is none. */
export function importBlockFor(provider: string, entity: EntityName): Block | null {
  const row = IMPORTS.find(([name, , , of]) => name === provider && of === WORKFLOW_ENTITY[entity]);
  return blockOf(row?.[1]);
}

/** What people write for a block in other tools, where no spelling comes near ours. */
const MEANT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    WAIT: ['delay', 'sleep', 'pause'],
    WAIT_FOR_APPROVAL: ['approve', 'approval', 'review', 'human_approval'],
    END: ['stop', 'exit', 'finish', 'done'],
    ADD_LEADS_TO_GROUP: ['add_to_list', 'add_contacts_to_list', 'add_leads_to_list'],
    ADD_COMPANIES_TO_GROUP: ['add_companies_to_list'],
    ADD_LEADS_TO_CAMPAIGN: ['add_to_campaign', 'add_contacts_to_campaign', 'enroll'],
    SELECT_LEADS_FROM_LIST: ['select_list', 'from_list', 'select_contacts_from_list'],
    SELECT_LEADS: ['select_contacts'],
    VERIFY_LEAD_EMAIL: ['verify_email'],
    ENRICH_WITH_EMAIL: ['find_email', 'enrich_email'],
    ENRICH_WITH_PHONE: ['find_phone', 'enrich_phone'],
  }).flatMap(([blockId, words]) => words.map((word) => [looseName(word), blockId] as const)),
);

/** The block that another tool's word stands for; null for an unknown word. */
export function blockMeant(word: string): string | null {
  return MEANT.get(looseName(word)) ?? null;
}
