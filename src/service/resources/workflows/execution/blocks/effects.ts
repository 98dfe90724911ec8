// The effects of the blocks in the catalogue, each loaded by the first step that needs it.

import { ACTION_TYPES, type ActionType } from '../../../../../contract/actions/enums.ts';
import { dictionary, own } from '../../../../../contract/dictionary.ts';
import type { BlockEffect } from './effect.ts';

const EFFECTS = dictionary<() => Promise<BlockEffect>>({
  ADD_LEADS_TO_CAMPAIGN: async () => (await import('./add-records.ts')).addToCampaign,
  ADD_LEADS_TO_GROUP: async () => (await import('./add-records.ts')).addToList('CONTACT', 'leadsGroupId'),
  ADD_COMPANIES_TO_GROUP: async () => (await import('./add-records.ts')).addToList('COMPANY', 'companyGroupId'),
});

const ACTIONS: ReadonlySet<string> = new Set(ACTION_TYPES);

function isAction(blockId: string): blockId is ActionType {
  return ACTIONS.has(blockId);
}

/** Null for END, WAIT and WAIT_FOR_APPROVAL, which do nothing to a record. */
export async function effectOf(blockId: string): Promise<BlockEffect | null> {
  if (isAction(blockId)) return (await import('./enrich.ts')).enrich(blockId);
  return (await own(EFFECTS, blockId)?.()) ?? null;
}
