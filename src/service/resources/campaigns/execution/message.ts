// The words of a step for one contact: what a person wrote, its placeholders filled in, or what is generated.

import type { StepRecord } from '../../../../contract/campaigns/steps.ts';
import { filledFor } from '../../../../rules/campaigns/messages.ts';
import { writeMessage } from '../../../stand-ins/text-generation.ts';
import { filledPrompt } from '../../ai/filled.ts';
import { aiSources } from '../../ai/sources.ts';
import { type Person, type Run, readerOf } from './people.ts';

export interface Words {
  readonly subject: string | null;
  readonly content: string;
}

/** The words, or what is missing to say them: placeholders without a value, an AI message that is gone. */
export type WordsOrLack = Words | { readonly lacks: string };

/** A text for one contact; placeholders without a value are named once each. */
export function filled(
  run: Run,
  person: Person,
  text: string,
): { readonly text: string; readonly missing: readonly string[] } {
  if (!text.includes('{')) return { text, missing: [] };
  const read = readerOf(run, person);
  const sender = (field: string) => read(`identity.${field}`);
  const { parts, missing } = filledFor(text, read, sender);
  return { text: parts.map((part) => part.text).join(''), missing };
}

/** What a step says. `content` and `subject` of a step that names an AI message are generated. */
export async function wordsOf(
  run: Run,
  person: Person,
  step: {
    readonly subject?: string | undefined;
    readonly content?: string | undefined;
    readonly aiMessageId?: number | string | undefined;
  },
  type: StepRecord['type'],
): Promise<WordsOrLack> {
  if (step.aiMessageId !== undefined) return generated(run, person, step.aiMessageId, type);
  const subject = step.subject === undefined || step.subject.trim() === '' ? null : filled(run, person, step.subject);
  const content = filled(run, person, step.content ?? '');
  const missing = [...new Set([...(subject?.missing ?? []), ...content.missing])];
  if (missing.length > 0) return { lacks: `no value for ${missing.map((name) => `{${name}}`).join(', ')}` };
  return { subject: subject?.text ?? null, content: content.text };
}

async function generated(
  run: Run,
  person: Person,
  id: number | string,
  type: StepRecord['type'],
): Promise<WordsOrLack> {
  const source = (await aiSources(run.context, [String(id)])).get(String(id));
  if (source === undefined) return { lacks: `AI message ${id} is gone` };
  const read = readerOf(run, person);
  const words = writeMessage({
    prompt: await filledPrompt(run.context, source.prompt, read),
    contactId: person.contact.id,
    firstName: read('firstName') ?? null,
    companyName: read('companyName') ?? null,
    senderName: read('identity.name') ?? null,
    isShort: type === 'network_connection' || type === 'network_message',
  });
  return type === 'email' || type === 'network_inmail' ? words : { ...words, subject: null };
}
