// What plans are made of: blocks, and fields for conditions.

import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { ConditionField } from '../../../../contract/workflows/plan.ts';
import { didYouMean } from '../../../../rules/nearest.ts';
import { BLOCKS, blockOf } from '../../../../rules/workflows/blocks/catalogue.ts';
import { conditionFields } from '../../../../rules/workflows/conditions/fields.ts';
import type { Context } from '../../../core/context.ts';
import { Refusal } from '../../../core/refusals.ts';
import { campaignNames } from '../../campaigns/queries/campaigns.ts';
import { listEntities } from '../../lists/queries/lists.ts';
import { customFields } from '../../records/queries/fields.ts';

export function listBlocks(): ReplyOf<Table['workflows']['blocks']> {
  return { blocks: [...BLOCKS] };
}

/** Throws Refusal `not_found`. */
export function getBlock(blockId: string): ReplyOf<Table['workflows']['block']> {
  const block = blockOf(blockId);
  if (block !== null) return block;
  const known = BLOCKS.map((one) => one.blockId);
  throw new Refusal('not_found', `There is no block ${blockId}${didYouMean(blockId, known)}`);
}

/** Every field a condition may use; the workspace's lists and campaigns are the options of theirs. */
export async function listConditionFields({
  tx,
  principal,
}: Context): Promise<ReplyOf<Table['workflows']['conditionFields']>> {
  const { workspaceId } = principal;
  const lists = [...(await listEntities(tx, workspaceId)).values()];
  const campaigns = await campaignNames(tx, workspaceId);
  const options = new Map([
    ['platform.listIds', lists.map(({ id, name }) => ({ value: id, label: name }))],
    ['platform.campaignIds', campaigns.map(({ id, name }) => ({ value: id, label: name }))],
  ]);
  const fields = [...conditionFields(await customFields(tx, workspaceId)).values()].map((field): ConditionField => {
    const valueOptions = options.get(field.id);
    return valueOptions === undefined ? field : { ...field, valueOptions };
  });
  return { fields };
}
