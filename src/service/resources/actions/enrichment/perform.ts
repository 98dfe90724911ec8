// Performs one action on a batch of records, for enrichment runs and workflow blocks alike.

import type { Action } from '../../../../contract/actions/endpoints.ts';
import { ACTION_ENTITIES, type ActionType } from '../../../../contract/actions/enums.ts';
import type { EntityName } from '../../../../contract/entities.ts';
import type { Context } from '../../../core/context.ts';
import { type ActionOutcome, Batch, failed } from './batch.ts';
import { exportToCrm, syncCompanies, syncLeads } from './crm.ts';
import { enrichWithEmail, verifyLeadEmail } from './email.ts';
import { searchPeople } from './people-search.ts';
import { enrichWithPhone, verifyLeadPhone } from './phone.ts';
import { findCompanyPages, scrapeLeads } from './scrape.ts';

/** Records of one action in a slice: some 25 ms. With fewer, PostgreSQL is busy with beginning and ending transactions. */
const SLICE_RECORDS = 150;
/** Each company may bring many contacts. */
const SLICE_SEARCHED = 40;

/** How many records a slice takes that performs all these actions on each. */
export function recordsPerSlice(types: readonly ActionType[]): number {
  const records = Math.ceil(SLICE_RECORDS / types.length);
  return types.includes('SEARCH_LEADS_FROM_NETWORK_COMPANY') ? Math.min(records, SLICE_SEARCHED) : records;
}

/**
 * The action must have been checked. Records are read and written as a batch. Gives one outcome per id, in order, and what the
 * caller is to export `later`, slice by slice (crm.ts).
 */
export async function performAction(context: Context, action: Action, entity: EntityName, ids: readonly number[]) {
  if (!ACTION_ENTITIES[action.type].includes(entity))
    return { outcomes: ids.map((id) => failed(id, 'WRONG_ENTITY')), later: null };
  const batch = await Batch.of(context, entity, ids);
  const outcomes = await effectOf(batch, action, entity, ids);
  await batch.save();
  return { outcomes, later: batch.later };
}

function effectOf(batch: Batch, action: Action, entity: EntityName, ids: readonly number[]): Promise<ActionOutcome[]> {
  switch (action.type) {
    case 'SCRAPE_LEAD_FROM_NETWORK':
      return scrapeLeads(batch, ids, action.options ?? {});
    case 'ENRICH_WITH_EMAIL':
      return enrichWithEmail(batch, ids, action.options ?? {});
    case 'ENRICH_WITH_PHONE':
      return enrichWithPhone(batch, ids, action.options ?? {});
    case 'VERIFY_LEAD_EMAIL':
      return verifyLeadEmail(batch, ids);
    case 'VERIFY_LEAD_PHONE':
      return verifyLeadPhone(batch, ids);
    case 'SEARCH_LEADS_FROM_NETWORK_COMPANY':
      return searchPeople(batch, ids, action.options ?? {});
    case 'COMPANY_NETWORK_FROM_NAME':
      return findCompanyPages(batch, ids, action.options ?? {});
    case 'EXPORT_TO_CRM':
      return exportToCrm(batch, entity, ids, action.options ?? {});
    case 'SYNC_LEAD_WITH_CRM':
      return syncLeads(batch, ids, action.options ?? {});
    case 'SYNC_COMPANY_WITH_CRM':
      return syncCompanies(batch, ids, action.options ?? {});
  }
}
