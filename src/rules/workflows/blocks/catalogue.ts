// The catalogue of blocks: what can stand in a plan, what each block takes, and what it costs.

import { type EntityName, WORKFLOW_ENTITY } from '../../../contract/entities.ts';
import type { Block } from '../../../contract/workflows/plan.ts';
import { looseName } from '../../nearest.ts';
import { blockOfRow } from './block-row.ts';
import { IMPORT_BLOCKS, IMPORTS, SELECTORS } from './entry-blocks.ts';
import { CRM, ENRICHMENT, FLOW } from './step-blocks.ts';

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
