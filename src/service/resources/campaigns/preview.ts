// The messages of a campaign as one contact would get them: for the pages of the local service.

import { filledFor, messagesOf } from '../../../rules/campaigns/messages.ts';
import type { ContentPart } from '../../../rules/campaigns/placeholders.ts';
import { readForm } from '../../../rules/campaigns/stored.ts';
import { readSteps } from '../../../rules/campaigns/tree.ts';
import { Problems } from '../../../rules/problem.ts';
import type { Context } from '../../core/context.ts';
import { Refusal } from '../../core/refusals.ts';
import { openRun, placeholderValues, recipientsOf } from './execution/recipients.ts';
import { campaignOf } from './read.ts';

export interface PreviewMessage {
  readonly path: string;
  readonly type: string;
  /** What is missing is a part of its own. */
  readonly subject: readonly ContentPart[] | null;
  readonly content: readonly ContentPart[] | null;
  readonly aiMessageId: string | null;
}

/** Throws Refusal `not_found` for the campaign or the contact. */
export async function previewFor(context: Context, campaignId: number, contactId: number): Promise<PreviewMessage[]> {
  const campaign = await campaignOf(context, campaignId);
  const steps = readForm(campaign.steps);
  const run = await openRun(context, campaign, steps, 0);
  const recipient = (await recipientsOf(run, [contactId])).get(contactId);
  if (!recipient) throw new Refusal('not_found', `There is no contact ${contactId}`);
  const read = placeholderValues(run, recipient);
  const filled = (text: string | null) =>
    text === null ? null : filledFor(text, read, (field) => read(`identity.${field}`)).parts;
  return messagesOf(readSteps(Problems.none(), steps)).map(({ path, type, subject, content, aiMessageId }) => ({
    ...{ path, type, aiMessageId },
    subject: filled(subject),
    content: filled(content),
  }));
}
