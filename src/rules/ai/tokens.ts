// Tokens in the text of AI entities: `{fieldId}`,
// `{aiResearch:…}`, `{aiSnippet:…}`, `{aiMessage:…}`; `{{` and `}}` are braces that are text.

import { KIND_OF_REFERENCE, REFERENCE_KINDS, type ReferenceKind } from '../../contract/ai/enums.ts';
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

// The three forms of a text with tokens. Plain is what people write, with names. Stored keeps ids in their place, so that
// a rename breaks nothing, and remembers whether a name was written. Rich is plain in parts.

/** Before an id: it was written as a name. No standard field begins so. */
const NAMED = '#';

/** What names mean at the moment a text is written. */
export interface Written {
  /** The key records keep the field under; null for a standard field, which is its own key. */
  keyOf(fieldId: string): string | null;
  /** The entity of that name; the text was checked: there is exactly one. */
  idOf(kind: ReferenceKind, name: string): number;
}

/** Plain text → as it is stored. */
export function storedPrompt(plain: string, written: Written): string {
  if (!plain.includes('{')) return plain;
  return partsOf(plain)
    .map((part) => (isToken(part) ? storedToken(part, written) : part.raw))
    .join('');
}

function storedToken({ kind, name, raw }: PromptToken, written: Written): string {
  if (kind === 'field') {
    const key = written.keyOf(name);
    return key === null ? raw : tokenText(kind, `${NAMED}${key}`);
  }
  return idOfName(name) === null ? tokenText(kind, `${NAMED}${written.idOf(kind, name)}`) : raw;
}

/** What ids are called at the moment a text is read. */
export interface ReferenceNames {
  /** The id of the field with this key; null when there is none any more. */
  fieldOf(key: string): string | null;
  /** Null for an entity that is gone. `isUnique`: whether the name alone says which one is meant. */
  nameOf(kind: ReferenceKind, id: number): { readonly name: string; readonly isUnique: boolean } | null;
}

export type RichPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'field'; readonly fieldId: string; readonly token: string }
  | { readonly type: ReferenceKind; readonly id: number; readonly name: string; readonly token: string };

/** Stored → in parts, each token as plain text writes it today. */
export function richPrompt(stored: string, named: ReferenceNames): RichPart[] {
  return partsOf(stored).map((part): RichPart => {
    if (part.kind === 'text') return { type: 'text', text: part.text };
    if (part.kind === 'broken') return { type: 'text', text: part.raw };
    if (part.kind === 'field') {
      const fieldId = part.name.startsWith(NAMED) ? named.fieldOf(part.name.slice(NAMED.length)) : part.name;
      return { type: 'field', fieldId: fieldId ?? part.name, token: tokenText('field', fieldId ?? part.name) };
    }
    return richReference(part.kind, part.name, named);
  });
}

function richReference(type: ReferenceKind, stored: string, named: ReferenceNames): RichPart {
  const wasNamed = stored.startsWith(NAMED);
  const id = Number(wasNamed ? stored.slice(NAMED.length) : stored);
  const known = named.nameOf(type, id);
  const displayed = wasNamed && known?.isUnique === true ? known.name : String(id);
  return { type, id, name: known?.name ?? '', token: tokenText(type, displayed) };
}

/** In parts → plain text. */
export function plainOfRich(parts: readonly RichPart[]): string {
  return parts.map((part) => (part.type === 'text' ? escaped(part.text) : part.token)).join('');
}

/** Stored → plain text as it is written today. */
export function plainPrompt(stored: string, named: ReferenceNames): string {
  return stored.includes('{') ? plainOfRich(richPrompt(stored, named)) : stored;
}

/** What a stored text refers to: AI entities by reference, and fields of the workspace by key. */
export function storedReferences(stored: string) {
  const tokens = partsOf(stored).filter(isToken);
  const entities = tokens.flatMap(({ kind, name }) =>
    kind === 'field' ? [] : [{ kind: KIND_OF_REFERENCE[kind], id: Number(name.replace(NAMED, '')) }],
  );
  const fieldKeys = tokens.flatMap(({ kind, name }) =>
    kind === 'field' && name.startsWith(NAMED) ? [name.slice(NAMED.length)] : [],
  );
  return { entities, fieldKeys };
}
