// The messages of a campaign as one contact would read them.

import { graphOf } from '../../../presentation/graph/model.ts';
import { placesOf, type StepPlace } from '../../../presentation/graph/outline.ts';
import { htmlText } from '../../../presentation/html-text.ts';
import { filledFor, messagesOf, type StepMessage } from '../../../rules/campaigns/messages.ts';
import type { ContentPart, ValueOf } from '../../../rules/campaigns/placeholders.ts';
import { harmless, viewOf } from '../../terminal/formats/cells.ts';
import type { Paint } from '../../terminal/formats/colour.ts';
import type { CampaignSource } from './view.ts';

/** Someone the messages are shown for. */
export interface PreviewContact {
  /** A name, an address, or the line of the record. */
  readonly label: string;
  /** Line of the record in its file; null for a contact of the service. */
  readonly line: number | null;
  /** Values by contact field id; null or empty where there is none. */
  readonly valueOf: ValueOf;
}

/** One message for one reader. What is missing stays as a placeholder in the text, and is named in `missing`. */
export type MessagePreview = ReturnType<Previews['for']>[number];

export interface PreviewSender {
  readonly valueOf: ValueOf;
  readonly signature: string | null;
}

export const previewView = viewOf('message', 'messages', 'contact path day subject content missing', {
  id: 'path',
  alsoHas: 'line type way aiMessageId signature',
  titles: { path: 'step' },
});

const isOpen = ({ kind }: ContentPart): boolean => kind === 'missing' || kind === 'unknown';

const written = (parts: readonly ContentPart[]): string =>
  parts.map((part) => (isOpen(part) ? `{${part.text}}` : part.text)).join('');

/** What is missing stands out; what only the service knows stays as it is written. */
function marked(parts: readonly ContentPart[], paint: Paint): string {
  return parts
    .map(({ kind, text }) => {
      if (kind === 'missing') return paint.red(`[${harmless(text)} is missing]`);
      return kind === 'unknown' ? paint.dim(`{${harmless(text)}}`) : harmless(text);
    })
    .join('');
}

export class Previews {
  readonly #messages: readonly StepMessage[];
  readonly #places: ReadonlyMap<string, StepPlace>;
  readonly #sender: PreviewSender | undefined;

  /** Without a sender `{identity.…}` stays as it is. */
  constructor({ file, steps }: CampaignSource, sender: PreviewSender | undefined) {
    this.#messages = messagesOf(steps);
    this.#places = placesOf(graphOf(file.body).steps);
    this.#sender = sender;
  }

  get hasSender(): boolean {
    return this.#sender !== undefined;
  }

  #placeOf({ path, type }: StepMessage): StepPlace {
    // A message of a bundle stands where its step does.
    const step = type === 'network_message_bundle' ? path.replace(/\.messages\[\d+\]$/, '') : path;
    return this.#places.get(step) ?? { day: null, way: '' };
  }

  #fill(text: string | null, reader: PreviewContact) {
    return text === null ? null : filledFor(text, reader.valueOf, this.#sender?.valueOf).parts;
  }

  #signatureOf({ type }: StepMessage): string | null {
    return type === 'email' ? this.#sender?.signature || null : null;
  }

  /** Every message as data. */
  for(reader: PreviewContact) {
    return this.#messages.map((message) => {
      const { path, type, aiMessageId } = message;
      const [subject, content] = [this.#fill(message.subject, reader), this.#fill(message.content, reader)];
      return {
        contact: reader.label,
        line: reader.line,
        path,
        type,
        ...this.#placeOf(message),
        subject: subject === null ? null : written(subject),
        content: content === null ? null : written(content),
        aiMessageId,
        signature: this.#signatureOf(message),
        missing: [...new Set([...(subject ?? []), ...(content ?? [])].filter(isOpen).map(({ text }) => text))],
      };
    });
  }

  /** Every message as a person reads it, ending in a newline. */
  textFor(reader: PreviewContact, paint: Paint): string {
    const line = reader.line === null ? '' : paint.dim(` (line ${reader.line})`);
    const parts = this.#messages.map((message) => this.#messageText(message, reader, paint));
    return `${[`${paint.bold(harmless(reader.label))}${line}`, ...parts].join('\n\n')}\n`;
  }

  #messageText(message: StepMessage, reader: PreviewContact, paint: Paint): string {
    const { day, way } = this.#placeOf(message);
    const head = [message.type, ...(day === null ? ['never'] : [day]), ...(way === '' ? [] : [way])].join(' · ');
    const [subject, content] = [this.#fill(message.subject, reader), this.#fill(message.content, reader)];
    const signature = this.#signatureOf(message);
    const words = [
      ...(subject === null ? [] : [`Subject: ${marked(subject, paint)}`, '']),
      ...(content === null ? [] : [marked(content, paint).trimEnd()]),
      ...(message.aiMessageId === null ? [] : [paint.dim(`AI message ${harmless(message.aiMessageId)} writes it`)]),
      ...(signature === null
        ? []
        : [
            '',
            ...htmlText(signature)
              .trim()
              .split('\n')
              .map((line) => paint.dim(harmless(line))),
          ]),
    ];
    const lines = words.join('\n').trimEnd().split('\n');
    return [`  ${paint.cyan(harmless(head))}`, ...lines.map((text) => (text === '' ? '' : `    ${text}`))].join('\n');
  }
}
