// What a contact gets to read: every written message of a sequence, filled in for one contact.

import type { StepType } from '../../contract/campaigns/enums.ts';
import { pathText } from '../../contract/envelope.ts';
import { referenceText } from '../../contract/ids.ts';
import { getOwn, isObject, type JsonObject, textAt } from '../../contract/json.ts';
import type { At } from '../problem.ts';
import { type ContentPart, fieldOfPlaceholder, filledParts, type ValueOf } from './placeholders.ts';
import { everyStep, type SequenceNode } from './tree.ts';

export interface StepMessage {
  readonly type: StepType;
  readonly path: string;
  /** As written, placeholders in it; null where the step has none. */
  readonly subject: string | null;
  readonly content: string | null;
  /** Who writes it instead. */
  readonly aiMessageId: string | null;
}

/** The messages of a sequence in reading order; a bundle has several. Steps without words are left out. */
export function messagesOf(steps: readonly SequenceNode[]): StepMessage[] {
  const found: StepMessage[] = [];
  for (const step of everyStep(steps)) {
    if (step.type === null) continue;
    const add = (at: At, fields: JsonObject, type: StepType) => {
      const [subject, content] = [textAt(fields, 'subject'), textAt(fields, 'content')];
      const aiMessageId = referenceText(getOwn(fields, 'aiMessageId'));
      if (subject === null && content === null && aiMessageId === null) return;
      found.push({ type, path: pathText(at), subject, content, aiMessageId });
    };
    const messages = getOwn(step.fields, 'messages');
    if (step.type === 'network_message_bundle' && Array.isArray(messages)) {
      for (const [index, message] of messages.entries()) {
        if (isObject(message)) add([...step.at, 'messages', index], message, step.type);
      }
    } else add(step.at, step.fields, step.type);
  }
  return found;
}

export interface Filled {
  readonly parts: readonly ContentPart[];
  /** Contact fields without a value, each once. */
  readonly missing: readonly string[];
}

/** Fills a text with the values of one contact, by field id. Those of the sender are left open when they are not given. */
export function filledFor(text: string, contact: ValueOf, sender: ValueOf = () => undefined): Filled {
  const parts = filledParts(text, (name) => {
    const field = fieldOfPlaceholder(name);
    return field === null ? sender(name.slice('identity.'.length)) : contact(field);
  });
  const missing = parts.filter(({ kind }) => kind === 'missing').map(({ text: name }) => name);
  return { parts, missing: [...new Set(missing)] };
}
