// Blocks between the entry and the end: what is done with each record.

import { type BlockRow, block, COMPANY, EITHER, flow, LEAD, needs, takes } from './block-row.ts';

const FINDING = [
  takes('sortedApis', 'stringArray', 'Providers in the order they are asked.'),
  takes('stopType', 'string', 'NONE, VERIFIED_EMAIL or PHONE.'),
  takes('speed', 'string', 'SLOW (thorough) or FAST.'),
  takes('maxTimeToWait', 'integer', 'Milliseconds.'),
];

export const ENRICHMENT: readonly BlockRow[] = [
  block('VERIFY_LEAD_EMAIL', 'Verify email', 'Verifies the professional email of each contact.', {
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [flow('leadId', 'leadId', 'Each contact.')],
  }),
  block('SCRAPE_LEAD_FROM_NETWORK', 'Read network profile', 'Fills each contact from its network profile.', {
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [
      flow('leadId', 'leadId', 'Each contact.'),
      takes('skipCompanyScrape', 'boolean', 'Leave the company as it is.'),
      takes('skipContactMerge', 'boolean', 'Do not merge with other contacts.'),
    ],
    undocumented: 'action',
  }),
  block('ENRICH_WITH_EMAIL', 'Find email', 'Finds the professional email of each contact.', {
    entities: LEAD,
    group: 'enrichment',
    credits: 2,
    inputs: [flow('leadId', 'leadId', 'Each contact.'), ...FINDING],
    undocumented: 'action',
  }),
  block('ENRICH_WITH_PHONE', 'Find phone', 'Finds the mobile phone of each contact.', {
    entities: LEAD,
    group: 'enrichment',
    credits: 5,
    inputs: [flow('leadId', 'leadId', 'Each contact.'), ...FINDING],
    undocumented: 'action',
  }),
  block('VERIFY_LEAD_PHONE', 'Verify phone', 'Verifies the mobile phone of each contact.', {
    entities: LEAD,
    group: 'enrichment',
    credits: 1,
    inputs: [flow('leadId', 'leadId', 'Each contact.')],
    undocumented: 'action',
  }),
  block(
    'SEARCH_LEADS_FROM_NETWORK_COMPANY',
    'Find contacts at companies',
    'Finds contacts at each company and puts them into a list; the companies go on.',
    {
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
      undocumented: 'action',
    },
  ),
  block('COMPANY_NETWORK_FROM_NAME', 'Find network page', 'Finds the network page of each company by its name.', {
    entities: COMPANY,
    group: 'enrichment',
    credits: 1,
    inputs: [
      flow('companyId', 'companyId', 'Each company.'),
      takes('matchOnlyExactDomain', 'boolean', 'Only with the same domain.'),
      takes('matchOnlyExactName', 'boolean', 'Only with the same name.'),
      takes('matchOnlySimilarName', 'boolean', 'Only with a similar name.'),
    ],
    undocumented: 'action',
  }),
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

export const CRM: readonly BlockRow[] = [
  block('EXPORT_TO_CRM', 'Export to CRM', 'Writes each record to the CRM.', {
    entities: EITHER,
    group: 'crm',
    inputs: CRM_OPTIONS,
    undocumented: 'action',
  }),
  block('SYNC_LEAD_WITH_CRM', 'Sync contact with CRM', 'Matches each contact with the CRM and takes over its values.', {
    entities: LEAD,
    group: 'crm',
    inputs: [flow('leadId', 'leadId', 'Each contact.'), FULL_RESYNC],
    undocumented: 'action',
  }),
  block(
    'SYNC_COMPANY_WITH_CRM',
    'Sync company with CRM',
    'Matches each company with the CRM and takes over its values.',
    {
      entities: COMPANY,
      group: 'crm',
      inputs: [flow('companyId', 'companyId', 'Each company.'), FULL_RESYNC],
      undocumented: 'action',
    },
  ),
];

export const FLOW: readonly BlockRow[] = [
  block('ADD_LEADS_TO_CAMPAIGN', 'Add to campaign', 'Adds the contacts to a campaign.', {
    entities: LEAD,
    group: 'outreach',
    inputs: [
      flow('leadIds', 'leadIds', 'The contacts.'),
      needs('campaignId', 'campaignId', 'The campaign.'),
      takes('excludeContactedLeads', 'boolean', 'Leave out who was contacted before.'),
    ],
  }),
  block('ADD_LEADS_TO_GROUP', 'Add contacts to list', 'Adds the contacts to a list.', {
    entities: LEAD,
    group: 'list',
    inputs: [
      flow('leadIds', 'leadIds', 'The contacts.'),
      needs('leadsGroupId', 'leadsGroupId', 'The list they are added to.'),
    ],
  }),
  block('ADD_COMPANIES_TO_GROUP', 'Add companies to list', 'Adds the companies to a list.', {
    entities: COMPANY,
    group: 'list',
    inputs: [
      flow('companyIds', 'companyIds', 'The companies.'),
      needs('companyGroupId', 'companyGroupId', 'The list they are added to.'),
    ],
    undocumented: 'companies',
  }),
  block('WAIT_FOR_APPROVAL', 'Wait for approval', 'Holds the records until a person approves or rejects them.', {
    entities: EITHER,
    group: 'flow',
    slots: ['approved', 'rejected'],
    inputs: [],
  }),
  block('WAIT', 'Wait', 'Holds the records for a while.', {
    entities: EITHER,
    group: 'flow',
    inputs: [needs('duration', 'span', 'How long.')],
    undocumented: 'wait',
  }),
  block('END', 'End', 'Ends the path.', {
    entities: EITHER,
    group: 'flow',
    slots: [],
    inputs: [],
    undocumented: 'end',
  }),
];
