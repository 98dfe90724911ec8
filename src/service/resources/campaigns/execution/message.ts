// The text of a step for one contact: written with placeholders, or generated from an AI message.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { filledFor } from '../../../../rules/campaigns/messages.ts';
import { fieldOfPlaceholder } from '../../../../rules/campaigns/placeholders.ts';
import { writeMessage } from '../../../stand-ins/text-generation.ts';
import { renderPrompt } from '../../ai/rendered-prompt.ts';
import { aiSources } from '../../ai/sources.ts';
import { type CampaignRun, placeholderValues, type Recipient } from './recipients.ts';

interface MessageText {
  readonly subject: string | null;
  readonly content: string;
}

/** `problem`: placeholders without a value, or an AI message that no longer exists. */
export type MessageTextResult = MessageText | { readonly problem: string };

function filled(
  run: CampaignRun,
  recipient: Recipient,
  text: string,
): { readonly text: string; readonly missing: readonly string[] } {
  if (!text.includes('{')) return { text, missing: [] };
  const read = placeholderValues(run, recipient);
  const sender = (field: string) => read(`identity.${field}`);
  const { parts, missing } = filledFor(text, read, sender);
  return { text: parts.map((part) => part.text).join(''), missing };
}

/** `content` and `subject` of a step with an AI message are generated. */
export async function messageText(
  run: CampaignRun,
  recipient: Recipient,
  step: {
    readonly subject?: string | undefined;
    readonly content?: string | undefined;
    readonly aiMessageId?: number | string | undefined;
  },
  type: StepRecord['type'],
): Promise<MessageTextResult> {
  if (step.aiMessageId !== undefined) return generated(run, recipient, step.aiMessageId, type);
  const subject =
    step.subject === undefined || step.subject.trim() === '' ? null : filled(run, recipient, step.subject);
  const content = filled(run, recipient, step.content ?? '');
  const missing = [...new Set([...(subject?.missing ?? []), ...content.missing])];
  if (missing.length > 0)
    return { problem: `no value for ${missing.map((name) => `{${fieldOfPlaceholder(name) ?? name}}`).join(', ')}` };
  return { subject: subject?.text ?? null, content: content.text };
}

async function generated(
  run: CampaignRun,
  recipient: Recipient,
  id: number | string,
  type: StepRecord['type'],
): Promise<MessageTextResult> {
  const source = (await aiSources(run.context, [String(id)])).get(String(id));
  if (source === undefined) return { problem: `AI message ${id} no longer exists` };
  const read = placeholderValues(run, recipient);
  const text = writeMessage({
    prompt: await renderPrompt(run.context, source.prompt, read),
    contactId: recipient.contact.id,
    firstName: read('firstName') ?? null,
    companyName: read('companyName') ?? null,
    senderName: read('identity.name') ?? null,
    isShort: type === 'network_connection' || type === 'network_message',
  });
  return type === 'email' || type === 'network_inmail' ? text : { ...text, subject: null };
}
