// The catalogue of blocks: what can stand in a plan, what each block takes, and what it costs.

import type { Block } from '../../contract/workflow-plan.ts';
import type { BlockGroup, BlockInputType, Resolution, WorkflowEntity } from '../../contract/workflow-words.ts';
import { looseName } from '../nearest.ts';

export type BlockInput = Block['inputs'][number];

/** How a value of each type is written. */
const SHAPES: Readonly<Record<BlockInputType, string>> = {
  leadId: 'a contact id, or "__MANUAL_INPUT"',
  leadIds: 'a list of contact ids, or "__MANUAL_INPUT"',
  companyId: 'a company id, or "__MANUAL_INPUT"',
  companyIds: 'a list of company ids, or "__MANUAL_INPUT"',
  leadsGroupId: 'the id of a contact list',
  companyGroupId: 'the id of a company list',
  campaignId: 'the id of a campaign',
  identityId: 'the id of an identity',
  companyPayload: '{ webhookInputKey: <key of an input of type companyPayload> }',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  stringArray: 'a list of texts',
  span: '{ value: <whole number>, unit: minutes | hours | days }',
  object: 'an object',
};

/** The stream of records comes by itself, except into the entry. */
const flow = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('flow', key, type, true, description);
const needs = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('configure', key, type, true, description);
const takes = (key: string, type: BlockInputType, description: string): BlockInput =>
  input('configure', key, type, false, description);

function input(
  resolution: Resolution,
  key: string,
  type: BlockInputType,
  required: boolean,
  description: string,
): BlockInput {
  return { key, type, required, valueShape: SHAPES[type], resolution, description };
}

/** Why blocks stand here that the interface does not name. */
const CHOSEN = {
  companies: 'companies need what contacts have',
  end: 'a branch that should just stop has to point somewhere (every slot is wired at publish)',
  wait: 'delays are part of what a run does; the interface names no block for them',
  action: 'the action of the same name, as a step',
  import: 'previews resolve to a block; the interface does not show its name',
} as const;

const ONE_WAY = ['next'];

interface Row {
  readonly blockId: string;
  readonly label: string;
  readonly description: string;
  readonly entities: readonly WorkflowEntity[];
  readonly group: BlockGroup;
  readonly credits?: number;
  readonly slots?: readonly string[];
  readonly inputs: readonly BlockInput[];
  readonly chosen?: keyof typeof CHOSEN;
}

const LEAD = ['LEAD'] as const;
const COMPANY = ['COMPANY'] as const;
const EITHER = ['LEAD', 'COMPANY'] as const;

const SELECTORS: readonly Row[] = [
  {
    blockId: 'SELECT_LEADS_FROM_LIST',
    label: 'Contacts of a list',
    description: 'Begins with every contact of a list.',
    entities: LEAD,
    group: 'selector',
    inputs: [needs('leadsGroupId', 'leadsGroupId', 'The list, or "__MANUAL_INPUT": the run names it.')],
  },
  {
    blockId: 'SELECT_LEADS',
    label: 'Contacts by id',
    description: 'Begins with the contacts that are named.',
    entities: LEAD,
    group: 'selector',
    inputs: [needs('leadIds', 'leadIds', 'The contacts, or "__MANUAL_INPUT": run, webhook or signal names them.')],
  },
  {
    blockId: 'SELECT_COMPANIES_FROM_LIST',
    label: 'Companies of a list',
    description: 'Begins with every company of a list.',
    entities: COMPANY,
    group: 'selector',
    inputs: [needs('companyGroupId', 'companyGroupId', 'The list, or "__MANUAL_INPUT": the run names it.')],
    chosen: 'companies',
  },
  {
    blockId: 'SELECT_COMPANIES',
    label: 'Companies by id',
    description: 'Begins with the companies that are named.',
    entities: COMPANY,
    group: 'selector',
    inputs: [
      needs('companyIds', 'companyIds', 'The companies, or "__MANUAL_INPUT": run, webhook or signal names them.'),
    ],
    chosen: 'companies',
  },
];

const SEARCH = needs('search', 'object', 'The search itself, as the preview resolved it; repeated on each run.');
const MAX_COUNT = takes('maxCount', 'integer', 'At most this many records a run.');

/** Each provider and entity of a preview → the block that repeats its search. */
const IMPORTS: readonly (readonly [
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
    // This one cannot enforce a maximum a run (SERVICE-API, Import-source flow: some cannot, and a warning says so).
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

const IMPORT_BLOCKS: readonly Row[] = [
  {
    blockId: 'IMPORT_COMPANY_FROM_PAYLOAD',
    label: 'Company from a webhook payload',
    description: 'Begins with the company that a webhook delivery describes; it is created or merged.',
    entities: COMPANY,
    group: 'import',
    inputs: [needs('companyPayload', 'companyPayload', 'The declared webhook input that describes the company.')],
  },
  ...IMPORTS.map(
    ([provider, blockId, label, entity, inputs]): Row => ({
      blockId,
      label,
      description: `Begins with what a ${provider} search finds, imported on each run.`,
      entities: [entity],
      group: 'import',
      credits: provider.startsWith('CRM') ? 0 : 1,
      inputs,
      chosen: 'import',
    }),
  ),
];

const FINDING = [
  takes('sortedApis', 'stringArray', 'Providers in the order they are asked.'),
  takes('stopType', 'string', 'NONE, VERIFIED_EMAIL or PHONE.'),
  takes('speed', 'string', 'SLOW (thorough) or FAST.'),
  takes('maxTimeToWait', 'integer', 'Milliseconds.'),
];

const ENRICHMENT: readonly Row[] = [
  {
    blockId: 'VERIFY_LEAD_EMAIL',
    label: 'Verify e-mail',
    description: 'Verifies the professional e-mail of each contact.',
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [flow('leadId', 'leadId', 'Each contact.')],
  },
  {
    blockId: 'SCRAPE_LEAD_FROM_NETWORK',
    label: 'Read network profile',
    description: 'Fills each contact from its network profile.',
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [
      flow('leadId', 'leadId', 'Each contact.'),
      takes('skipCompanyScrape', 'boolean', 'Leave the company as it is.'),
      takes('skipContactMerge', 'boolean', 'Do not merge with other contacts.'),
    ],
    chosen: 'action',
  },
  {
    blockId: 'ENRICH_WITH_EMAIL',
    label: 'Find e-mail',
    description: 'Finds the professional e-mail of each contact.',
    entities: LEAD,
    group: 'enrichment',
    credits: 2,
    inputs: [flow('leadId', 'leadId', 'Each contact.'), ...FINDING],
    chosen: 'action',
  },
  {
    blockId: 'ENRICH_WITH_PHONE',
    label: 'Find phone',
    description: 'Finds the mobile phone of each contact.',
    entities: LEAD,
    group: 'enrichment',
    credits: 5,
    inputs: [flow('leadId', 'leadId', 'Each contact.'), ...FINDING],
    chosen: 'action',
  },
  {
    blockId: 'VERIFY_LEAD_PHONE',
    label: 'Verify phone',
    description: 'Verifies the mobile phone of each contact.',
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [flow('leadId', 'leadId', 'Each contact.')],
    chosen: 'action',
  },
  {
    blockId: 'SEARCH_LEADS_FROM_NETWORK_COMPANY',
    label: 'Find contacts at companies',
    description: 'Finds contacts at each company and puts them into a list; the companies go on.',
    entities: COMPANY,
    group: 'enrichment',
    credits: 5,
    inputs: [
      flow('companyId', 'companyId', 'Each company.'),
      takes('text', 'string', 'Whom to find, in words (at most 500 characters).'),
      takes('savedFilterId', 'integer', 'A saved filter of contacts.'),
      takes('filters', 'object', 'Search filters.'),
      takes('keyword', 'string', 'A keyword.'),
      takes('maxLeadsToImport', 'integer', 'Contacts a company: 5, at most 10.'),
      takes('destinationContactGroupId', 'leadsGroupId', 'The list they go to.'),
      takes('onlyIncludeIfCompanyUrnMatch', 'boolean', 'Only who works there for sure.'),
      takes('importOnlyNewContacts', 'boolean', 'Only whom the workspace does not have.'),
    ],
    chosen: 'action',
  },
  {
    blockId: 'COMPANY_NETWORK_FROM_NAME',
    label: 'Find network page',
    description: 'Finds the network page of each company by its name.',
    entities: COMPANY,
    group: 'enrichment',
    credits: 1,
    inputs: [
      flow('companyId', 'companyId', 'Each company.'),
      takes('matchOnlyExactDomain', 'boolean', 'Only with the same domain.'),
      takes('matchOnlyExactName', 'boolean', 'Only with the same name.'),
      takes('matchOnlySimilarName', 'boolean', 'Only with a similar name.'),
    ],
    chosen: 'action',
  },
];

const CRM_OPTIONS = [
  takes('CRMOwnerId', 'object', '{ value, override }'),
  takes('promptLeadFieldsCRMMapping', 'object', 'Field → { value, override }.'),
  takes('promptCompanyFieldsCRMMapping', 'object', 'Field → { value, override }.'),
  takes('overwriteFields', 'object', 'Field → true or false.'),
  takes('associationType', 'string', 'How contact and company belong together.'),
  takes('exportAssociatedObject', 'boolean', 'Also the company of a contact.'),
];
const FULL_RESYNC = takes('fullResync', 'boolean', 'Forget the stored CRM ids and match again.');

const CRM: readonly Row[] = [
  {
    blockId: 'EXPORT_TO_CRM',
    label: 'Export to CRM',
    description: 'Writes each record to the CRM.',
    entities: EITHER,
    group: 'crm',
    inputs: CRM_OPTIONS,
    chosen: 'action',
  },
  {
    blockId: 'SYNC_LEAD_WITH_CRM',
    label: 'Sync contact with CRM',
    description: 'Matches each contact with the CRM and takes over its values.',
    entities: LEAD,
    group: 'crm',
    inputs: [flow('leadId', 'leadId', 'Each contact.'), FULL_RESYNC],
    chosen: 'action',
  },
  {
    blockId: 'SYNC_COMPANY_WITH_CRM',
    label: 'Sync company with CRM',
    description: 'Matches each company with the CRM and takes over its values.',
    entities: COMPANY,
    group: 'crm',
    inputs: [flow('companyId', 'companyId', 'Each company.'), FULL_RESYNC],
    chosen: 'action',
  },
];

const LATER: readonly Row[] = [
  {
    blockId: 'ADD_LEADS_TO_CAMPAIGN',
    label: 'Add to campaign',
    description: 'Adds the contacts to a campaign.',
    entities: LEAD,
    group: 'outreach',
    inputs: [
      flow('leadIds', 'leadIds', 'The contacts.'),
      needs('campaignId', 'campaignId', 'The campaign.'),
      takes('excludeContactedLeads', 'boolean', 'Leave out who was contacted before.'),
    ],
  },
  {
    blockId: 'ADD_LEADS_TO_GROUP',
    label: 'Add contacts to list',
    description: 'Adds the contacts to a list.',
    entities: LEAD,
    group: 'list',
    inputs: [
      flow('leadIds', 'leadIds', 'The contacts.'),
      needs('leadsGroupId', 'leadsGroupId', 'The list they are added to.'),
    ],
  },
  {
    blockId: 'ADD_COMPANIES_TO_GROUP',
    label: 'Add companies to list',
    description: 'Adds the companies to a list.',
    entities: COMPANY,
    group: 'list',
    inputs: [
      flow('companyIds', 'companyIds', 'The companies.'),
      needs('companyGroupId', 'companyGroupId', 'The list they are added to.'),
    ],
    chosen: 'companies',
  },
  {
    blockId: 'WAIT_FOR_APPROVAL',
    label: 'Wait for approval',
    description: 'Holds the records until a person approves or rejects them.',
    entities: EITHER,
    group: 'flow',
    slots: ['approved', 'rejected'],
    inputs: [],
  },
  {
    blockId: 'WAIT',
    label: 'Wait',
    description: 'Holds the records for a span of time.',
    entities: EITHER,
    group: 'flow',
    inputs: [needs('duration', 'span', 'How long.')],
    chosen: 'wait',
  },
  {
    blockId: 'END',
    label: 'End',
    description: 'Ends the path.',
    entities: EITHER,
    group: 'flow',
    slots: [],
    inputs: [],
    chosen: 'end',
  },
];

function blockOfRow({ chosen, credits = 0, slots = ONE_WAY, ...row }: Row): Block {
  return {
    ...row,
    entities: [...row.entities],
    inputs: [...row.inputs],
    creditsPerRecord: credits,
    slots: [...slots],
    isEntry: row.group === 'selector' || row.group === 'import',
    ...(chosen !== undefined && { chosen: CHOSEN[chosen] }),
  };
}

/** Every block there is: entries first, then in the order they are usually used. */
export const BLOCKS: readonly Block[] = [...SELECTORS, ...IMPORT_BLOCKS, ...ENRICHMENT, ...CRM, ...LATER].map(
  blockOfRow,
);

const BY_ID: ReadonlyMap<string, Block> = new Map(BLOCKS.map((block) => [block.blockId, block]));

/** The block of an id; null when the catalogue has none. */
export function blockOf(blockId: unknown): Block | null {
  return typeof blockId === 'string' ? (BY_ID.get(blockId) ?? null) : null;
}

/** The block that repeats the search of a preview: by its resolved provider and entity; null when there is none. */
export function importBlockFor(provider: string, entity: 'CONTACT' | 'COMPANY'): Block | null {
  const flowing = entity === 'CONTACT' ? 'LEAD' : 'COMPANY';
  const row = IMPORTS.find(([name, , , of]) => name === provider && of === flowing);
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

/** The block that another tool's word stands for; null when nobody knows it. */
export function blockMeant(word: string): string | null {
  return MEANT.get(looseName(word)) ?? null;
}
