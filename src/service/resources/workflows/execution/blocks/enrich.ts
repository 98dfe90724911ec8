// Blocks that perform the enrichment action of the same name.

import { Action } from '../../../../../contract/actions/endpoints.ts';
import { type ActionType, REASONS, type Reason } from '../../../../../contract/actions/enums.ts';
import { LIMITS } from '../../../../../contract/limits.ts';
import { blockOf } from '../../../../../rules/workflows/blocks/catalogue.ts';
import { Refusal } from '../../../../core/refusals.ts';
import { enqueueJob } from '../../../../jobs/queries/jobs.ts';
import { performAction, recordsPerSlice } from '../../../actions/enrichment/perform.ts';
import type { BlockEffect } from './effect.ts';

const NONE: ReadonlyMap<number, string> = new Map();

/** A record for which nothing was found counts as failed but continues: the plan may branch on it. */
export function enrich(type: ActionType): BlockEffect {
  return {
    batch: recordsPerSlice([type]),
    priceOf: (inputs) => maxCredits(type, inputs),
    apply: async (context, { run, inputs, ids }) => {
      const options = Object.fromEntries(
        Object.entries(inputs).filter(([, value]) => value !== undefined && value !== null),
      );
      const action = Action.safeParse({ type, options });
      if (!action.success) throw new Refusal('unprocessable', `${type} cannot be executed with these inputs`);
      const entity = run.entity === 'LEAD' ? 'CONTACT' : 'COMPANY';
      const { outcomes, later } = await performAction(context, action.data, entity, ids);
      if (later !== null) {
        const { tx, principal, now } = context;
        await enqueueJob(tx, { workspaceId: principal.workspaceId, kind: 'crm-export', dueAt: now, payload: later });
      }
      const reasonsOf = (wanted: string): ReadonlyMap<number, string> =>
        new Map(outcomes.flatMap(({ id, status, reason }) => (status === wanted ? [[id, textOf(reason)]] : [])));
      return {
        failed: NONE,
        missed: reasonsOf('FAILED'),
        skipped: reasonsOf('SKIPPED'),
        credits: outcomes.reduce((sum, { credits }) => sum + credits, 0),
      };
    },
  };
}

const textOf = (reason: Reason | null): string => (reason === null ? 'no reason was given' : REASONS[reason]);

/** Per record; a search at a company costs one credit per contact it imports. */
function maxCredits(type: ActionType, { maxLeadsToImport }: Readonly<Record<string, unknown>>): number {
  if (type !== 'SEARCH_LEADS_FROM_NETWORK_COMPANY') return blockOf(type)?.creditsPerRecord ?? 0;
  return typeof maxLeadsToImport === 'number' ? maxLeadsToImport : LIMITS.leadsToImportDefault;
}
