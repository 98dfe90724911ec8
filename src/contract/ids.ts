// Ids of records, and their text form: in paths and queries, as an argument, inside a token. Free of zod.

/** An id where the interface does not promise a number: `run_40211`, a uuid, `7`. */
export type AnyId = number | string;

export const isId = (value: unknown): value is AnyId => typeof value === 'number' || typeof value === 'string';

/** An id of our own: a positive whole number. */
export const isNumericId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0;

/** 16 digits at most; `isIdText` refuses those above 2^53-1. */
export const ID_PATTERN = /^[1-9][0-9]{0,15}$/;

export function isIdText(text: string): boolean {
  // A number that would become its neighbour is no id.
  return ID_PATTERN.test(text) && Number.isSafeInteger(Number(text));
}

/** The number, or null when the text is not one: it may be a name. */
export function parseId(text: string): number | null {
  const trimmed = text.trim();
  return isIdText(trimmed) ? Number(trimmed) : null;
}

/** The id that a text is taken for: digits are a number, anything else is the id itself. */
export function anyIdOf(text: string): AnyId {
  return parseId(text) ?? text.trim();
}

/** A text that can only be an id: digits, a uuid, or a word of small letters before digits such as `run_40211`. */
export function looksLikeId(text: string): boolean {
  return (
    isIdText(text) || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) || /^[a-z]{1,20}_\d{1,20}$/.test(text)
  );
}

/** `5` and `"5"` are one id: a number in an answer may be text in a path or a file. */
export function isSameId(one: AnyId | null | undefined, other: AnyId | null | undefined): boolean {
  return one != null && other != null && String(one) === String(other);
}

/** An id that may be a number or text, as one text. */
export function referenceText(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
