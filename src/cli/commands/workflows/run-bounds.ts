// What a run comes to at most: messages of the campaigns that it adds contacts to, and credits.

import { counted } from '../../../contract/english.ts';
import type { Session } from '../../session/session.ts';
import { messagesText } from '../../shared/effects/expected-messages.ts';
import { helpful } from '../../shared/messaging.ts';
import { idIn, type PublishedNodes } from './approve-run.ts';

/** `size`: of the records that come into it, where it is known. Said by a dry run. */
export async function noteBounds(
  session: Session,
  { inputs, blocks, credits }: PublishedNodes,
  size: number | undefined,
): Promise<void> {
  const { campaigns, workflows } = await session.api();
  for (const campaignId of new Set(inputs.flatMap((one) => idIn(one['campaignId']) ?? []))) {
    const campaign = await helpful(campaigns.get({ params: { campaignId } }));
    if (campaign === null) continue;
    const { name, status, steps } = campaign;
    const text = messagesText(size ?? 1, steps, status === 'ACTIVE');
    const each = size === undefined ? ' for each contact' : '';
    if (text !== null) await session.print.note(`campaign ${campaignId} "${name ?? ''}": ${text}${each}`);
  }
  if (credits != null)
    return await session.print.note(`each run: up to ${counted(credits, 'credit')} (maxCreditsPerRun)`);
  const catalogue = await helpful(workflows.blocks());
  const prices = new Map(catalogue?.blocks.map(({ blockId, creditsPerRecord }) => [blockId, creditsPerRecord]));
  const each = blocks.reduce((sum, block) => sum + (prices.get(block) ?? 0), 0);
  if (each === 0) return;
  const most = size === undefined ? `${counted(each, 'credit')} for each record` : counted(each * size, 'credit');
  await session.print.note(`each run: up to ${most}; maxCreditsPerRun sets no limit`);
}
