// The words of a text for the full-text index. PostgreSQL itself needs 58 µs for those of a contact, and 9 to read them.

const PLAIN = /^[\0-\x7f]*$/;

/** More are left to PostgreSQL, which has limits of its own for words and places of one. */
const CHARACTERS_MAX = 2_000;
const WORDS_MAX = 250;

/**
 * What `words_of` of the schema makes of it, as the text of a tsvector; null where it is not plain: which letters are alike, and
 * what is one, PostgreSQL decides.
 */
export function lexemesOf(workspaceId: number, body: string): string | null {
  if (body.length > CHARACTERS_MAX || !PLAIN.test(body)) return null;
  const words = body.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  if (words.length > WORDS_MAX) return null;
  return words.map((word, at) => `w${workspaceId}x${word}:${at + 1}`).join(' ');
}

/** A row for the index, with its words or with the text that they are made of. */
export function wordsRow(workspaceId: number, id: number, body: string): object {
  const words = lexemesOf(workspaceId, body);
  return words === null ? { id, body: body.replaceAll('\0', '') } : { id, words };
}
