// Blocks that are the actions of the same name: what they do, and what they cost, is domain/enrichment/.

import { Action } from '../../../../contract/actions/endpoints.ts';
import type { ActionType } from '../../../../contract/actions/enums.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { Refusal } from '../../../core/refusals.ts';
import { performAction } from '../../actions/enrichment/perform.ts';
import type { BlockEffect } from './blocks.ts';

const NOBODY: ReadonlySet<number> = new Set();
const ENRICHED = 50;

/** What was looked for and not found is a failure of the step, and no end: the plan may ask for it and branch. */
export function enriching(type: ActionType): BlockEffect {
  return {
    batch: ENRICHED,
    priceOf: (inputs) => mostCredits(type, inputs),
    apply: async (context, { run, inputs, ids }) => {
      const options = Object.fromEntries(
        Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null),
      );
      const action = Action.safeParse({ type, options });
      if (!action.success) throw new Refusal('unprocessable', `${type} cannot be carried out with these inputs`);
      const outcomes = await performAction(context, action.data, run.entity === 'LEAD' ? 'CONTACT' : 'COMPANY', ids);
      const those = (status: string): ReadonlySet<number> =>
        new Set(outcomes.flatMap((one) => (one.status === status ? [one.id] : [])));
      return {
        failed: NOBODY,
        missed: those('FAILED'),
        skipped: those('SKIPPED'),
        credits: outcomes.reduce((sum, { credits }) => sum + credits, 0),
      };
    },
  };
}

/** Of one record; a search at a company costs what it brings in. */
function mostCredits(type: ActionType, { maxLeadsToImport }: Readonly<Record<string, unknown>>): number {
  if (type !== 'SEARCH_LEADS_FROM_NETWORK_COMPANY') return blockOf(type)?.creditsPerRecord ?? 0;
  return typeof maxLeadsToImport === 'number' ? maxLeadsToImport : LIMITS.leadsToImportDefault;
}
