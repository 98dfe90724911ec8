// The text form of a record's id: in paths and queries, as an argument, inside a token. Free of zod.

/** 16 digits at most: every id is a safe integer, or refused where it is looked up. */
export const ID_PATTERN = /^[1-9][0-9]{0,15}$/;

export function isIdText(text: string): boolean {
  return ID_PATTERN.test(text);
}

/** The id, or null when the text is not one: it may be a name. */
export function parseId(text: string): number | null {
  const trimmed = text.trim();
  return isIdText(trimmed) ? Number(trimmed) : null;
}
