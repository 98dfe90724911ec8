// Grammar that messages share. Free of zod.

/** `contacts`, `companies`, `entries`. */
function plural(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** `1 company`, `2 companies`. Pass the plural where it is irregular. */
export function counted(count: number, noun: string, many: string = plural(noun)): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Capital letters that are read one by one and begin with a vowel's sound: an FAQ, an HTML page. */
const SPELLED = /^(?:API|AI|FAQ|HTML|ID|NDJSON|SSE|URN)\b/;

/** `an email`, `a task`, `an AI message`, `a URL`. */
export function withArticle(noun: string): string {
  const isVowel = SPELLED.test(noun) || (/^[aeiou]/i.test(noun) && !/^(?:uni|use|url|eu|one)/i.test(noun));
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function alternatives(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** `a, b and 3 more`: the first of many. `all`: how many there are, where only the first are known. */
export function firstOf(names: readonly unknown[], most: number, all = names.length): string {
  const more = all - Math.min(most, names.length);
  return `${names.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A value as a person would call it. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `the number ${String(value)}`;
}

/** A value in a message: text in quotes, anything else by its kind. */
export function quoted(value: unknown): string {
  return typeof value === 'string' && value !== '' ? `"${value.slice(0, 60)}"` : kindOf(value);
}
