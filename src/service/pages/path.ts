// A step of a campaign as one contact goes through it, with what it reads there.

import type { PreviewMessage, SequencePathStep } from '../resources/campaigns/preview.ts';
import type { PageClock } from './clock.ts';
import { type Html, type HtmlPart, html } from './html.ts';
import { linksIn, sourceOf, wordsOf } from './outbox.ts';
import { fullTime, link } from './parts.ts';

function partsText(parts: PreviewMessage['content']): HtmlPart {
  return (parts ?? []).map(({ kind, text }) => {
    if (kind === 'missing') return html`<mark>${text} is missing</mark>`;
    return kind === 'unknown' ? `{${text}}` : text;
  });
}

const plainText = (parts: PreviewMessage['content']): string | null =>
  parts?.map(({ kind, text }) => (kind === 'missing' ? '' : kind === 'unknown' ? `{${text}}` : text)).join('') ?? null;

const STATE_TONES: Readonly<Record<SequencePathStep['state'], string>> = {
  ...{ done: 'good', skipped: 'idle', failed: 'bad', next: 'busy', planned: 'plain', open: 'plain' },
};

/** A task is there once it is executed, and done by whoever owns it. */
function stateOf({ type, state }: SequencePathStep): Html {
  const isAdded = type === 'task' && state === 'done';
  return html`<span class="badge ${isAdded ? 'plain' : STATE_TONES[state]}">${isAdded ? 'added' : state === 'open' ? 'undecided' : state}</span>`;
}

export function pathBlock(step: SequencePathStep, clock: PageClock): Html {
  const { number, title, day, way, state, reason, at, messageId, signature, attachments } = step;
  const head = html`<p><span class="soft">${number}. ${day ?? 'never'}</span> <strong>${title}</strong> ${stateOf(step)} ${reason}${at !== null && html` ${fullTime(at, clock)}`}${messageId !== null && html` · <a href="/app/outbox/${messageId}">as it was sent</a>`}</p>${way !== '' && html`<p class="soft">${state === 'open' ? 'if' : 'because'} ${way}</p>`}`;
  // What will not be sent is not read.
  const messages = state === 'skipped' ? [] : step.messages;
  const texts = messages.map(({ subject, content, aiMessageId }) => {
    const written =
      aiMessageId !== null &&
      html`<p class="soft">Written by AI message ${link(aiMessageId, 'ai-messages', aiMessageId)}.</p>`;
    return html`${subject !== null && html`<p><strong>${partsText(subject)}</strong></p>`}${content !== null && html`<p class="prose">${partsText(content)}</p>`}${written}`;
  });
  const sources = messages.map(({ subject, content }) => {
    const text = plainText(content);
    return (
      text !== null && html`${linksIn(text)}${sourceOf({ subject: plainText(subject), message: text, signature })}`
    );
  });
  const files = (state === 'skipped' ? [] : attachments).map(
    ({ name, attachment }) => html`<li>${name ?? attachment}</li>`,
  );
  const isWritten = texts.length > 0 || files.length > 0;
  return html`<article class="message ${isWritten && 'out'}" data-key="${step.stepId}">${head}${texts}${signature !== null && state !== 'skipped' && html`<p class="prose soft">${wordsOf(signature)}</p>`}${files.length > 0 && html`<ul class="attached" aria-label="Attachments">${files}</ul>`}${sources}</article>`;
}
