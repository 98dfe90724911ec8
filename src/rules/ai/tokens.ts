// Tokens in the text of AI entities: `{fieldId}`,
// `{aiResearch:…}`, `{aiSnippet:…}`, `{aiMessage:…}`; `{{` and `}}` are braces that are text.

import { REFERENCE_KINDS, type ReferenceKind } from '../../contract/ai/enums.ts';
import { isIdText } from '../../contract/ids.ts';

interface PlacedToken {
  /** As it stands in the text. */
  readonly raw: string;
  readonly start: number;
}

/** What the text says at one place. */
export type PromptPart = PlacedToken &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'field' | ReferenceKind; readonly name: string }
    /** A brace without its other half. */
    | { readonly kind: 'broken' }
  );

/** A part that stands for something else. */
export type PromptToken = Extract<PromptPart, { readonly name: string }>;

const BRACES = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

/** Every part in order; joined, their `raw` is the text again. */
export function partsOf(text: string): PromptPart[] {
  const parts: PromptPart[] = [];
  let at = 0;
  let literal = '';
  let literalStart = 0;
  const endLiteral = (end: number) => {
    if (literal !== '') {
      parts.push({ kind: 'text', text: literal, raw: text.slice(literalStart, end), start: literalStart });
    }
    literal = '';
  };
  for (const match of text.matchAll(BRACES)) {
    const [raw, inner] = match;
    const start = match.index;
    if (literal === '') literalStart = at;
    literal += text.slice(at, start);
    at = start + raw.length;
    if (raw === '{{' || raw === '}}') {
      literal += raw.slice(1);
      continue;
    }
    endLiteral(start);
    parts.push(inner === undefined ? { kind: 'broken', raw, start } : { ...tokenOf(inner), raw, start });
  }
  if (literal === '') literalStart = at;
  literal += text.slice(at);
  endLiteral(text.length);
  return parts;
}

function tokenOf(inner: string): Pick<PromptToken, 'kind' | 'name'> {
  const kind = REFERENCE_KINDS.find((word) => inner.startsWith(`${word}:`));
  return kind === undefined ? { kind: 'field', name: inner } : { kind, name: inner.slice(kind.length + 1) };
}

export function isToken(part: PromptPart): part is PromptToken {
  return part.kind !== 'text' && part.kind !== 'broken';
}

/** A token as text. */
export function tokenText(kind: PromptToken['kind'], name: string): string {
  return kind === 'field' ? `{${name}}` : `{${kind}:${name}}`;
}

/** Text that says exactly this, braces doubled. */
export function escaped(literal: string): string {
  return literal.replace(/[{}]/g, '$&$&');
}

/** The id a reference names; null when it names by name. A name is never digits alone. */
export function idOfName(name: string): number | null {
  return isIdText(name) ? Number(name) : null;
}

/** Which occurrence of its own text a part is, from 0: so that it can be found again in a file. */
export function occurrenceOf(text: string, { raw, start }: PlacedToken): number {
  let count = 0;
  for (let at = text.indexOf(raw); at >= 0 && at < start; at = text.indexOf(raw, at + raw.length)) count += 1;
  return count;
}
