// The three forms of a text with tokens. Plain is what people write, with names. Stored keeps ids in their place, so that
// a rename breaks nothing, and remembers whether a name was written. Rich is plain in parts.

import { KIND_OF_REFERENCE, type ReferenceKind } from '../../contract/ai/enums.ts';
import { escaped, idOfName, isToken, type PromptToken, partsOf, tokenText } from './tokens.ts';

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
export function storedReferences(stored: string): {
  readonly entities: readonly { readonly kind: (typeof KIND_OF_REFERENCE)[ReferenceKind]; readonly id: number }[];
  readonly fieldKeys: readonly string[];
} {
  const tokens = partsOf(stored).filter(isToken);
  const entities = tokens.flatMap(({ kind, name }) =>
    kind === 'field' ? [] : [{ kind: KIND_OF_REFERENCE[kind], id: Number(name.replace(NAMED, '')) }],
  );
  const fieldKeys = tokens.flatMap(({ kind, name }) =>
    kind === 'field' && name.startsWith(NAMED) ? [name.slice(NAMED.length)] : [],
  );
  return { entities, fieldKeys };
}
