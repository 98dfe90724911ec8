// What the blocks of the catalogue do to a batch of records. Loaded by the step that needs it.

import { ACTION_TYPES, type ActionType } from '../../../../contract/actions/enums.ts';
import type { Context } from '../../../core/context.ts';
import type { RunAtWork } from '../queries/run-records.ts';

export interface Batch {
  readonly run: RunAtWork;
  /** Of the node, with what they are bound to in place. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Records that are there, lowest first. */
  readonly ids: readonly number[];
}

/** Whoever is in none of the sets: done. */
export interface BatchOutcome {
  /** The path of these ends here. */
  readonly failed: ReadonlySet<number>;
  /** It came to nothing for these; they go on. */
  readonly missed: ReadonlySet<number>;
  /** The block does not apply to these; they go on. */
  readonly skipped: ReadonlySet<number>;
  readonly credits: number;
}

export interface BlockEffect {
  /** Records in one slice of 25 ms or so. */
  readonly batch: number;
  /** Credits a record costs at most; left out: none. */
  priceOf?(inputs: Readonly<Record<string, unknown>>): number;
  /** Throws Refusal where none of them can be done: nothing is kept, and all of them fail. */
  apply(context: Context, batch: Batch): Promise<BatchOutcome>;
}

const EFFECTS: Readonly<Record<string, () => Promise<BlockEffect>>> = {
  ADD_LEADS_TO_CAMPAIGN: async () => (await import('./adding.ts')).addToCampaign,
  ADD_LEADS_TO_GROUP: async () => (await import('./adding.ts')).addToList('CONTACT', 'leadsGroupId'),
  ADD_COMPANIES_TO_GROUP: async () => (await import('./adding.ts')).addToList('COMPANY', 'companyGroupId'),
};

/** The catalogue's blocks that are actions. */
const ACTIONS: ReadonlySet<string> = new Set(ACTION_TYPES);

function isAction(blockId: string): blockId is ActionType {
  return ACTIONS.has(blockId);
}

/** Null for blocks that only steer: END, WAIT, WAIT_FOR_APPROVAL. */
export async function effectOf(blockId: string): Promise<BlockEffect | null> {
  if (isAction(blockId)) return (await import('./enriching.ts')).enriching(blockId);
  return (await EFFECTS[blockId]?.()) ?? null;
}
