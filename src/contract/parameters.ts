// How values are written in a query. Free of zod.

export const WHOLE_PATTERN = /^-?[0-9]{1,15}$/;

/** The parts of a list in a query: comma-separated, repeated, or both. */
export function textsOf(given: string | readonly string[]): string[] {
  return (typeof given === 'string' ? [given] : given)
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
