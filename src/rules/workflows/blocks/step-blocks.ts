// Blocks between the entry and the end: what is done with each record.

import { type BlockRow, blocksOf, COMPANY, EITHER, flow, LEAD, needs, takes } from './block-row.ts';

const CONTACT = flow('leadId', 'leadId', 'Each contact.');
const FIRM = flow('companyId', 'companyId', 'Each company.');

const FINDING = [
  CONTACT,
  takes('sortedApis', 'stringArray', 'Providers in the order they are asked.'),
  takes('stopType', 'string', 'NONE, VERIFIED_EMAIL or PHONE.'),
  takes('speed', 'string', 'SLOW (thorough) or FAST.'),
  takes('maxTimeToWait', 'integer', 'Milliseconds.'),
];

const contacts = blocksOf('enrichment', LEAD, 'action');
const companies = blocksOf('enrichment', COMPANY, 'action');

export const ENRICHMENT: readonly BlockRow[] = [
  blocksOf('enrichment', LEAD)(
    'VERIFY_LEAD_EMAIL',
    'Verify email',
    'Verifies the professional email of each contact.',
    [CONTACT],
    { credits: 1 },
  ),
  contacts(
    'SCRAPE_LEAD_FROM_NETWORK',
    'Read network profile',
    'Fills each contact from its network profile.',
    [
      CONTACT,
      takes('skipCompanyScrape', 'boolean', 'Leave the company as it is.'),
      takes('skipContactMerge', 'boolean', 'Do not merge with other contacts.'),
    ],
    { credits: 1 },
  ),
  contacts('ENRICH_WITH_EMAIL', 'Find email', 'Finds the professional email of each contact.', FINDING, { credits: 2 }),
  contacts('ENRICH_WITH_PHONE', 'Find phone', 'Finds the mobile phone of each contact.', FINDING, { credits: 5 }),
  contacts('VERIFY_LEAD_PHONE', 'Verify phone', 'Verifies the mobile phone of each contact.', [CONTACT], {
    credits: 1,
  }),
  companies(
    'SEARCH_LEADS_FROM_NETWORK_COMPANY',
    'Find contacts at companies',
    'Finds contacts at each company and puts them into a list; the companies go on.',
    [
      FIRM,
      takes('text', 'string', 'Whom to find, in words (at most 500 characters).'),
      takes('savedFilterId', 'integer', 'A saved filter of contacts.'),
      takes('filters', 'object', 'Search filters.'),
      takes('keyword', 'string', 'A keyword.'),
      takes('maxLeadsToImport', 'integer', 'Contacts a company: 5, at most 10.'),
      takes('destinationContactGroupId', 'leadsGroupId', 'The list they go to.'),
      takes('onlyIncludeIfCompanyUrnMatch', 'boolean', 'Only who works there for sure.'),
      takes('importOnlyNewContacts', 'boolean', 'Only whom the workspace does not have.'),
    ],
    { credits: 5 },
  ),
  companies(
    'COMPANY_NETWORK_FROM_NAME',
    'Find network page',
    'Finds the network page of each company by its name.',
    [
      FIRM,
      takes('matchOnlyExactDomain', 'boolean', 'Only with the same domain.'),
      takes('matchOnlyExactName', 'boolean', 'Only with the same name.'),
      takes('matchOnlySimilarName', 'boolean', 'Only with a similar name.'),
    ],
    { credits: 1 },
  ),
];

const FULL_RESYNC = takes('fullResync', 'boolean', 'Forget the stored CRM ids and match again.');

export const CRM: readonly BlockRow[] = [
  blocksOf('crm', EITHER, 'action')('EXPORT_TO_CRM', 'Export to CRM', 'Writes each record to the CRM.', [
    takes('CRMOwnerId', 'object', '{ value, override }'),
    takes('promptLeadFieldsCRMMapping', 'object', 'Field → { value, override }.'),
    takes('promptCompanyFieldsCRMMapping', 'object', 'Field → { value, override }.'),
    takes('overwriteFields', 'object', 'Field → true or false.'),
    takes('associationType', 'string', 'How contact and company belong together.'),
    takes('exportAssociatedObject', 'boolean', 'Also the company of a contact.'),
  ]),
  blocksOf('crm', LEAD, 'action')(
    'SYNC_LEAD_WITH_CRM',
    'Sync contact with CRM',
    'Matches each contact with the CRM and takes over its values.',
    [CONTACT, FULL_RESYNC],
  ),
  blocksOf('crm', COMPANY, 'action')(
    'SYNC_COMPANY_WITH_CRM',
    'Sync company with CRM',
    'Matches each company with the CRM and takes over its values.',
    [FIRM, FULL_RESYNC],
  ),
];

export const FLOW: readonly BlockRow[] = [
  blocksOf('outreach', LEAD)('ADD_LEADS_TO_CAMPAIGN', 'Add to campaign', 'Adds the contacts to a campaign.', [
    flow('leadIds', 'leadIds', 'The contacts.'),
    needs('campaignId', 'campaignId', 'The campaign.'),
    takes('excludeContactedLeads', 'boolean', 'Leave out who was contacted before.'),
  ]),
  blocksOf('list', LEAD)('ADD_LEADS_TO_GROUP', 'Add contacts to list', 'Adds the contacts to a list.', [
    flow('leadIds', 'leadIds', 'The contacts.'),
    needs('leadsGroupId', 'leadsGroupId', 'The list they are added to.'),
  ]),
  blocksOf('list', COMPANY, 'companies')(
    'ADD_COMPANIES_TO_GROUP',
    'Add companies to list',
    'Adds the companies to a list.',
    [
      flow('companyIds', 'companyIds', 'The companies.'),
      needs('companyGroupId', 'companyGroupId', 'The list they are added to.'),
    ],
  ),
  blocksOf('flow', EITHER)(
    'WAIT_FOR_APPROVAL',
    'Wait for approval',
    'Holds the records until a person approves or rejects them.',
    [],
    { slots: ['approved', 'rejected'] },
  ),
  blocksOf('flow', EITHER, 'wait')('WAIT', 'Wait', 'Holds the records for a while.', [
    needs('duration', 'span', 'How long.'),
  ]),
  blocksOf('flow', EITHER, 'end')('END', 'End', 'Ends the path.', [], { slots: [] }),
];
