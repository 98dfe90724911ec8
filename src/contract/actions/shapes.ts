// Generated from endpoints.ts by `npm run generate`. Free of zod.

import type { ObjectShape } from '../shape.ts';
import type { ActionType } from './enums.ts';

export const optionShapes: Readonly<Record<ActionType, ObjectShape>> = {
  SCRAPE_LEAD_FROM_NETWORK: { kind: 'object', fields: { skipCompanyScrape: { kind: 'boolean' }, skipContactMerge: { kind: 'boolean' } }, required: [], ignored: [] },
  ENRICH_WITH_EMAIL: { kind: 'object', fields: { sortedApis: { kind: 'list', of: { kind: 'text', max: 500 }, min: 1, max: 50 }, stopType: { kind: 'enum', values: ['NONE', 'VERIFIED_EMAIL', 'PHONE'] }, speed: { kind: 'enum', values: ['SLOW', 'FAST'] }, maxTimeToWait: { kind: 'number', min: 0 } }, required: [], ignored: [] },
  ENRICH_WITH_PHONE: { kind: 'object', fields: { sortedApis: { kind: 'list', of: { kind: 'text', max: 500 }, min: 1, max: 50 }, stopType: { kind: 'enum', values: ['NONE', 'VERIFIED_EMAIL', 'PHONE'] }, speed: { kind: 'enum', values: ['SLOW', 'FAST'] }, maxTimeToWait: { kind: 'number', min: 0 } }, required: [], ignored: [] },
  VERIFY_LEAD_EMAIL: { kind: 'object', fields: {}, required: [], ignored: [] },
  VERIFY_LEAD_PHONE: { kind: 'object', fields: {}, required: [], ignored: [] },
  SEARCH_LEADS_FROM_NETWORK_COMPANY: { kind: 'object', fields: { text: { kind: 'text', max: 500, givenMax: true }, savedFilterId: { kind: 'id' }, filters: { kind: 'map', of: { kind: 'any' } }, keyword: { kind: 'union', of: [{ kind: 'text', max: 500 }, { kind: 'list', of: { kind: 'text', max: 500 }, min: 1, max: 50 }] }, maxLeadsToImport: { kind: 'number', min: 1, max: 10, whole: true }, destinationContactGroupId: { kind: 'id' }, onlyIncludeIfCompanyUrnMatch: { kind: 'boolean' }, importOnlyNewContacts: { kind: 'boolean' } }, required: [], ignored: [] },
  COMPANY_NETWORK_FROM_NAME: { kind: 'object', fields: { matchOnlyExactDomain: { kind: 'boolean' }, matchOnlyExactName: { kind: 'boolean' }, matchOnlySimilarName: { kind: 'boolean' } }, required: [], ignored: [] },
  EXPORT_TO_CRM: { kind: 'object', fields: { CRMOwnerId: { kind: 'object', fields: { value: { kind: 'text', max: 10000, blank: true }, override: { kind: 'boolean' } }, required: ['value'], ignored: [] }, promptLeadFieldsCRMMapping: { kind: 'map', of: { kind: 'object', fields: { value: { kind: 'text', max: 10000, blank: true }, override: { kind: 'boolean' } }, required: ['value'], ignored: [] } }, promptCompanyFieldsCRMMapping: { kind: 'map', of: { kind: 'object', fields: { value: { kind: 'text', max: 10000, blank: true }, override: { kind: 'boolean' } }, required: ['value'], ignored: [] } }, overwriteFields: { kind: 'map', of: { kind: 'boolean' } }, associationType: { kind: 'text', max: 500 }, exportAssociatedObject: { kind: 'boolean' } }, required: [], ignored: [] },
  SYNC_LEAD_WITH_CRM: { kind: 'object', fields: { fullResync: { kind: 'boolean' } }, required: [], ignored: [] },
  SYNC_COMPANY_WITH_CRM: { kind: 'object', fields: { fullResync: { kind: 'boolean' } }, required: [], ignored: [] },
};
