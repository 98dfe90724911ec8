// Blocks that add records to a campaign or a list.

import type { ListEntity } from '../../../../contract/lists/kinds.ts';
import { addContacts } from '../../campaigns/contacts.ts';
import { addMembers } from '../../lists/lists.ts';
import { valuesOf } from '../queries/record-values.ts';
import type { BlockEffect } from './blocks.ts';

const NOBODY: ReadonlySet<number> = new Set();
const ADDED = 500;

/** Who cannot be reached by any step, or may not be written to, is skipped, as when it is added by hand. */
export const addToCampaign: BlockEffect = {
  batch: ADDED,
  apply: async (context, { inputs, ids }) => {
    const isExcluding = inputs['excludeContactedLeads'] === true;
    const excluded = isExcluding ? await contacted(context, ids) : NOBODY;
    const wanted = ids.filter((id) => !excluded.has(id));
    const active = await addContacts(context, Number(inputs['campaignId']), wanted);
    return { failed: NOBODY, missed: NOBODY, skipped: new Set(ids.filter((id) => !active.has(id))), credits: 0 };
  },
};

const CONTACTED = 'engagement.hasBeenContacted';

async function contacted({ tx }: Parameters<BlockEffect['apply']>[0], ids: readonly number[]) {
  const values = await valuesOf(tx, { entity: 'LEAD', customs: [] }, ids, [CONTACTED]);
  return new Set([...values].flatMap(([id, of]) => (of.get(CONTACTED) === 1 ? [id] : [])));
}

/** Members are members once; who is one already is done too. */
export function addToList(entity: ListEntity, input: string): BlockEffect {
  return {
    batch: ADDED,
    apply: async (context, { inputs, ids }) => {
      const members = entity === 'CONTACT' ? { contactIds: ids } : { companyIds: ids };
      await addMembers(context, Number(inputs[input]), members);
      return { failed: NOBODY, missed: NOBODY, skipped: NOBODY, credits: 0 };
    },
  };
}
