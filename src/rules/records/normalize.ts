// When two values are the same value. Every function gives null where there is nothing to compare, never an empty key.

import { trimmed } from '../../contract/trimmed.ts';
import { oneSpelling, withoutInvisibleEdges } from './invisible-characters.ts';
import { isNullValue, isTellingValue } from './null-values.ts';

const EXTRA_SPACE = /\s+/g;

const LINE_BREAK = /[\t-\r\u2028\u2029]/;

/** For fields of one line: a line break or a tab, with the white space beside it, is one space. Spaces alone stay, for names match exactly. */
export const oneLine = (text: string): string =>
  LINE_BREAK.test(text) ? text.replaceAll(EXTRA_SPACE, (space) => (LINE_BREAK.test(space) ? ' ' : space)) : text;

/** Exact text: only the spaces and invisible characters around it do not count. */
export function exactKey(text: string | null | undefined): string | null {
  const exact = withoutInvisibleEdges(text ?? '');
  return exact === '' ? null : exact;
}

/** An exact name: only the spaces around it do not count, and how its letters are composed. Words that stand for no value (`N/A`, `-`) and errors of a spreadsheet name no one (undocumented). */
export function nameKey(name: string | null | undefined): string | null {
  const exact = trimmed(oneSpelling(name ?? ''));
  return exact === '' || !isTellingValue(exact) ? null : exact;
}

/** Email addresses ignore case, surrounding spaces and invisible characters. */
export function emailKey(email: string | null | undefined): string | null {
  return nameKey(exactKey(email))?.toLowerCase() ?? null;
}

/** Joins exact parts into one key. The separator is a control character that trimmed names do not hold in earnest. */
const SEPARATOR = '\u001f';

/** `No Name`, `Info Requested`, `LinkedIn Member`: one word for no value in two cells. */
const areNone = (first: string, last: string): boolean => isNullValue(`${first} ${last}`);

/** Exact first and last name, the part of a contact's name match that stands in the contact itself; null without both. */
export function personKey(firstName: string | null | undefined, lastName: string | null | undefined): string | null {
  const first = nameKey(firstName);
  const last = nameKey(lastName);
  return first === null || last === null || areNone(first, last) ? null : `${first}${SEPARATOR}${last}`;
}

/** Exact first name, last name and company name in one key; null unless all three are there. */
export function personAtCompanyKey(
  firstName: string | null | undefined,
  lastName: string | null | undefined,
  companyName: string | null | undefined,
): string | null {
  const person = personKey(firstName, lastName);
  const company = nameKey(companyName);
  return person === null || company === null ? null : `${person}${SEPARATOR}${company}`;
}

/** Punctuation, quote marks typed as accents, and invisible characters. */
const PUNCTUATION = /[\p{P}\p{Sk}\p{Cf}\p{Cc}]/gu;

/** Most names. */
const PLAIN_NAME = /^[a-z0-9]*$/i;

function spokenName(name: string | null | undefined): string {
  if (PLAIN_NAME.test(name ?? '')) return (name ?? '').toLowerCase();
  const text = (name ?? '').replace(EXTRA_SPACE, ' ').replace(PUNCTUATION, '');
  return text.normalize('NFC').toLowerCase().normalize('NFC').replace(EXTRA_SPACE, ' ').trim();
}

/**
 * A full name needs a first and last name and ignores case, punctuation and extra spaces.
 * A name of nothing but punctuation counts as none, and so does a word that stands for no value.
 */
export function fullNameKey(firstName: string | null | undefined, lastName: string | null | undefined): string | null {
  if (personKey(firstName, lastName) === null) return null;
  const first = spokenName(firstName);
  const last = spokenName(lastName);
  return first === '' || last === '' ? null : `${first} ${last}`;
}

const CHECK_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** The three letters that tell the case of 15 characters: one per five, a bit per capital. */
function crmSuffix(id15: string): string {
  return [0, 5, 10]
    .map((start) => {
      let bits = 0;
      for (let index = 0; index < 5; index += 1) if (/[A-Z]/.test(id15[start + index] ?? '')) bits |= 1 << index;
      return CHECK_LETTERS[bits] ?? '';
    })
    .join('');
}

/** The 15 characters with the case that `suffix` encodes, or null when it cannot be their suffix. */
function crmCase(id15: string, suffix: string): string | null {
  let text = '';
  for (let index = 0; index < 15; index += 1) {
    const bits = CHECK_LETTERS.indexOf(suffix[Math.floor(index / 5)] ?? '');
    const character = id15[index] ?? '';
    const isCapital = ((bits >> (index % 5)) & 1) === 1;
    if (bits < 0 || (isCapital && !/[a-z]/i.test(character))) return null;
    text += isCapital ? character.toUpperCase() : character.toLowerCase();
  }
  return text;
}

/** What programs write where there is no id (undocumented). */
const NO_ID = /^(?:0+|-1)$/;

/**
 * A 15-character CRM id equals its 18-character form: both give the longer one, also
 * where some program changed the case of all letters of it. Other ids stay as they are.
 */
export function crmIdKey(id: string | null | undefined): string | null {
  const text = exactKey(id);
  if (text === null || NO_ID.test(text) || !isTellingValue(text, 'digits')) return null;
  if (!/^[a-zA-Z0-9]+$/.test(text)) return text;
  if (text.length === 15) return text + crmSuffix(text);
  if (text.length !== 18) return text;
  const id15 = text.slice(0, 15);
  const suffix = text.slice(15).toUpperCase();
  const restored = crmCase(id15, suffix);
  const isFolded = text === text.toLowerCase() || text === text.toUpperCase();
  return restored !== null && (restored === id15 || isFolded) ? restored + suffix : text;
}
