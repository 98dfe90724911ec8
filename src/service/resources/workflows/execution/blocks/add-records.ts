// Blocks that add records to a campaign or a list.

import { getOwn } from '../../../../../contract/dictionary.ts';
import type { EntityName } from '../../../../../contract/entities.ts';
import type { Context } from '../../../../core/context.ts';
import { addContacts } from '../../../campaigns/enrolment/add-contacts.ts';
import { suppressedContacts } from '../../../campaigns/queries/enrolments.ts';
import { addMembers } from '../../../lists/members.ts';
import { valuesOf } from '../../queries/record-values.ts';
import type { BlockEffect } from './effect.ts';

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
