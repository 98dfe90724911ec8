// JSON of which nothing is known yet. Free of zod.

import { getOwn } from './dictionary.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that says something; null for anything else. */
export function textAt(fields: JsonObject, key: string): string | null {
  const value = getOwn(fields, key);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Texts, and whole numbers of so many digits that a double may not hold them. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![0-9.])-?[0-9]{16,}(?![0-9.eE])/g;

const asText = (found: string): string =>
  found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`;

/** The value of a JSON text; a whole number beyond 2^53-1 is the text of its digits, never its neighbour. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(/[0-9]{16}/.test(text) ? text.replace(TEXT_OR_LONG_NUMBER, asText) : text);
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
