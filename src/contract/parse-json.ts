// JSON texts. Free of zod.

/** Texts, and whole numbers of so many digits that a double may not hold them. */
const TEXT_OR_LONG_NUMBER = /"(?:[^"\\]|\\.)*"|(?<![0-9.])-?[0-9]{16,}(?![0-9.eE])/g;

const asText = (found: string): string =>
  found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`;

/** The value of a JSON text; a whole number beyond 2^53-1 is the text of its digits, never its neighbour. Throws SyntaxError. */
export function parseJson(text: string): unknown {
  return JSON.parse(/[0-9]{16}/.test(text) ? text.replace(TEXT_OR_LONG_NUMBER, asText) : text);
}

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

export const isJson = (text: string): boolean => parsedJson(text) !== undefined;
