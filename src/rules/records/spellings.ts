// The same value in several spellings: what a service may make of it when it stores it, and what a search may expect.

import { isSameValue } from './merge.ts';

type SpellingKind = 'phone' | 'url' | 'email' | 'text';

const KINDS: ReadonlyMap<string, SpellingKind> = new Map<string, SpellingKind>([
  ['professionalEmail', 'email'],
  ['mobilePhone', 'phone'],
  ['phones', 'phone'],
  ['networkProfileUrl', 'url'],
  ['companyNetworkUrl', 'url'],
  ['companyWebsite', 'url'],
  ['companyDomain', 'url'],
  ['website', 'url'],
  ['domain', 'url'],
]);

const kindOf = (field: string): SpellingKind => KINDS.get(field) ?? 'text';

/** NUL is the one character that a store does not keep. */
const storedText = (value: string) => value.replaceAll('\0', '');

/** International and national forms of a number agree in their last digits. */
const PHONE_DIGITS = 9;

function withoutScheme(url: string): string {
  const bare = url.replace(/^https?:\/\//i, '').replace(/^www\./i, '');
  return bare.endsWith('/') ? bare.slice(0, -1) : bare;
}

function normalForm(kind: SpellingKind, value: string): string {
  const text = storedText(value).normalize('NFC').trim().toLowerCase();
  if (kind === 'phone') {
    const digits = text.replace(/[^0-9]/g, '');
    return digits.slice(-PHONE_DIGITS);
  }
  return kind === 'url' ? withoutScheme(text) : text.split(/\s+/).join(' ');
}

export type Likeness = 'equal' | 'alike' | 'different';

/** `alike`: as the same value may read after a service made it uniform. */
export function likenessOf(field: string, displayed: unknown, sent: string | number | boolean): Likeness {
  if (typeof sent !== 'string') return String(displayed) === String(sent) ? 'equal' : 'different';
  if (displayed === null || displayed === undefined || typeof displayed === 'object') return 'different';
  const text = String(displayed);
  if (text === storedText(sent) || isSameValue(field, text, storedText(sent))) return 'equal';
  const kind = kindOf(field);
  return normalForm(kind, text) === normalForm(kind, sent) ? 'alike' : 'different';
}

/** A value as sent, and as a service may store it: all of them are asked for. */
export function spellingsOf(field: string, value: string): readonly string[] {
  const text = storedText(value);
  const trimmed = text.trim();
  const lower = trimmed.toLowerCase();
  switch (kindOf(field)) {
    case 'email':
      return [text, trimmed, lower];
    case 'phone':
      return [text, trimmed, trimmed.replaceAll(' ', ''), trimmed.replace(/[^0-9+,]/g, '')];
    case 'url': {
      const bare = withoutScheme(trimmed);
      return [text, trimmed, lower, bare, bare.toLowerCase(), `https://${bare}`, `https://www.${bare}`];
    }
    case 'text':
      return [text, trimmed, lower, trimmed.split(/\s+/).join(' ')];
  }
}
