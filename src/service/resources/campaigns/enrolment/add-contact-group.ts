import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Table } from '../../../../contract/table.ts';
import type { Context } from '../../../core/context.ts';
import { requireListOf } from '../../lists/lookup.ts';
import { campaignOf } from '../view.ts';
import { enrolIn } from './enrol.ts';

/**
 * Adds every member of a list of contacts. Throws Refusal `not_found`; `conflict` as `enrolIn` does; `unprocessable` for
 * a list of companies.
 */
export async function addContactGroup(
  context: Context,
  { campaignId, contactGroupId }: { campaignId: number; contactGroupId: number },
): Promise<ReplyOf<Table['campaigns']['addContactGroup']>> {
  const campaign = await campaignOf(context, campaignId);
  await requireListOf(context, 'CONTACT', contactGroupId);
  const counts = await enrolIn(context, campaign, { listId: contactGroupId });
  return { campaignId, contactGroupId, ...counts };
}
