// Placeholders of manual content and subject: single braces around a contact field id.

import { IDENTITY_FIELDS, IDENTITY_LISTS } from '../../contract/inbox/enums.ts';
import { HINTS_MAX, nearest } from '../nearest.ts';
import type { At, Problems } from '../problem.ts';

/** Those that are HTML, or whole histories, have no place in a sentence (undocumented). */
const NOT_READ: readonly string[] = [...IDENTITY_LISTS, 'educations', 'previousPositions', 'signature'];

/** Fields of the sender that `{identity.…}` reads (undocumented but for `name`). */
export const SENDER_FIELDS = IDENTITY_FIELDS.filter((field) => !NOT_READ.includes(field));

/** Placeholders for the company's name and domain, and how each is stored. */
const STORED_AS: ReadonlyMap<string, string> = new Map([
  ['company', 'name'],
  ['companyName', 'name'],
  ['companyDomain', 'domain'],
]);
/** How the stored ones are written; `{company}` comes back as `{companyName}`. */
const WRITTEN_AS: ReadonlyMap<string, string> = new Map([
  ['name', 'companyName'],
  ['domain', 'companyDomain'],
]);

const IDENTITY_PLACEHOLDERS = SENDER_FIELDS.map((field) => `identity.${field}`);

/** What works in every workspace beside its contact fields. */
const ALWAYS_KNOWN = new Set([...IDENTITY_PLACEHOLDERS, ...STORED_AS.keys(), ...WRITTEN_AS.keys()]);

export interface PlaceholderToken {
  /** As it stands in the text, braces included. */
  readonly text: string;
  readonly kind: 'placeholder' | 'double' | 'lone';
  /** Between the braces. */
  readonly name: string;
  readonly start: number;
}

const TOKEN = /\{\{([^{}]*)\}\}|\{([^{}]*)\}|[{}]/g;

/** Everything with a brace, in order. A pair with nothing in it and a brace without its other half are `lone`. */
export function tokensOf(text: string): PlaceholderToken[] {
  const tokens: PlaceholderToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, double, single] = match;
    const name = double ?? single ?? '';
    const kind = name.trim() === '' ? 'lone' : double === undefined ? 'placeholder' : 'double';
    tokens.push({ text: whole, kind, name, start: match.index });
  }
  return tokens;
}

function replaced(text: string, names: ReadonlyMap<string, string>): string {
  if (!text.includes('{')) return text;
  return text.replace(TOKEN, (whole: string, double: string | undefined, single: string | undefined) => {
    const name = double === undefined && single !== undefined ? names.get(single) : undefined;
    return name === undefined ? whole : `{${name}}`;
  });
}

/** `{company}`, `{companyName}` and `{companyDomain}` are stored as `{name}` and `{domain}`. */
export const storedText = (text: string): string => replaced(text, STORED_AS);

/** Stored text as a person writes it. */
export const writtenText = (text: string): string => replaced(text, WRITTEN_AS);

/** The contact field a placeholder reads; null for one of the sender's. */
export function fieldOfPlaceholder(name: string): string | null {
  if (name.startsWith('identity.')) return null;
  return WRITTEN_AS.get(STORED_AS.get(name) ?? name) ?? name;
}

export interface KnownFields {
  readonly ids: ReadonlySet<string>;
  /** Whether these are all fields of the workspace; else a name that is not listed may still be one. */
  readonly complete: boolean;
}

/** Decides about names; remembers, because the same ones come again and again. */
export class PlaceholderNames {
  readonly #fields: KnownFields;
  readonly #candidates: readonly string[];
  readonly #seen = new Map<string, string | null>();

  constructor(fields: KnownFields) {
    this.#fields = fields;
    this.#candidates = [...fields.ids, ...[...ALWAYS_KNOWN].filter((name) => !fields.ids.has(name))];
  }

  get complete(): boolean {
    return this.#fields.complete;
  }

  isField(name: string): boolean {
    return this.#fields.ids.has(name);
  }

  isPlaceholder(name: string): boolean {
    return this.#fields.ids.has(name) || ALWAYS_KNOWN.has(name);
  }

  /** The known name that was probably meant. */
  meant(name: string): string | null {
    const known = this.#seen.get(name);
    if (known !== undefined) return known;
    const found = this.#seen.size < HINTS_MAX ? nearest(name, this.#candidates) : null;
    this.#seen.set(name, found);
    return found;
  }
}

const displayed = (name: string) => name.replace(/\s+/g, ' ').slice(0, 60);

/** Every placeholder of a text. An unknown one is 422; offline, one that is not near a known name is only unverified. */
export function checkPlaceholders(problems: Problems, at: At, text: string, names: PlaceholderNames): void {
  const seen = new Map<string, number>();
  let loneInput = false;
  for (const token of tokensOf(text)) {
    const nth = seen.get(token.text) ?? 0;
    seen.set(token.text, nth + 1);
    const where = { token: { text: token.text, nth } } as const;
    if (token.kind === 'lone') {
      // One remark a text: braces that are no placeholder are usually many.
      if (!loneInput) {
        // Placeholders before it have such braces, too: the place is found by counting all of them.
        const before = text.slice(0, token.start).split(token.text).length - 1;
        const here = { token: { text: token.text, nth: before } };
        problems.warn(at, 'lone_brace', `"${token.text}" is not a placeholder and is sent as it is`, here);
      }
      loneInput = true;
      continue;
    }
    checkToken(problems, at, token, names, where);
  }
}

function checkToken(
  problems: Problems,
  at: At,
  token: PlaceholderToken,
  names: PlaceholderNames,
  where: { readonly token: { readonly text: string; readonly nth: number } },
): void {
  const refused = { ...where, kind: 'unprocessable' } as const;
  const { name } = token;
  if (token.kind === 'double') {
    const inner = names.meant(name) ?? displayed(name.trim());
    const basis = names.complete ? 'given' : 'undocumented';
    problems.errorOf(basis, at, 'unknown_placeholder', `a placeholder has single braces: write {${inner}}`, refused);
    return;
  }
  if (names.isPlaceholder(name)) return;
  const meant = names.meant(name);
  if (names.complete || meant !== null || name.startsWith('identity.')) {
    const hint = meant === null ? '' : `; did you mean {${meant}}?`;
    const basis = names.complete ? 'given' : 'undocumented';
    const message = `unknown placeholder {${displayed(name)}}${hint}`;
    problems.errorOf(basis, at, 'unknown_placeholder', message, { ...refused, resembles: meant !== null });
    return;
  }
  problems.warn(
    at,
    'unverified',
    `{${displayed(name)}} is not a standard field; --online looks for it in the workspace`,
    where,
  );
}

/** What a placeholder becomes: text, null for a value that is missing, undefined for one that cannot be known here. */
export type ValueOf = (name: string) => string | null | undefined;

export interface ContentPart {
  readonly kind: 'text' | 'value' | 'missing' | 'unknown';
  readonly text: string;
}

/** The text with its placeholders filled, in parts, so that what is missing can be marked. */
export function filledParts(text: string, read: ValueOf): ContentPart[] {
  const parts: ContentPart[] = [];
  let at = 0;
  for (const token of tokensOf(text)) {
    if (token.kind !== 'placeholder') continue;
    if (token.start > at) parts.push({ kind: 'text', text: text.slice(at, token.start) });
    const value = read(token.name);
    if (value === undefined) parts.push({ kind: 'unknown', text: token.name });
    else if (value === null || value === '') parts.push({ kind: 'missing', text: token.name });
    else parts.push({ kind: 'value', text: value });
    at = token.start + token.text.length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}
