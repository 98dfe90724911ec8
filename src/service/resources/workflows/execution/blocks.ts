// Blocks that act outside of the run: they add records to a campaign or a list, or perform the enrichment action of the same name.

import { Action } from '../../../../contract/actions/endpoints.ts';
import { type ActionType, REASONS, type Reason } from '../../../../contract/actions/enums.ts';
import { ENTITY_OF, type EntityName } from '../../../../contract/entities.ts';
import { getOwn } from '../../../../contract/json.ts';
import { LIMITS } from '../../../../contract/limits.ts';
import { blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { type Context, Refusal } from '../../../core/context.ts';
import { enqueueJob } from '../../../jobs/queries/jobs.ts';
import { performAction, recordsPerSlice } from '../../actions/enrichment/perform.ts';
import { addContacts } from '../../campaigns/enrolment/add-contacts.ts';
import { suppressedContacts } from '../../campaigns/queries/enrolments.ts';
import { addMembers } from '../../lists/members.ts';
import { valuesOf } from '../queries/record-values.ts';
import type { ActiveRun } from '../queries/run-records.ts';

interface EffectInput {
  readonly run: ActiveRun;
  /** Of the node, with bound values resolved. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Existing records, lowest id first. */
  readonly ids: readonly number[];
}

/** Records with the reason, for people. One that is in none of the three has succeeded. */
interface BatchOutcome {
  /** Their path ends here. */
  readonly failed: ReadonlyMap<number, string>;
  /** Nothing was found for them; they continue. */
  readonly missed: ReadonlyMap<number, string>;
  /** The block does not apply to them; they continue. */
  readonly skipped: ReadonlyMap<number, string>;
  readonly credits: number;
}

export interface BlockEffect {
  /** Records in one slice, some 25 ms. */
  readonly batch: number;
  /** The most credits a record can cost; absent if it is free. */
  priceOf?(inputs: Readonly<Record<string, unknown>>): number;
  /** Throws Refusal if the batch is refused as a whole: all of its records fail. */
  apply(context: Context, batch: EffectInput): Promise<BatchOutcome>;
}

const NONE: ReadonlyMap<number, string> = new Map();
const BATCH = 500;

/** Contacts that no step can reach, or that may not be contacted, are skipped, as when they are added by hand. */
export const addToCampaign: BlockEffect = {
  batch: BATCH,
  apply: async (context, { inputs, ids }) => {
    const isExcluding = inputs['excludeContactedLeads'] === true;
    const excluded = isExcluding ? await alreadyContacted(context, ids) : new Set<number>();
    const wanted = ids.filter((id) => !excluded.has(id));
    const campaignId = Number(inputs['campaignId']);
    const active = await addContacts(context, campaignId, wanted);
    const left = wanted.filter((id) => !active.has(id));
    const suppressed = left.length === 0 ? new Set<number>() : await suppressedContacts(context.tx, left);
    const reasonOf = (id: number): string => {
      if (excluded.has(id)) return 'already contacted, and the step leaves out contacts that were';
      if (suppressed.has(id)) return 'on the blocklist, or opted out';
      return `no step of campaign ${campaignId} can reach the contact`;
    };
    const skipped = new Map(ids.filter((id) => !active.has(id)).map((id) => [id, reasonOf(id)]));
    return { failed: NONE, missed: NONE, skipped, credits: 0 };
  },
};

const CONTACTED = 'engagement.hasBeenContacted';

async function alreadyContacted({ tx, principal }: Context, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { workspaceId } = principal;
  const values = await valuesOf(tx, { workspaceId, entity: 'LEAD', customs: [] }, ids, [CONTACTED]);
  return new Set([...values].flatMap(([id, fields]) => (fields.get(CONTACTED) === 1 ? [id] : [])));
}

/** Records that are members already count as done. */
export function addToList(entity: EntityName, input: string): BlockEffect {
  return {
    batch: BATCH,
    apply: async (context, { inputs, ids }) => {
      const members = entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids };
      await addMembers(context, Number(getOwn(inputs, input)), members);
      return { failed: NONE, missed: NONE, skipped: NONE, credits: 0 };
    },
  };
}

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
      const entity = ENTITY_OF[run.entity];
      const { outcomes, later } = await performAction(context, action.data, entity, ids);
      if (later !== null) await enqueueJob(context, { kind: 'crm-export', payload: later });
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
