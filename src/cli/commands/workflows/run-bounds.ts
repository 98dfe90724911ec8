// What a run comes to at most: messages of the campaigns that it adds contacts to, and credits.

import { counted } from '../../../contract/english.ts';
import type { JsonObject } from '../../../contract/json.ts';
import type { Session } from '../../session/session.ts';
import { messagesText } from '../../shared/effects/expected-messages.ts';
import { helpful } from '../../shared/messaging.ts';
import { idIn } from './approve-run.ts';

/** `size`: of the records that come into it, where it is known. Said by a dry run. */
export async function noteBounds(
  session: Session,
  inputs: readonly JsonObject[],
  { size, credits }: { readonly size: number | undefined; readonly credits: number | null | undefined },
): Promise<void> {
  const { campaigns } = await session.api();
  for (const campaignId of new Set(inputs.flatMap((one) => idIn(one['campaignId']) ?? []))) {
    const campaign = await helpful(campaigns.get({ params: { campaignId } }));
    if (campaign === null) continue;
    const { name, status, steps } = campaign;
    const text = messagesText(size ?? 1, steps, status === 'ACTIVE');
    const each = size === undefined ? ' for each contact' : '';
    if (text !== null) await session.print.note(`campaign ${campaignId} "${name ?? ''}": ${text}${each}`);
  }
  if (credits === undefined) return;
  const most = credits === null ? 'no limit of credits is set' : `up to ${counted(credits, 'credit')}`;
  await session.print.note(`each run: ${most} (maxCreditsPerRun)`);
}
