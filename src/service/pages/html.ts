// HTML that is escaped by construction: what a template is given as text is text, and only this file makes HTML.

import { harmless } from '../../presentation/text.ts';

const NAMES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Private, so that no object from outside passes for it. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(strings: readonly string[], parts: readonly HtmlPart[]): Html {
    let text = strings[0] ?? '';
    for (const [at, part] of parts.entries()) text += textOf(part) + (strings[at + 1] ?? '');
    return new Html(text);
  }

  /** Text of ours that is HTML already: a picture of a graph. */
  static trusted(text: string): Html {
    return new Html(text);
  }

  toString(): string {
    return this.#text;
  }
}

export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

function escaped(text: string): string {
  return harmless(text).replace(/[&<>"']/g, (character) => NAMES.get(character) ?? '');
}

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.toString();
  if (part === null || part === undefined || part === false) return '';
  return typeof part === 'object' ? part.map(textOf).join('') : escaped(String(part));
}

/** Values of attributes stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(strings, parts);
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const ADDRESS_LENGTH_MAX = 2_000;

/** A link to elsewhere, where the address is one of http, https or mailto; else its text. */
export function outsideLink(address: string, text: HtmlPart = address): Html {
  const isSafe =
    address.length <= ADDRESS_LENGTH_MAX && URL.canParse(address) && SCHEMES.has(new URL(address).protocol);
  return isSafe ? html`<a href="${address}" rel="noopener noreferrer">${text}</a>` : html`${text}`;
}
