// Scalars of the plain reader: what a value in one line, or a literal block, means.

/** Thrown where the text is not plain; caught by the reader. */
export const GIVE_UP = Symbol('give up');

const WORDS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
const NUMBER =
  /^[-+]?(?:0o[0-7]+|0x[0-9a-fA-F]+|[0-9]+|(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+|\.(?:inf|Inf|INF))$|^\.(?:nan|NaN|NAN)$/;
const DECIMAL = /^[-+]?(?:[0-9]+|(?:\.[0-9]+|[0-9]+\.[0-9]*)(?:[eE][-+]?[0-9]+)?|[0-9]+[eE][-+]?[0-9]+)$/;

/** Whether a plain scalar is null or a boolean. */
export const isWord = (source: string): boolean => WORDS.has(source);

/** What the core schema of YAML 1.2 makes of a plain scalar. */
export function plainValue(source: string): unknown {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  if (!NUMBER.test(source)) return source;
  // Octal, hexadecimal and infinities are rare: their readings are the library's.
  if (!DECIMAL.test(source)) throw GIVE_UP;
  return Number(source);
}

/** The lines of a literal block, with the line ends at its end as the header says. */
export function chomped(lines: readonly string[], header: string): string {
  if (header === '|+') return `${lines.join('\n')}\n`;
  const filled = lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).join('\n');
  return header === '|' ? `${filled}\n` : filled;
}
