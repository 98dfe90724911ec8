// What contacts do with what a campaign sent, by themselves: remembered, heard by campaigns, the next one expected.

import type { Deed } from '../../../../contract/campaigns/enums.ts';
import type { Context } from '../../../core/context.ts';
import { insertContactEvent } from '../../contacts/queries/events.ts';
import { markSeen, messagesById } from '../../inbox/queries/messages.ts';
import { type ExpectingAction, markTaskDone, writeExpected } from '../queries/actions.ts';
import type { CampaignRow } from '../queries/campaigns.ts';
import { areConnected } from '../queries/engagement.ts';
import { campaignsHear } from './signals.ts';

/** The next thing that is expected of an action happens, at its own moment; what follows it is expected from then on. */
export async function happenAsExpected(
  context: Context,
  campaign: CampaignRow,
  action: ExpectingAction,
): Promise<void> {
  const [next, ...rest] = action.expected;
  await writeExpected(context.tx, action.id, rest);
  if (next === undefined) return;
  const [kind, at] = next;
  if (!(await isNews(context, campaign, action, kind, at))) return;
  const { contactId, stepId, messageId } = action;
  const event = {
    workspaceId: context.principal.workspaceId,
    contactId,
    identityId: campaign.identityId,
    kind,
    messageId,
    campaignId: campaign.id,
    stepId,
    at,
  };
  await insertContactEvent(context.tx, event);
  await campaignsHear(context, event, action.id);
}

/** Marks it where it is kept; false where it has happened already, by an operator's hand. */
async function isNews(
  context: Context,
  campaign: CampaignRow,
  { id, contactId, messageId }: ExpectingAction,
  kind: Deed,
  at: number,
): Promise<boolean> {
  const { tx } = context;
  if (kind === 'complete') return markTaskDone(tx, id, at);
  if (kind === 'accept') return !(await areConnected(tx, contactId, campaign.identityId ?? 0));
  if (messageId === null) return false;
  const [message] = await messagesById(tx, [messageId]);
  if (message === undefined) return false;
  const before = { open: message.openedAt, click: message.clickedAt, view: message.viewedAt }[kind];
  if (before === null) await markSeen(tx, messageId, kind, at);
  return before === null;
}
